import { env } from 'cloudflare:workers'
import { astro, getFetchState } from 'astro/hono'
import { type Context, Hono, type HonoRequest } from 'hono'
import { requestId } from 'hono/request-id'
import { createAgents, isForAgents } from '#api/agents/routes.ts'
import { createApp } from '#api/app.ts'
import type { Deps } from '#api/deps.ts'
import { DEFAULT_PAYMENT_PAGE } from '#api/env.ts'
import { AppError, ERRORS } from '#api/errors.ts'
import { settingsAnswer } from '#api/health/routes.ts'
import { allowedMethods } from '#api/http/allowed-methods.ts'
import { readBody } from '#api/http/request-body.ts'
import { createPageScope, type PageScope } from '#api/platform/database/page-reads.ts'
import { describeFailure, logFailure } from '#api/platform/failure.ts'
import { startTimer } from '#api/platform/timer.ts'
import { log } from '#api/production-deps.ts'
import { productPictureAnswer } from '#api/products/pictures.ts'
import { shopDeps, shopSettings } from '#api/shop-deps.ts'
import { originsOfPictures } from '#api/storefront/queries.ts'
import { pathForLog } from '#domain/log-path.ts'
import type { CallApi } from './admin/server/open-page.tsx'
import type { Fetch } from './lib/api.ts'
import { bouquetFields } from './lib/flow-address.ts'
import { createShopApi } from './lib/shop-api.ts'
import { NOTHING, pagePolicy, REFERRER_POLICY, securityHeaders } from './security-headers.ts'

// One Hono app for every request: security headers, the API, then the pages.
const app = new Hono()

// Registered first, so that it runs last and sees all headers.
app.use(async (c, next) => {
  const pictures = pictureOrigins(c.req)
  await next()
  // Not by c.header: it would make a new answer, without the cookies that the framework keeps beside the old one.
  const { headers } = c.res
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', REFERRER_POLICY)
  // Without a charset browsers guess the encoding until they have read the page's meta element.
  if (headers.get('content-type') === 'text/html') headers.set('content-type', 'text/html; charset=utf-8')
  // An answer that says nothing of it is one person's, or a failure.
  if (!headers.has('cache-control') && !headers.has('cloudflare-cdn-cache-control'))
    headers.set('cache-control', 'private, no-store')
  // The framework writes no policy in development.
  if (import.meta.env.DEV) return
  const written = headers.get('content-security-policy')
  if (!written) return headers.set('content-security-policy', NOTHING)
  const elsewhere = { formTargets: [paymentPage()], pictures: await pictures }
  headers.set('content-security-policy', pagePolicy(written, elsewhere))
})
app.use(securityHeaders)
app.use(requestId({ headerName: '' }))
app.use(async (c, next) => {
  if (isTooLong(c.req.url)) return c.text('This address is too long.', 414)
  return next()
})
app.use(async (c, next) => agentsAt(c.req.url)?.fetch(c.req.raw, { requestId: c.var.requestId }) ?? next())
app.all('/api/*', (c) => callApi(c.req.raw, c.var.requestId))
app.get('/pictures/:file', async (c) => {
  const deps = shopDeps()
  try {
    if (deps) return await productPictureAnswer(deps, c.req.param('file'))
    logWrongSettings(c.var.requestId)
  } catch (error) {
    if (deps)
      logFailure(deps, 'picture_failed', error, { requestId: c.var.requestId, route: '/pictures/:file' })
  }
  return c.text('Please try again in a moment.', 503, { 'retry-after': '60' })
})
app.all('/pictures/*', (c) => {
  const allowed = allowedMethods(app, c.req.path)
  return allowed.length > 0 ? wrongMethod(c, allowed) : c.text('There is no such picture.', 404)
})
app.use(async (c, next) => {
  const started = Date.now()
  await next()
  c.res.headers.set('x-request-id', c.var.requestId)
  // The route, not the address, which may hold a ZIP or an id.
  const route = getFetchState(c).routeData?.route ?? 'unmatched'
  const { method } = c.req
  log(c.res.status >= 500 ? 'warn' : 'info', 'page', {
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
  const { routeData } = getFetchState(c)
  if (!routeData || routeData.route === '/404') return next()
  // A page that is rendered may take a form.
  const allowed = ['GET', 'HEAD', 'OPTIONS', ...(routeData.prerender ? [] : ['POST'])]
  const { method } = c.req
  if (method === 'OPTIONS' || !allowed.includes(method)) return wrongMethod(c, allowed)
  return next()
})
app.use(async (c, next) => {
  const state = getFetchState(c)
  try {
    // Not the context's own: the framework has read what it needs from the old one, and keeps marks on it.
    state.request = await readBody(state.request, startTimer)
  } catch (error) {
    if (error instanceof AppError) return c.text(error.message, error.status)
    throw error
  }
  const { locals } = state
  // Pages call the API inside the Worker, in the shopper's name: limits count the shopper's address.
  const address = c.req.header('cf-connecting-ip')
  const inside: Fetch = async (input, init) => {
    const request = new Request(input, init)
    if (address) request.headers.set('cf-connecting-ip', address)
    return callApi(request, c.var.requestId)
  }
  locals.api = createShopApi('http://shop.internal', inside)
  locals.callApi = pageCalls(c)
  locals.now = new Date()
  locals.requestId = c.var.requestId
  locals.logFailure = (error) => {
    const about = { requestId: c.var.requestId, route: getFetchState(c).routeData?.route ?? 'unmatched' }
    const deps = shopDeps()
    if (deps) logFailure(deps, 'page_failed', error, about)
    else log('error', 'page_failed', { ...about, ...describeFailure(error) })
  }
  // Prerendered pages, too: they know what is under [vars].
  locals.countsViews = Boolean(env['MEASUREMENT_ID'])
  locals.sendsTexts = Boolean(shopDeps()?.texts)
  return next()
})
app.use((c, next) => {
  const state = getFetchState(c)
  if (shopDeps() || !state.routeData || needsNoSettings(state.routeData)) return next()
  logWrongSettings(c.var.requestId)
  return state.rewrite('/back-soon')
})
app.use(astro())

export default app

/** No address of ours is as long: routers take their time with longer ones, and so does the framework. */
const LONGEST_ADDRESS = 16_384

function isTooLong(address: string): boolean {
  return address.length > LONGEST_ADDRESS
}

/** True for an address of ours where the framework knows no page: it would look for a file of that name, or take a slash from its end. */
export function isOurs(address: string): boolean {
  if (isTooLong(address)) return true
  return /^\/(api|pictures)\//.test(new URL(address).pathname) || agentsAt(address) !== null
}

let createdAgents: ReturnType<typeof createAgents> | undefined

/** The app for agents if an address is theirs; null for any other one, and for all while the shop is closed to agents. */
function agentsAt(address: string): ReturnType<typeof createAgents> | null {
  const deps = shopDeps()
  if (!deps || !isForAgents(deps, new URL(address).pathname)) return null
  createdAgents ??= createAgents(deps, bouquetFields)
  return createdAgents
}

/** Says which methods an address takes: to who asks for them, and to who uses another one. */
function wrongMethod(c: Context, allowed: readonly string[]): Response {
  const headers = { allow: allowed.join(', ') }
  if (c.req.method === 'OPTIONS') return c.body(null, 204, headers)
  return c.text(ERRORS.method_not_allowed[1], 405, headers)
}

/** Pages of texts, which are shown without prices while there are none. */
const TEXT_PAGES = ['/', '/faq', '/404']

/** Pages that are rendered at build time have no settings. */
function needsNoSettings({ prerender, route }: { prerender: boolean; route: string }): boolean {
  return prerender || TEXT_PAGES.includes(route)
}

let createdApp: ReturnType<typeof createApp> | undefined

/** The API; while a setting that it needs is missing or wrong, every call is answered with that. */
function callApi(request: Request, requestId: string, page?: PageScope): Response | Promise<Response> {
  const deps = shopDeps()
  if (deps) {
    createdApp ??= createApp(deps)
    return createdApp.fetch(request, { requestId, ...(page && { page }) })
  }
  logWrongSettings(requestId)
  return settingsAnswer(shopSettings().faults, request, requestId, Reflect.get(env, 'HEALTH_TOKEN'))
}

/** One line a request, so that its id leads to the cause. */
function logWrongSettings(requestId: string): void {
  log('error', 'settings_wrong', { requestId, settings: shopSettings().faults })
}

/** The API for a page of the back office. The page passes on the cookies. */
function pageCalls(c: Context): CallApi {
  let scope: PageScope | undefined
  return async (path, init) => {
    const deps = shopDeps()
    if (!deps) throw new Error('The shop has no settings')
    scope ??= createPageScope(deps.db)
    const { origin } = deps.config
    const request = new Request(new URL(path, origin), init)
    request.headers.set('origin', origin)
    for (const name of ['cf-connecting-ip', 'user-agent']) {
      const value = c.req.header(name)
      if (value) request.headers.set(name, value)
    }
    return callApi(request, c.var.requestId, scope)
  }
}

/** Pages that show bouquets and that the edge keeps until the catalogue changes. */
const KEPT_PICTURE_PAGES = ['/', '/home']
/** All that show bouquets, some of them by a script. */
const PICTURE_PAGES = [
  ...KEPT_PICTURE_PAGES,
  ...['/delivery-options', '/payment', '/thank-you', '/manage', '/track', '/florist'],
]
/** For so long an isolate goes by what it knows of the pictures: pages take one round trip to the database, not two. */
const ORIGINS_KNOWN_MS = 60_000
let knownOrigins: { origins: string[]; until: number } | undefined

/** Where a page's pictures may come from besides the shop. In the back office any address can be typed and looked at. */
async function pictureOrigins({ method, path }: HonoRequest): Promise<string[]> {
  if (path.startsWith('/admin')) return ['https:']
  const deps = shopDeps()
  if (!deps) return []
  if (method === 'GET' && KEPT_PICTURE_PAGES.includes(path)) return readOrigins(deps)
  if (!PICTURE_PAGES.includes(path) && !path.startsWith('/checkout/')) return []
  if (!knownOrigins) return readOrigins(deps)
  // Some of these pages ask the database for nothing else, and need not wait for it.
  if (Date.now() >= knownOrigins.until) deps.waitUntil(readOrigins(deps))
  return knownOrigins.origins
}

/** No longer than a page's own questions to the database take, which fail as well then, and the page says so. */
async function readOrigins({ db, config }: Deps): Promise<string[]> {
  const timer = startTimer(config.timeLimits.readMs)
  const read = async () => {
    const origins = await originsOfPictures(db)
    knownOrigins = { origins, until: Date.now() + ORIGINS_KNOWN_MS }
  }
  await Promise.race([read().catch(() => {}), timer.over])
  timer.cancel()
  return knownOrigins?.origins ?? []
}

/** The origin of the hosted checkout, where a form without JavaScript is led to. */
function paymentPage(): string {
  return new URL(shopSettings().settings?.PAYMENT_PAGE_ORIGIN ?? DEFAULT_PAYMENT_PAGE).origin
}
