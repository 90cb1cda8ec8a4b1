import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { statementQuery as statementSearch } from '#api/statements/schema.ts'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, loadData } from '#src/admin/ui/routing.ts'
import { statementQuery, thisMonth } from './queries.ts'

const search = z.object({ month: z.catch(z.optional(statementSearch.shape.month), undefined) })

export const statementRoute = createRoute({
  ...at('/admin/shops/$id/statement'),
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: (call) => loadData(call, statementQuery(call.params.id, call.deps.month ?? thisMonth())),
  component: lazyScreen(() => import('./statement.tsx'), 'StatementScreen'),
})
