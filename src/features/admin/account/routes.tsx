import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '#src/features/admin/root-route.tsx'
import { ownSessionsQuery, secondFactorQuery } from './queries.ts'

export const accountRoute = createRoute({
  getParentRoute: () => root,
  path: '/admin/account',
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(ownSessionsQuery)
    void context.queryClient.prefetchQuery(secondFactorQuery)
  },
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
})
