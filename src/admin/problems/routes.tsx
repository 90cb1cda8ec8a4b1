import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PROBLEM_SOURCES } from '#domain/problems.ts'
import { searchAt } from '#src/admin/root-route.tsx'
import { loadData, oneOf, searchOf } from '#src/admin/ui/routing.ts'
import { problemsQuery } from './queries.ts'

const search = searchOf({ source: oneOf(PROBLEM_SOURCES) })

export const problemsRoute = createRoute({
  ...searchAt('/admin/problems', search),
  loader: (call) => loadData(call, problemsQuery(call.deps.source)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ProblemList'),
})
