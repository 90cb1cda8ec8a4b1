import { createRoute } from '@tanstack/react-router'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, loadData } from '#src/admin/ui/routing.ts'
import { activityQuery, ownSessionsQuery, secondFactorQuery } from './queries.ts'

export const accountRoute = createRoute({
  ...at('/admin/account'),
  loader: (call) => loadData(call, ownSessionsQuery, secondFactorQuery, activityQuery),
  component: lazyScreen(() => import('./account.tsx'), 'Account'),
})
