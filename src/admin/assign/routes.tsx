import { createRoute, redirect } from '@tanstack/react-router'
import { at, searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, loadData, oneOf, pageParam, searchOf, text } from '#src/admin/ui/routing.ts'
import { awaitingQuery, choicesQuery } from './queries.ts'

const listSearch = searchOf({
  ...pageParam,
  unpaid: oneOf(['yes']),
  order: text,
})

const list = createRoute({
  ...searchAt('/admin/assign-orders', listSearch),
  // `?order=` names the one to assign.
  beforeLoad: ({ search: { order } }) => {
    if (order)
      throw redirect({
        to: '/admin/assign-orders/select-shop/$orderId',
        params: { orderId: order },
        replace: true,
      })
  },
  loader: (call) => loadData(call, awaitingQuery(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'AssignList'),
})

/** Reassigning: the shop order that is taken back in the same step. */
const replacing = searchOf({ replaces: text })

const select = createRoute({
  ...at('/admin/assign-orders/select-shop/$orderId'),
  validateSearch: replacing,
  loader: (call) => loadData(call, choicesQuery(call.params.orderId)),
  component: lazyScreen(() => import('./select-shop.tsx'), 'SelectShop'),
})

const confirm = createRoute({
  ...at('/admin/assign-orders/confirm/$orderId/$shopId'),
  validateSearch: replacing,
  loader: (call) => loadData(call, choicesQuery(call.params.orderId)),
  component: lazyScreen(() => import('./confirm.tsx'), 'ConfirmAssignment'),
})

export const assignRoutes = [list, select, confirm] as const
