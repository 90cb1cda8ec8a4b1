import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { adminPlatforms } from './agent-platforms/routes.ts'
import { ownAccount } from './auth/own-account-routes.ts'
import { auth } from './auth/routes.ts'
import { findSession } from './auth/sessions.ts'
import { manage } from './buyer-portal/routes.ts'
import { checkout } from './checkout/routes.ts'
import { adminDashboard } from './dashboard/routes.ts'
import { adminAttempts } from './delivery-attempts/routes.ts'
import type { Deps } from './deps.ts'
import { adminFloristDevices, floristDevicePage } from './florist-devices/routes.ts'
import { florist } from './florist-portal/routes.ts'
import { health } from './health/routes.ts'
import { methodRefusal } from './http/allowed-methods.ts'
import type { ApiEnv } from './http/context.ts'
import { adminOnly, signedOutMessage } from './http/guard.ts'
import { onError } from './http/on-error.ts'
import { openApiDocument } from './http/open-api.ts'
import { isPictureUpload } from './http/picture-upload.ts'
import { countRefusedPlacements } from './http/refused-placements.ts'
import { readBody } from './http/request-body.ts'
import { requestLog } from './http/request-log.ts'
import { requestTimeout } from './http/request-timeout.ts'
import { sameOrigin } from './http/same-origin.ts'
import { adminMarkets } from './markets/routes.ts'
import { adminOrders } from './orders/routes.ts'
import { NO_USER } from './orders/sample.ts'
import { pageViews } from './page-views/routes.ts'
import { adminPhotos, photos } from './photos/routes.ts'
import { watchOutsideCalls } from './platform/outside-calls.ts'
import { hasUnwritten, writeUnwritten } from './platform/problems.ts'
import { preparedCheckout } from './prepared-checkouts/routes.ts'
import { adminProblems, browserErrors } from './problems/routes.ts'
import { adminProducts } from './products/routes.ts'
import { adminChoices, choicePage, substitutionPage } from './questions/routes.ts'
import { adminRefunds } from './refunds/routes.ts'
import { adminSavedViews } from './saved-views/routes.ts'
import { adminSearch } from './search/routes.ts'
import { adminAssignOrders } from './shop-orders/assignment-routes.ts'
import { adminShopOrders } from './shop-orders/routes.ts'
import { adminShops } from './shops/routes.ts'
import { users } from './staff/routes.ts'
import { adminStatements } from './statements/routes.ts'
import { adminBlocks } from './stop/admin-routes.ts'
import { stop } from './stop/routes.ts'
import { storefront } from './storefront/routes.ts'
import { tracking } from './tracking/routes.ts'
import { adminWaitlist, waitlist } from './waitlist/routes.ts'
import { webhooks } from './webhooks/routes.ts'

/** The whole API below /api. Everything from outside comes in through `deps`; nothing here knows where it runs. */
export function createApp(deps: Deps) {
  const app = new Hono<ApiEnv>().basePath('/api')
  // Inside the Worker the request has its id already; what a caller calls it does not count.
  app.use(requestId({ headerName: '', generator: (c) => c.env?.requestId ?? crypto.randomUUID() }))
  app.use(async (c, next) => {
    c.set('deps', c.env?.page ? { ...deps, db: c.env.page.db } : deps)
    c.set('findSession', findSession)
    await next()
    // Not by c.header, which makes the answer anew each time.
    const { headers } = c.res
    headers.set('x-request-id', c.var.requestId)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    if (hasUnwritten(deps)) deps.waitUntil(writeUnwritten(deps))
  })
  app.use((_, next) => watchOutsideCalls(next))
  app.use(requestLog)
  app.use(async (c, next) => {
    if (!isPictureUpload(c.req.method, c.req.path)) c.req.raw = await readBody(c.req.raw, deps.startTimer)
    await next()
  })
  // Once the body is there, and outside of the time-out, which is a refusal, too.
  app.post('/create-checkout-session', countRefusedPlacements)
  app.onError(onError)

  // Webhooks and health checks have no time-out; requests of people do.
  app.route('/', webhooks)
  app.route('/', health)
  app.use(requestTimeout)
  app.route('/', storefront)
  app.route('/', checkout)
  app.route('/', waitlist)
  app.route('/', pageViews)
  app.route('/', browserErrors)
  app.route('/', florist)
  app.route('/', floristDevicePage)
  app.route('/', tracking)
  app.route('/', photos)
  app.route('/', choicePage)
  app.route('/', substitutionPage)
  app.route('/', manage)
  app.route('/', stop)
  app.route('/', preparedCheckout)
  // The guard applies to every route registered below it.
  app.use('/auth/*', sameOrigin)
  app.use('/admin/orders/sample', signedOutMessage(NO_USER))
  app.use('/admin/*', sameOrigin, adminOnly)
  app.route('/', adminDashboard)
  app.route('/', auth)
  app.route('/', ownAccount)
  app.route('/', users)
  app.route('/', adminProducts)
  app.route('/', adminShops)
  app.route('/', adminFloristDevices)
  app.route('/', adminMarkets)
  app.route('/', adminAssignOrders)
  app.route('/', adminShopOrders)
  app.route('/', adminAttempts)
  app.route('/', adminStatements)
  app.route('/', adminWaitlist)
  app.route('/', adminOrders)
  app.route('/', adminRefunds)
  app.route('/', adminChoices)
  app.route('/', adminBlocks)
  app.route('/', adminPlatforms)
  app.route('/', adminProblems)
  app.route('/', adminSearch)
  app.route('/', adminSavedViews)
  app.route('/', adminPhotos)
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/openapi.json', async (c) => {
    document ??= openApiDocument(app, deps.config.origin)
    return c.json(await document)
  })
  // The catch-all keeps unknown API paths from falling through to an HTML page.
  app.all('*', methodRefusal(app))
  return app
}
