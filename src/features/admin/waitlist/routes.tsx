import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '#src/features/admin/root-route.tsx'
import { listSearch } from '#src/features/admin/shared/list-search.ts'

const list = createRoute({
  getParentRoute: () => root,
  path: '/admin/waitlist',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./waitlist.tsx'), 'Waitlist'),
})

export const waitlistRoutes = [list] as const
