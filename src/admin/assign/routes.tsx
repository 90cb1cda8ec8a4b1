import { createRoute, redirect } from '@tanstack/react-router'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, loadData, oneOf, pageParam, searchOf, text } from '#src/admin/ui/routing.ts'
import { awaitingQuery, choicesQuery } from './queries.ts'

// One desk, whose addresses say how far one is: the list, an order, and a shop for it.

const deskSearch = searchOf({
  ...pageParam,
  unpaid: oneOf(['yes']),
  order: text,
  /** Reassigning: the shop order that is taken back in the same step. */
  replaces: text,
})

const desk = createRoute({
  ...at('/admin/assign-orders'),
  validateSearch: deskSearch,
  loaderDeps: ({ search: { page, unpaid } }) => ({ page, unpaid }),
  loader: (call) => loadData(call, awaitingQuery(call.deps)),
  component: lazyScreen(() => import('./desk.tsx'), 'Desk'),
})

const list = createRoute({
  getParentRoute: () => desk,
  path: '/',
  loaderDeps: ({ search: { page, unpaid } }) => ({ page, unpaid }),
  // `?order=` names the one to assign.
  beforeLoad: ({ search: { order } }) => {
    if (order)
      throw redirect({
        to: '/admin/assign-orders/select-shop/$orderId',
        params: { orderId: order },
        replace: true,
      })
  },
  // The first order lies on the desk.
  loader: async (call) => {
    const waiting = awaitingQuery(call.deps)
    await loadData(call, waiting)
    const [first] = call.context.queryClient.getQueryData(waiting.queryKey)?.rows ?? []
    if (first) await loadData(call, choicesQuery(first.id))
  },
})

const select = createRoute({
  getParentRoute: () => desk,
  path: '/select-shop/$orderId',
  loader: (call) => loadData(call, choicesQuery(call.params.orderId)),
})

const confirm = createRoute({
  getParentRoute: () => desk,
  path: '/confirm/$orderId/$shopId',
  loader: (call) => loadData(call, choicesQuery(call.params.orderId)),
})

export const assignRoute = desk.addChildren([list, select, confirm])
