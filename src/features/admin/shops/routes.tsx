import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '#src/features/admin/root-route.tsx'
import { listSearch } from '#src/features/admin/shared/list-search.ts'

const list = createRoute({
  getParentRoute: () => root,
  path: '/admin/shops',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./shops.tsx'), 'Shops'),
})

export const shopsRoutes = [list] as const
