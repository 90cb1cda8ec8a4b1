import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '#src/features/admin/root-route.tsx'
import { listSearch } from '#src/features/admin/shared/list-search.ts'

const list = createRoute({
  getParentRoute: () => root,
  path: '/admin/products',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./products.tsx'), 'Products'),
})

export const productsRoutes = [list] as const
