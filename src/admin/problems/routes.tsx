import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { problemsQuery as problemsSearch } from '#api/problems/schema.ts'
import { at } from '#src/admin/root-route.tsx'
import { loadData } from '#src/admin/ui/routing.ts'
import { problemsQuery } from './queries.ts'

const search = z.object({ source: z.catch(problemsSearch.shape.source, undefined) })

export const problemsRoute = createRoute({
  ...at('/admin/problems'),
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: (call) => loadData(call, problemsQuery(call.deps.source)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ProblemList'),
})
