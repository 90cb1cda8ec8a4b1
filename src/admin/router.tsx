import { createMemoryHistory, createRoute, createRouter } from '@tanstack/react-router'
import { Waiting } from '#src/admin/ui/admin-shell.tsx'
import {
  lazyScreen,
  loadData,
  PLACEHOLDER_DELAY_MS,
  PLACEHOLDER_MIN_MS,
  parseSearch,
  stringifySearch,
} from '#src/admin/ui/routing.ts'
import { sendPageView } from '#src/lib/analytics.ts'
import { accountRoute } from './account/routes.tsx'
import { assignRoute } from './assign/routes.tsx'
import { dashboardQuery } from './dashboard/queries.ts'
import { marketsRoutes } from './markets/routes.tsx'
import { ordersRoutes } from './orders/routes.tsx'
import { problemsRoute } from './problems/routes.tsx'
import { productsRoutes } from './products/routes.tsx'
import { createQueryClient } from './query-client.ts'
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
  loader: (call) => loadData(call, dashboardQuery),
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
  assignRoute,
])

type RouterOptions = {
  /** True if page views are counted here. */
  countsViews: boolean
  /** On the server: the address of the page, path and query. */
  href?: string
}

/** The router of the app, with the cache that its screens share. */
export function createAdminRouter({ countsViews, href }: RouterOptions) {
  const onServer = href !== undefined
  const router = createRouter({
    routeTree,
    context: { queryClient: createQueryClient(), hasFirstData: !onServer },
    ...(onServer && { history: createMemoryHistory({ initialEntries: [href] }) }),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: () => <Waiting />,
    defaultPendingMs: PLACEHOLDER_DELAY_MS,
    defaultPendingMinMs: PLACEHOLDER_MIN_MS,
    defaultErrorComponent: ScreenFailed,
    // On the server it would write a script that the security policy forbids.
    scrollRestoration: !onServer,
  })
  if (countsViews) {
    router.subscribe('onResolved', ({ hrefChanged }) => hrefChanged && sendPageView())
  }
  return router
}

export type AdminRouter = ReturnType<typeof createAdminRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AdminRouter
  }
}
