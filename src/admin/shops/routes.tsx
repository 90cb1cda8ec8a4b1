import { createRoute } from '@tanstack/react-router'
import { at, searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, listSearch, loadData, pageSearch } from '#src/admin/ui/routing.ts'
import { ordersOfShopQuery, shopChoicesQuery, shopQueries } from './queries.ts'

const list = createRoute({
  ...searchAt('/admin/shops', listSearch),
  loader: (call) => loadData(call, shopQueries.list(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'ShopList'),
})

const add = createRoute({
  ...at('/admin/shops/new'),
  loader: (call) => loadData(call, shopChoicesQuery),
  component: lazyScreen(() => import('./form.tsx'), 'ShopEditor'),
})

const detail = createRoute({
  ...searchAt('/admin/shops/$id', pageSearch),
  loader: (call) =>
    loadData(call, shopQueries.one(call.params.id), ordersOfShopQuery(call.params.id, call.deps.page)),
  component: lazyScreen(() => import('./detail.tsx'), 'ShopDetail'),
})

const edit = createRoute({
  ...at('/admin/shops/$id/edit'),
  loader: (call) => loadData(call, shopQueries.one(call.params.id), shopChoicesQuery),
  component: lazyScreen(() => import('./form.tsx'), 'ShopEditor'),
})

export const shopsRoutes = [list, add, detail, edit] as const
