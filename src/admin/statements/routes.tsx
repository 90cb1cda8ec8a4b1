import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { statementQuery as statementSearch } from '#api/statements/schema.ts'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen } from '#src/admin/ui/routing.ts'
import { statementQuery, thisMonth } from './queries.ts'

const search = z.object({ month: z.catch(z.optional(statementSearch.shape.month), undefined) })

export const statementRoute = createRoute({
  ...at('/admin/shops/$id/statement'),
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { id }, deps: { month = thisMonth() } }) =>
    void context.queryClient.prefetchQuery(statementQuery(id, month)),
  component: lazyScreen(() => import('./statement.tsx'), 'StatementScreen'),
})
