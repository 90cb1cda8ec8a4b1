import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter } from '@tanstack/react-router'
import { Waiting } from '#src/admin/ui/admin-shell.tsx'
import { lazyScreen, parseSearch, stringifySearch } from '#src/admin/ui/routing.ts'
import { sendPageView } from '#src/lib/analytics.ts'
import { accountRoute } from './account/routes.tsx'
import { assignRoutes } from './assign/routes.tsx'
import { marketsRoutes } from './markets/routes.tsx'
import { ordersRoutes } from './orders/routes.tsx'
import { problemsRoute } from './problems/routes.tsx'
import { productsRoutes } from './products/routes.tsx'
import { at, root } from './root-route.tsx'
import { ScreenFailed } from './screen-states.tsx'
import { shopOrdersRoutes } from './shop-orders/routes.tsx'
import { shopsRoutes } from './shops/routes.tsx'
import { usersRoutes } from './staff/routes.tsx'
import { statementRoute } from './statements/routes.tsx'
import { waitlistRoutes } from './waitlist/routes.tsx'

// Every screen of the back office and where it is. Screens are loaded when they are opened.

const dashboard = createRoute({
  ...at('/admin'),
  component: lazyScreen(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
})

const routeTree = root.addChildren([
  dashboard,
  accountRoute,
  problemsRoute,
  ...productsRoutes,
  ...shopsRoutes,
  statementRoute,
  ...marketsRoutes,
  ...waitlistRoutes,
  ...usersRoutes,
  ...ordersRoutes,
  ...shopOrdersRoutes,
  ...assignRoutes,
])

/**
 * The router of the app.
 * @param countsViews whether page views are counted here
 */
export function createAdminRouter(queryClient: QueryClient, countsViews: boolean) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: () => <Waiting />,
    defaultErrorComponent: ScreenFailed,
    scrollRestoration: true,
  })
  if (countsViews) {
    router.subscribe('onResolved', ({ hrefChanged }) => hrefChanged && sendPageView())
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAdminRouter>
  }
}
