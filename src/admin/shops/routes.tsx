import { createRoute } from '@tanstack/react-router'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, listSearch, pageSearch } from '#src/admin/ui/routing.ts'
import { ordersOfShopQuery, shopChoicesQuery, shopQuery, shopsQuery } from './queries.ts'

const list = createRoute({
  ...at('/admin/shops'),
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(shopsQuery(deps)),
  component: lazyScreen(() => import('./list.tsx'), 'ShopList'),
})

const add = createRoute({
  ...at('/admin/shops/new'),
  loader: ({ context }) => void context.queryClient.prefetchQuery(shopChoicesQuery),
  component: lazyScreen(() => import('./form.tsx'), 'AddShop'),
})

const detail = createRoute({
  ...at('/admin/shops/$id'),
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { id }, deps: { page } }) => {
    void queryClient.prefetchQuery(shopQuery(id))
    void queryClient.prefetchQuery(ordersOfShopQuery(id, page))
  },
  component: lazyScreen(() => import('./detail.tsx'), 'ShopDetail'),
})

const edit = createRoute({
  ...at('/admin/shops/$id/edit'),
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(shopQuery(id))
    void queryClient.prefetchQuery(shopChoicesQuery)
  },
  component: lazyScreen(() => import('./form.tsx'), 'EditShop'),
})

export const shopsRoutes = [list, add, detail, edit] as const
