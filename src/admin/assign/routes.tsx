import { createRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, loadData, oneOf, pageSearch } from '#src/admin/ui/routing.ts'
import { awaitingQuery, choicesQuery } from './queries.ts'

const text = z.catch(z.optional(z.string()), undefined)

const list = createRoute({
  ...at('/admin/assign-orders'),
  validateSearch: z.object({
    ...pageSearch.shape,
    unpaid: oneOf(['yes']),
    order: text,
  }),
  // `?order=` names the one to assign.
  beforeLoad: ({ search: { order } }) => {
    if (order)
      throw redirect({
        to: '/admin/assign-orders/select-shop/$orderId',
        params: { orderId: order },
        replace: true,
      })
  },
  loaderDeps: ({ search }) => search,
  loader: (call) => loadData(call, awaitingQuery(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'AssignList'),
})

/** Reassigning: the shop order that is taken back in the same step. */
const replacing = z.object({ replaces: text })

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
