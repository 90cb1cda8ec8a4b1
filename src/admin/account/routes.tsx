import { createRoute } from '@tanstack/react-router'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen } from '#src/admin/ui/routing.ts'
import { activityQuery, ownSessionsQuery, secondFactorQuery } from './queries.ts'

export const accountRoute = createRoute({
  ...at('/admin/account'),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(ownSessionsQuery)
    void context.queryClient.prefetchQuery(secondFactorQuery)
    void context.queryClient.prefetchQuery(activityQuery)
  },
  component: lazyScreen(() => import('./account.tsx'), 'Account'),
})
