import { createRoute } from '@tanstack/react-router'
import { DIRECTIONS, ORDER_SORTS } from '#domain/admin-lists.ts'
import { ORDER_SOURCES } from '#domain/agent-platforms.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, listParams, loadData, oneOf, type SearchParam, searchOf } from '#src/admin/ui/routing.ts'
import { orderQuery, ordersQuery } from './queries.ts'

const UUID = /^[\da-f-]{36}$/

const source: SearchParam<string> = (given) =>
  oneOf(ORDER_SOURCES)(given) ?? (typeof given === 'string' && UUID.test(given) ? given : undefined)

const search = searchOf({
  ...listParams,
  assignment: oneOf(ASSIGNMENT_STATUSES),
  status: oneOf(ORDER_STATUSES),
  payment: oneOf(PAYMENT_STATUSES),
  /** Who placed them, or the id of a platform. */
  source,
  sort: oneOf(ORDER_SORTS),
  direction: oneOf(DIRECTIONS),
  /** Shows the financial split. */
  split: oneOf(['yes']),
})

const list = createRoute({
  ...at('/admin/orders'),
  validateSearch: search,
  loaderDeps: ({ search: { split, ...asked } }) => asked,
  loader: (call) => loadData(call, ordersQuery(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'OrderList'),
})

const detail = createRoute({
  ...at('/admin/orders/$id'),
  loader: (call) => loadData(call, orderQuery(call.params.id)),
  component: lazyScreen(() => import('./detail.tsx'), 'OrderScreen'),
})

const edit = createRoute({
  ...at('/admin/orders/$id/edit'),
  loader: (call) => loadData(call, orderQuery(call.params.id)),
  component: lazyScreen(() => import('./form.tsx'), 'EditOrder'),
})

export const ordersRoutes = [list, detail, edit] as const
