import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { openAPIRouteHandler } from 'hono-openapi'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { answerWithin } from './http/answer-within.ts'
import type { ApiEnv } from './http/context.ts'
import { adminOnly } from './http/guard.ts'
import { onError } from './http/on-error.ts'
import { requestLog } from './http/request-log.ts'
import { sameOrigin } from './http/same-origin.ts'
import { adminAssignOrders } from './routes/admin/assign-orders.ts'
import { adminDashboard } from './routes/admin/dashboard.ts'
import { adminMarkets } from './routes/admin/markets.ts'
import { adminOrders } from './routes/admin/orders.ts'
import { adminProblems } from './routes/admin/problems.ts'
import { adminProducts } from './routes/admin/products.ts'
import { adminRefunds } from './routes/admin/refunds.ts'
import { adminShopOrders } from './routes/admin/shop-orders.ts'
import { adminShops } from './routes/admin/shops.ts'
import { adminStatements } from './routes/admin/statements.ts'
import { users } from './routes/admin/users.ts'
import { adminWaitlist } from './routes/admin/waitlist.ts'
import { auth } from './routes/auth.ts'
import { florist } from './routes/florist.ts'
import { ownAccount } from './routes/own-account.ts'
import { browserErrors } from './routes/shop/browser-errors.ts'
import { checkout } from './routes/shop/checkout.ts'
import { pageViews } from './routes/shop/page-views.ts'
import { storefront } from './routes/shop/storefront.ts'
import { waitlist } from './routes/shop/waitlist.ts'
import { health } from './routes/system.ts'
import { tracking } from './routes/tracking.ts'
import { resendWebhook } from './routes/webhooks/resend.ts'
import { stripeWebhook } from './routes/webhooks/stripe.ts'

/** What a request may weigh, here and at the pages. */
export const MAX_BODY_BYTES = 256 * 1024

/** The whole API below /api. Everything from outside comes in through `deps`; nothing here knows where it runs. */
export function createApp(deps: Deps) {
  const app = new Hono<ApiEnv>().basePath('/api')
  // Inside the Worker the request has its id already; what a caller calls it does not count.
  app.use(requestId({ headerName: '', generator: (c) => c.env?.requestId ?? crypto.randomUUID() }))
  app.use(async (c, next) => {
    c.set('deps', deps)
    await next()
    // Not by c.header, which makes the answer anew each time.
    const { headers } = c.res
    headers.set('x-request-id', c.var.requestId)
    headers.set('cache-control', 'no-store')
  })
  app.use(requestLog)
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new AppError('too_large')
      },
    }),
  )
  app.onError(onError)

  // Machines are patient; from here on a person waits.
  app.route('/', stripeWebhook)
  app.route('/', resendWebhook)
  app.route('/', health)
  app.use(answerWithin)
  app.route('/', storefront)
  app.route('/', checkout)
  app.route('/', waitlist)
  app.route('/', pageViews)
  app.route('/', browserErrors)
  app.route('/', florist)
  app.route('/', tracking)
  // The guard stands before every route below it, those of tomorrow too.
  app.use('/auth/*', sameOrigin)
  app.use('/admin/*', sameOrigin, adminOnly)
  app.route('/', adminDashboard)
  app.route('/', auth)
  app.route('/', ownAccount)
  app.route('/', users)
  app.route('/', adminProducts)
  app.route('/', adminShops)
  app.route('/', adminMarkets)
  app.route('/', adminAssignOrders)
  app.route('/', adminShopOrders)
  app.route('/', adminStatements)
  app.route('/', adminWaitlist)
  app.route('/', adminOrders)
  app.route('/', adminRefunds)
  app.route('/', adminProblems)
  app.get(
    '/openapi.json',
    openAPIRouteHandler(app, {
      documentation: {
        openapi: '3.1.0',
        info: { title: 'Apologize Better', version: '1', description: 'The shop and its back office.' },
        servers: [{ url: deps.config.origin }],
      },
    }),
  )
  // The catch-all keeps unknown API paths from falling through to an HTML page.
  app.all('*', () => {
    throw new AppError('not_found')
  })
  return app
}
