import { createRoute } from '@tanstack/react-router'
import { isMonth } from '#domain/statement.ts'
import { searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, loadData, type SearchParam, searchOf } from '#src/admin/ui/routing.ts'
import { statementQuery, thisMonth } from './queries.ts'

/** `YYYY-MM`, as the API takes it. */
const month: SearchParam<string> = (given) =>
  typeof given === 'string' && isMonth(given) ? given : undefined

const search = searchOf({ month })

export const statementRoute = createRoute({
  ...searchAt('/admin/shops/$id/statement', search),
  loader: (call) => loadData(call, statementQuery(call.params.id, call.deps.month ?? thisMonth())),
  component: lazyScreen(() => import('./statement.tsx'), 'StatementScreen'),
})
