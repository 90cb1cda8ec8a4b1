import { env } from 'cloudflare:workers'
import { astro, getFetchState } from 'astro/hono'
import { type Context, Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { createApp, MAX_BODY_BYTES } from '#api/app.ts'
import type { Deps } from '#api/deps.ts'
import { createPageScope, type PageScope } from '#api/http/page-scope.ts'
import { log, productionDeps } from '#api/outside.ts'
import { describeFailure, logFailure } from '#api/platform/failure.ts'
import type { CallApi } from './admin/server/page-session.ts'
import { readSettings } from './env.ts'
import { createShopApi } from './lib/api.ts'
import type { Fetch } from './lib/client.ts'
import { pathForLog } from './lib/log-path.ts'
import { createManageApi } from './lib/manage-api.ts'
import { NOTHING, pagePolicy, REFERRER_POLICY, securityHeaders } from './security-headers.ts'

// One Hono app for every request: security headers, the API, then the pages.
const app = new Hono()

// Registered first, so that it runs last and sees all headers.
app.use(async (c, next) => {
  await next()
  // Not by c.header: it would make a new answer, without the cookies that the framework keeps beside the old one.
  const { headers } = c.res
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', REFERRER_POLICY)
  // Without a charset browsers guess the encoding until they have read the page's meta element.
  if (headers.get('content-type') === 'text/html') headers.set('content-type', 'text/html; charset=utf-8')
  // The framework writes no policy in development.
  if (import.meta.env.DEV) return
  const written = headers.get('content-security-policy')
  if (!written) return headers.set('content-security-policy', NOTHING)
  headers.set('content-security-policy', pagePolicy(written, [paymentPage()]))
})
app.use(securityHeaders)
app.use(requestId({ headerName: '' }))
app.all('/api/*', (c) => api().fetch(c.req.raw, { requestId: c.var.requestId }))
app.use(async (c, next) => {
  const started = Date.now()
  await next()
  c.res.headers.set('x-request-id', c.var.requestId)
  // The route, not the address, which may hold a ZIP or an id.
  const route = getFetchState(c).routeData?.route ?? 'unmatched'
  const { method } = c.req
  log('info', 'page', {
    requestId: c.var.requestId,
    method,
    route,
    status: c.res.status,
    ms: Date.now() - started,
  })
  if (c.res.status === 404) {
    log('info', 'not_found', { requestId: c.var.requestId, path: pathForLog(new URL(c.req.url).pathname) })
  }
})
app.use(async (c, next) => {
  // Browsers tell the length of a form.
  if (c.req.raw.body && !(Number(c.req.header('content-length')) <= MAX_BODY_BYTES)) {
    return c.text('This request is too large.', 413)
  }
  const { locals } = getFetchState(c)
  // Pages call the API inside the Worker, in the shopper's name: limits count the shopper's address.
  const address = c.req.header('cf-connecting-ip')
  const inside: Fetch = async (input, init) => {
    const request = new Request(input, init)
    if (address) request.headers.set('cf-connecting-ip', address)
    return api().fetch(request, { requestId: c.var.requestId })
  }
  locals.api = createShopApi('http://shop.internal', inside)
  locals.manageApi = createManageApi('http://shop.internal', inside)
  locals.callApi = pageCalls(c)
  locals.now = new Date()
  locals.requestId = c.var.requestId
  locals.logFailure = (error) => {
    const about = { requestId: c.var.requestId, route: getFetchState(c).routeData?.route ?? 'unmatched' }
    if (deps) logFailure(deps, 'page_failed', error, about)
    else log('error', 'page_failed', { ...about, ...describeFailure(error) })
  }
  // Prerendered pages, too: they know what is under [vars].
  locals.countsViews = Boolean(env['MEASUREMENT_ID'])
  return next()
})
app.use(astro())

export default app

let deps: Deps | undefined
let createdApp: ReturnType<typeof createApp> | undefined

/** Made at the first call that needs it: pages that are rendered at build time have no settings. */
function api(): ReturnType<typeof createApp> {
  createdApp ??= createApp(workerDeps())
  return createdApp
}

function workerDeps(): Deps {
  deps ??= productionDeps(readSettings(env))
  return deps
}

/** The API for a page of the back office. The page passes on the cookies. */
function pageCalls(c: Context): CallApi {
  let scope: PageScope | undefined
  return async (path, init) => {
    const app = api()
    scope ??= createPageScope(workerDeps().db)
    const { origin } = workerDeps().config
    const request = new Request(new URL(path, origin), init)
    request.headers.set('origin', origin)
    for (const name of ['cf-connecting-ip', 'user-agent']) {
      const value = c.req.header(name)
      if (value) request.headers.set(name, value)
    }
    return app.fetch(request, { requestId: c.var.requestId, page: scope })
  }
}

let page: string | undefined

/** The origin of the hosted checkout, where a form without JavaScript is led to. */
function paymentPage(): string {
  page ??= new URL(readSettings(env).PAYMENT_PAGE_ORIGIN).origin
  return page
}
