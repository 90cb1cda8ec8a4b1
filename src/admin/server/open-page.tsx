import { AsyncLocalStorage } from 'node:async_hooks'
import { parse } from 'hono/utils/cookie'
import { renderToString } from 'react-dom/server'
import type { CurrentSessionAnswer, SessionAnswer } from '#api/auth/schema.ts'
import { isTimeZone, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { AdminApp } from '#src/admin/app.tsx'
import { callOnServer } from '#src/admin/client/api.ts'
import { type FirstScreen, ServerTitleContext } from '#src/admin/first-screen.tsx'
import { writeCache } from '#src/admin/page-cache.ts'
import { type AdminRouter, createAdminRouter } from '#src/admin/router.tsx'
import { COLUMNS_COOKIE, parseHiddenColumns } from '#src/admin/ui/hidden-columns.ts'
import { ApiError } from '#src/lib/api.ts'
import { ZONE_COOKIE } from '#src/lib/zone-cookie.ts'

/** Calls our API inside the Worker. The path begins with `/api`. */
export type CallApi = (path: string, init: RequestInit) => Promise<Response>

/** The answer to a request for a page of the back office. */
export type OpenedPage =
  /** The browser is to go elsewhere. */
  | { kind: 'redirect'; to: string; setCookies: readonly string[] }
  /** The browser is to ask once more, from a page of ours: this time it sends its cookies. */
  | { kind: 'ask-again' }
  /** No screen has this address: for everybody but admins, who see that inside the back office. */
  | { kind: 'missing' }
  /**
   * @property status 404 where no screen has this address, 503 where the screen lacks data because of an outage
   * @property title the screen's, without the brand
   */
  | {
      kind: 'page'
      status: 200 | 404 | 503
      html: string
      title: string
      first: FirstScreen
      setCookies: readonly string[]
    }

type Outside = {
  /** The API inside the Worker, for this page. */
  call: CallApi
  now: Date
  countsViews: boolean
}

/** The way in which the queries of a request call the API. */
const calls = new AsyncLocalStorage<CallApi>()
callOnServer((path, init) => {
  const call = calls.getStore()
  if (!call) throw new Error('Not while a page is rendered')
  return call(path, init)
})

/** Renders a page of the back office with the session and the screen's data, or says where the browser is to go. */
export async function openPage(request: Request, { call, now, countsViews }: Outside): Promise<OpenedPage> {
  const { pathname, search } = new URL(request.url)
  const href = pathname + search
  if (!hasSession(request) && comesFromElsewhere(request)) return { kind: 'ask-again' }
  const router = createAdminRouter({ countsViews: false, href })
  const [, params, screen] = router.getMatchedRoutes(pathname)
  // The rest of an address that only begins like a screen's.
  const isScreen = screen !== undefined && params['**'] === undefined
  const { kind, session, cookie, setCookies } = await pageSession(request, call)
  const isAdmin = session?.user.app_metadata.role === 'admin'
  if (!isScreen && !isAdmin && kind !== 'unreachable') return { kind: 'missing' }
  if (kind === 'signed-out') {
    return { kind: 'redirect', to: `/login?from=${encodeURIComponent(href)}`, setCookies }
  }
  if (isAdmin) {
    const callSignedIn: CallApi = (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      return call(path, { ...init, headers })
    }
    await calls.run(callSignedIn, () => router.load())
    const result = router._serverResult
    if (result?.type === 'redirect') {
      return { kind: 'redirect', to: result.redirect.headers.get('location') ?? '/admin', setCookies }
    }
  }
  const first: FirstScreen = {
    session: session ? { status: 'signed-in', ...session, ended: null } : { status: 'unreachable' },
    now: now.toISOString(),
    zone: zoneOf(request),
    countsViews,
    hiddenColumns: parseHiddenColumns(
      parse(request.headers.get('cookie') ?? '', COLUMNS_COOKIE)[COLUMNS_COOKIE],
    ),
    queries: writeCache(router.options.context.queryClient),
  }
  const failed = kind === 'unreachable' || lacksData(router)
  const status = failed ? 503 : isScreen ? 200 : 404
  return { kind: 'page', status, ...render(first, router), first, setCookies }
}

/** True if the API could not answer something that the screen shows; what it refuses is an answer. */
function lacksData(router: AdminRouter): boolean {
  const queries = router.options.context.queryClient.getQueryCache().getAll()
  return queries.some(({ state: { error } }) => error && !(error instanceof ApiError && error.status < 500))
}

function render(first: FirstScreen, router: AdminRouter): { html: string; title: string } {
  let title = 'Back office'
  const html = renderToString(
    <ServerTitleContext
      value={(given) => {
        title = given
      }}
    >
      <AdminApp page={first} router={router} />
    </ServerTitleContext>,
  )
  return { html, title }
}

/** The reader's zone, as their browser told it on an earlier page; before that the shop's. */
function zoneOf(request: Request): string {
  const zone = parse(request.headers.get('cookie') ?? '', ZONE_COOKIE)[ZONE_COOKIE]
  return zone && isTimeZone(zone) ? zone : REPORTING_TIME_ZONE
}

/** Whose page it is. */
type PageSession = {
  kind: 'signed-in' | 'signed-out' | 'unreachable'
  /** Null for nobody, or nobody known. */
  session: SessionAnswer | null
  /** The cookies that further calls send. */
  cookie: string
  /** The cookies that the page's answer has to set. */
  setCookies: readonly string[]
}

const SESSION_COOKIE = /(?:^|;\s*)__Host-(?:access|refresh)=/

/** True if a browser sent something that may be a session. */
function hasSession(request: Request): boolean {
  return SESSION_COOKIE.test(request.headers.get('cookie') ?? '')
}

/**
 * Session cookies are `SameSite=Strict`: a visit from an email or another site comes without them, whoever is signed in.
 * The same address asked for by a page of ours brings them. Browsers without `Sec-Fetch-Site` say where they come from by
 * the referrer; without one the request counts as one of ours.
 */
function comesFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'cross-site'
  const referrer = request.headers.get('referer')
  return referrer !== null && !referrer.startsWith(`${new URL(request.url).origin}/`)
}

/**
 * Finds out who is signed in by the request's cookies. An access token that has expired is refreshed, as the browser
 * would do it: two pages that refresh at once get the same successor.
 */
async function pageSession(request: Request, call: CallApi): Promise<PageSession> {
  const nobody = { session: null, cookie: '', setCookies: [] }
  if (!hasSession(request)) return { ...nobody, kind: 'signed-out' }
  const cookie = request.headers.get('cookie') ?? ''
  const looked = await call('/api/auth/session', { headers: { cookie } })
  if (!looked.ok) return { ...nobody, kind: 'unreachable' }
  const { session, canRefresh }: CurrentSessionAnswer = await looked.json()
  if (session) return { ...nobody, kind: 'signed-in', session, cookie }
  if (!canRefresh) return { ...nobody, kind: 'signed-out' }
  const refreshed = await call('/api/auth/refresh', { method: 'POST', headers: { cookie } })
  const setCookies = refreshed.headers.getSetCookie()
  if (refreshed.status === 401) return { ...nobody, kind: 'signed-out', setCookies }
  if (!refreshed.ok) return { ...nobody, kind: 'unreachable' }
  const renewed = setCookies.map((set) => set.split(';', 1)[0]).join('; ')
  return { kind: 'signed-in', session: await refreshed.json(), cookie: renewed, setCookies }
}
