import { createRoute, redirect } from '@tanstack/react-router'
import { DIRECTIONS, SHOP_ORDER_FILTERS, SHOP_ORDER_SORTS } from '#domain/admin-lists.ts'
import { at, searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, listParams, loadData, oneOf, searchOf, text } from '#src/admin/ui/routing.ts'
import { shopOrderQuery, shopOrdersQuery, todaysSheetsQuery } from './queries.ts'

const search = searchOf({
  ...listParams,
  show: oneOf(SHOP_ORDER_FILTERS),
  sort: oneOf(SHOP_ORDER_SORTS),
  direction: oneOf(DIRECTIONS),
  id: text,
})

const list = createRoute({
  ...searchAt('/admin/shop-orders', search),
  // The id may also come as a query parameter.
  beforeLoad: ({ search: { id } }) => {
    if (id) throw redirect({ to: '/admin/shop-orders/$id', params: { id }, replace: true })
  },
  loader: (call) => loadData(call, shopOrdersQuery(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'ShopOrderList'),
})

const print = createRoute({
  ...at('/admin/shop-orders/print'),
  loader: (call) => loadData(call, todaysSheetsQuery),
  component: lazyScreen(() => import('./todays-sheets.tsx'), 'TodaysSheets'),
})

const detail = createRoute({
  ...at('/admin/shop-orders/$id'),
  loader: (call) => loadData(call, shopOrderQuery(call.params.id)),
  component: lazyScreen(() => import('./detail.tsx'), 'ShopOrderScreen'),
})

export const shopOrdersRoutes = [list, print, detail] as const
