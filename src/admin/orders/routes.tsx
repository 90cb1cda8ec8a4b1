import { createRoute } from '@tanstack/react-router'
import { DIRECTIONS, ORDER_SORTS } from '#domain/admin-lists.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, listParams, loadData, oneOf, searchOf } from '#src/admin/ui/routing.ts'
import { orderQuery, ordersQuery } from './queries.ts'

const search = searchOf({
  ...listParams,
  assignment: oneOf(ASSIGNMENT_STATUSES),
  status: oneOf(ORDER_STATUSES),
  payment: oneOf(PAYMENT_STATUSES),
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
