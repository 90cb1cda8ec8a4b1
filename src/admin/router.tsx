import { createMemoryHistory, createRoute, createRouter } from '@tanstack/react-router'
import { PROBLEM_SOURCES } from '#domain/problems.ts'
import { isMonth } from '#domain/statement.ts'
import { Waiting } from '#src/admin/ui/admin-shell.tsx'
import {
  lazyScreen,
  listParams,
  listSearch,
  loadData,
  oneOf,
  PLACEHOLDER_DELAY_MS,
  PLACEHOLDER_MIN_MS,
  pageSearch,
  parseSearch,
  type SearchParam,
  searchOf,
  stringifySearch,
} from '#src/admin/ui/routing.ts'
import { sendPageView } from '#src/lib/analytics.ts'
import { activityQuery, ownSessionsQuery, secondFactorQuery } from './account/queries.ts'
import { platformsQuery } from './agent-platforms/queries.ts'
import { assignRoute } from './assign/routes.tsx'
import { blocksQuery } from './blocks/queries.ts'
import { dashboardQuery } from './dashboard/queries.ts'
import { marketDaysQuery, marketQueries } from './markets/queries.ts'
import { ordersRoutes } from './orders/routes.tsx'
import { problemsQuery } from './problems/queries.ts'
import { madeQuery, productQueries } from './products/queries.ts'
import { createQueryClient } from './query-client.ts'
import { at, root, searchAt } from './root-route.tsx'
import { ScreenFailed } from './screen-states.tsx'
import { shopOrdersRoutes } from './shop-orders/routes.tsx'
import { ordersOfShopQuery, shopChoicesQuery, shopQueries } from './shops/queries.ts'
import { userQueries } from './staff/queries.ts'
import { statementQuery, thisMonth } from './statements/queries.ts'
import { demandQuery, entryQuery, waitlistQuery } from './waitlist/queries.ts'

// Every screen of the back office and where it is. Screens are loaded when they are opened; their data is asked for while they
// are on their way, and a failure is the screen's to show.

/** `YYYY-MM`, as the API takes it. */
const month: SearchParam<string> = (given) =>
  typeof given === 'string' && isMonth(given) ? given : undefined

const screens = [
  createRoute({
    ...at('/admin'),
    loader: (call) => loadData(call, dashboardQuery),
    component: lazyScreen(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
  }),
  createRoute({
    ...at('/admin/account'),
    loader: (call) => loadData(call, ownSessionsQuery, secondFactorQuery, activityQuery),
    component: lazyScreen(() => import('./account/account.tsx'), 'Account'),
  }),
  createRoute({
    ...at('/admin/blocks'),
    loader: (call) => loadData(call, blocksQuery),
    component: lazyScreen(() => import('./blocks/list.tsx'), 'BlockList'),
  }),
  createRoute({
    ...at('/admin/platforms'),
    loader: (call) => loadData(call, platformsQuery),
    component: lazyScreen(() => import('./agent-platforms/list.tsx'), 'PlatformList'),
  }),
  createRoute({
    ...searchAt('/admin/problems', searchOf({ source: oneOf(PROBLEM_SOURCES) })),
    loader: (call) => loadData(call, problemsQuery(call.deps.source)),
    component: lazyScreen(() => import('./problems/list.tsx'), 'ProblemList'),
  }),
  createRoute({
    ...searchAt('/admin/products', listSearch),
    loader: (call) => loadData(call, productQueries.list(call.deps)),
    component: lazyScreen(() => import('./products/list.tsx'), 'ProductList'),
  }),
  createRoute({
    ...at('/admin/products/new'),
    component: lazyScreen(() => import('./products/form.tsx'), 'ProductEditor'),
  }),
  createRoute({
    ...at('/admin/products/$id'),
    loader: (call) => loadData(call, productQueries.one(call.params.id), madeQuery(call.params.id)),
    component: lazyScreen(() => import('./products/detail.tsx'), 'ProductDetail'),
  }),
  createRoute({
    ...at('/admin/products/$id/edit'),
    loader: (call) => loadData(call, productQueries.one(call.params.id)),
    component: lazyScreen(() => import('./products/form.tsx'), 'ProductEditor'),
  }),
  createRoute({
    ...searchAt('/admin/shops', listSearch),
    loader: (call) => loadData(call, shopQueries.list(call.deps)),
    component: lazyScreen(() => import('./shops/list.tsx'), 'ShopList'),
  }),
  createRoute({
    ...at('/admin/shops/new'),
    loader: (call) => loadData(call, shopChoicesQuery),
    component: lazyScreen(() => import('./shops/form.tsx'), 'ShopEditor'),
  }),
  createRoute({
    ...searchAt('/admin/shops/$id', pageSearch),
    loader: (call) =>
      loadData(call, shopQueries.one(call.params.id), ordersOfShopQuery(call.params.id, call.deps.page)),
    component: lazyScreen(() => import('./shops/detail.tsx'), 'ShopDetail'),
  }),
  createRoute({
    ...at('/admin/shops/$id/edit'),
    loader: (call) => loadData(call, shopQueries.one(call.params.id), shopChoicesQuery),
    component: lazyScreen(() => import('./shops/form.tsx'), 'ShopEditor'),
  }),
  createRoute({
    ...searchAt('/admin/shops/$id/statement', searchOf({ month })),
    loader: (call) => loadData(call, statementQuery(call.params.id, call.deps.month ?? thisMonth())),
    component: lazyScreen(() => import('./statements/statement.tsx'), 'StatementScreen'),
  }),
  createRoute({
    ...searchAt('/admin/markets', listSearch),
    loader: (call) => loadData(call, marketQueries.list(call.deps)),
    component: lazyScreen(() => import('./markets/list.tsx'), 'MarketList'),
  }),
  createRoute({
    ...at('/admin/markets/new'),
    component: lazyScreen(() => import('./markets/form.tsx'), 'MarketEditor'),
  }),
  createRoute({
    ...at('/admin/markets/$id'),
    loader: (call) => loadData(call, marketQueries.one(call.params.id), marketDaysQuery(call.params.id)),
    component: lazyScreen(() => import('./markets/detail.tsx'), 'MarketScreen'),
  }),
  createRoute({
    ...at('/admin/markets/$id/edit'),
    loader: (call) => loadData(call, marketQueries.one(call.params.id)),
    component: lazyScreen(() => import('./markets/form.tsx'), 'MarketEditor'),
  }),
  createRoute({
    ...searchAt('/admin/waitlist', searchOf({ ...listParams, contacted: oneOf(['yes', 'no']) })),
    loader: (call) => loadData(call, waitlistQuery(call.deps)),
    component: lazyScreen(() => import('./waitlist/list.tsx'), 'WaitlistList'),
  }),
  createRoute({
    ...at('/admin/waitlist/demand'),
    loader: (call) => loadData(call, demandQuery),
    component: lazyScreen(() => import('./waitlist/demand.tsx'), 'Demand'),
  }),
  createRoute({
    ...at('/admin/waitlist/$id'),
    loader: (call) => loadData(call, entryQuery(call.params.id)),
    component: lazyScreen(() => import('./waitlist/detail.tsx'), 'WaitlistDetail'),
  }),
  createRoute({
    ...searchAt('/admin/users', listSearch),
    loader: (call) => loadData(call, userQueries.list(call.deps)),
    component: lazyScreen(() => import('./staff/list.tsx'), 'UserList'),
  }),
  createRoute({
    ...at('/admin/users/new'),
    component: lazyScreen(() => import('./staff/form.tsx'), 'InviteUser'),
  }),
  createRoute({
    ...at('/admin/users/$id'),
    loader: (call) => loadData(call, userQueries.one(call.params.id)),
    component: lazyScreen(() => import('./staff/detail.tsx'), 'UserDetail'),
  }),
] as const

const routeTree = root.addChildren([...screens, ...ordersRoutes, ...shopOrdersRoutes, assignRoute])

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
