import { type ErrorHandler, Hono } from 'hono'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { Deps } from '#api/deps.ts'
import { methodRefusal } from '#api/http/allowed-methods.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { onError } from '#api/http/on-error.ts'
import { readBody } from '#api/http/request-body.ts'
import { requestLog } from '#api/http/request-log.ts'
import { requestTimeout } from '#api/http/request-timeout.ts'
import { watchOutsideCalls } from '#api/platform/outside-calls.ts'
import { carryOut } from './carry-out.ts'
import { type BouquetFields, leadOn } from './lead-on.ts'
import { mcpRoutes, onMcpError } from './mcp/routes.ts'
import { readPermalink } from './permalink.ts'
import { MCP_PATH, PERMALINK_PATH, PROFILE_PATHS, profileOf, REST_PATH } from './profile.ts'
import { onProtocolError, restRoutes } from './rest-routes.ts'
import type { Version } from './versions.ts'

const PROFILES = Object.entries(PROFILE_PATHS) as [Version, string][]

/** True for an address that agents know of, as long as the shop is open to them. */
export function isForAgents({ config }: Pick<Deps, 'config'>, pathname: string): boolean {
  const isLink = pathname === PERMALINK_PATH || pathname.startsWith(`${PERMALINK_PATH}/`)
  const isProfile = PROFILES.some(([, path]) => path === pathname)
  return config.agents && (isLink || isProfile || pathname.startsWith('/api/ucp/'))
}

/** A link is one visitor's: no copy of the answer is kept, and the page that it leads to does not learn its address. */
const unkept = createMiddleware(async (c, next) => {
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'no-referrer')
  await next()
})

/** The calls of platforms: in time, with a body that is there, and with the transport's own form of a failure. */
function operationRoutes(
  path: string,
  routes: Hono<ApiEnv>,
  onFailure: ErrorHandler<ApiEnv>,
  deps: Deps,
): Hono<ApiEnv> {
  // Not mounted at the path: the catch-all looks methods up by the whole of it.
  const app = new Hono<ApiEnv>().basePath(path)
  app.onError(onFailure)
  app.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    c.req.raw = await readBody(c.req.raw, deps.startTimer)
    await next()
  })
  app.use(requestTimeout)
  app.route('/', routes)
  app.all('*', methodRefusal(app))
  return app
}

/**
 * The Universal Commerce Protocol: the only part of the shop that knows it. It lives at the root of the site, where the protocol
 * wants it, and not below /api.
 * @param bouquetFields the fields with which the storefront's delivery step is opened for a bouquet
 */
export function createAgents(deps: Deps, bouquetFields: BouquetFields) {
  const app = new Hono<ApiEnv>()
  app.use(requestId({ headerName: '', generator: (c) => c.env?.requestId ?? crypto.randomUUID() }))
  app.use(async (c, next) => {
    c.set('deps', deps)
    await next()
    c.res.headers.set('x-request-id', c.var.requestId)
  })
  app.use((_, next) => watchOutsideCalls(next))
  // Its lines have the route, never the address: a link may hold a name and a phone.
  app.use(requestLog)
  app.onError(onError)
  for (const [version, path] of PROFILES) {
    app.get(path, etag(), (c) => {
      c.header('cache-control', 'public, max-age=300')
      return c.json(profileOf(deps.config.origin, version))
    })
  }
  app.route('/', operationRoutes(REST_PATH, restRoutes(carryOut), onProtocolError, deps))
  app.route('/', operationRoutes(MCP_PATH, mcpRoutes(carryOut), onMcpError, deps))
  // A browser's way into the shop, also a preview's or a scanner's: it stores nothing and holds no place.
  for (const path of ['', '/', '/:items{[^]+}']) {
    app.get(PERMALINK_PATH + path, unkept, async (c) => {
      const link = readPermalink(c.req.url, PERMALINK_PATH, deps.config.origin)
      return c.redirect(await leadOn(deps, link, bouquetFields), 303)
    })
  }
  app.all('*', methodRefusal(app))
  return app
}
