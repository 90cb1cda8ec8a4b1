import { createRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SHOP_ORDER_FILTERS } from '#src/domain/shop-order-filters.ts'
import { root } from '#src/features/admin/root-route.tsx'
import { lazyScreen } from '#src/features/admin/shared/lazy-screen.ts'
import { listSearch } from '#src/features/admin/shared/list-search.ts'
import { shopOrderQuery, shopOrdersQuery } from './queries.ts'

const list = createRoute({
  getParentRoute: () => root,
  path: '/admin/shop-orders',
  validateSearch: z.extend(listSearch, {
    show: z.catch(z.optional(z.enum(SHOP_ORDER_FILTERS)), undefined),
    id: z.catch(z.optional(z.string()), undefined),
  }),
  // §2: the id may also come as a query parameter.
  beforeLoad: ({ search: { id } }) => {
    if (id) throw redirect({ to: '/admin/shop-orders/$id', params: { id }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(shopOrdersQuery(deps)),
  component: lazyScreen(() => import('./shop-order-list.tsx'), 'ShopOrderList'),
})

const detail = createRoute({
  getParentRoute: () => root,
  path: '/admin/shop-orders/$id',
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(shopOrderQuery(params.id)),
  component: lazyScreen(() => import('./shop-order-detail.tsx'), 'ShopOrderDetail'),
})

export const shopOrdersRoutes = [list, detail] as const
