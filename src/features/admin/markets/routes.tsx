import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '#src/features/admin/root-route.tsx'
import { listSearch } from '#src/features/admin/shared/list-search.ts'

const list = createRoute({
  getParentRoute: () => root,
  path: '/admin/markets',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./markets.tsx'), 'Markets'),
})

export const marketsRoutes = [list] as const
