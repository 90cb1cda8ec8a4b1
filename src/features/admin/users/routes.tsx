import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '#src/features/admin/root-route.tsx'
import { listSearch } from '#src/features/admin/shared/list-search.ts'

const list = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./users.tsx'), 'Users'),
})

export const usersRoutes = [list] as const
