import { AsyncLocalStorage } from 'node:async_hooks'
import { renderToString } from 'react-dom/server'
import { isTimeZone, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { AdminApp, type AdminParts, createAdmin } from '#src/admin/app.tsx'
import { callOnServer } from '#src/admin/client/api.ts'
import { type FirstScreen, ServerTitleContext } from '#src/admin/first-screen.tsx'
import { writeCache } from '#src/admin/page-cache.ts'
import { ZONE_COOKIE } from '#src/lib/zone-cookie.ts'
import {
  type CallApi,
  comesFromElsewhere,
  hasSession,
  type PageSession,
  pageSession,
} from './page-session.ts'

/** The answer to a request for a page of the back office. */
export type OpenedPage =
  /** The browser is to go elsewhere. */
  | { kind: 'redirect'; to: string; setCookies: readonly string[] }
  /** The browser is to ask once more, from a page of ours: this time it sends its cookies. */
  | { kind: 'ask-again' }
  /** No screen has this address: for everybody but admins, who see that inside the back office. */
  | { kind: 'missing' }
  /**
   * @property status 404 where no screen has this address
   * @property title the screen's, without the brand
   */
  | {
      kind: 'page'
      status: 200 | 404
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

/** The API calls of a request's queries. */
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
  const parts = createAdmin({ countsViews: false, href })
  const [, params, screen] = parts.router.getMatchedRoutes(pathname)
  // The rest of an address that only begins like a screen's.
  const isScreen = screen !== undefined && params['**'] === undefined
  const found: PageSession = hasSession(request)
    ? await pageSession(request, call)
    : { kind: 'signed-out', setCookies: [] }
  const isAdmin = found.kind === 'signed-in' && found.session.user.app_metadata.role === 'admin'
  if (!isScreen && !isAdmin && found.kind !== 'unreachable') return { kind: 'missing' }
  if (found.kind === 'signed-out') return toSignIn(href, found.setCookies)
  const session = found.kind === 'signed-in' ? found.session : null
  const setCookies = found.kind === 'signed-in' ? found.setCookies : []
  if (isAdmin) {
    await calls.run(withCookie(call, found.cookie), () => parts.router.load())
    const result = parts.router._serverResult
    if (result?.type === 'redirect') return { kind: 'redirect', to: addressOf(result.redirect), setCookies }
  }
  const first: FirstScreen = {
    session,
    now: now.toISOString(),
    zone: zoneOf(request),
    countsViews,
    queries: writeCache(parts.queryClient),
  }
  const status = isScreen ? 200 : 404
  return { kind: 'page', status, ...render(first, parts), first, setCookies }
}

function render(first: FirstScreen, parts: AdminParts): { html: string; title: string } {
  let title = 'Back office'
  const html = renderToString(
    <ServerTitleContext
      value={(given) => {
        title = given
      }}
    >
      <AdminApp page={first} parts={parts} />
    </ServerTitleContext>,
  )
  return { html, title }
}

function toSignIn(from: string, setCookies: readonly string[]): OpenedPage {
  return { kind: 'redirect', to: `/login?from=${encodeURIComponent(from)}`, setCookies }
}

function addressOf(redirect: Response): string {
  return redirect.headers.get('location') ?? '/admin'
}

function withCookie(call: CallApi, cookie: string): CallApi {
  return (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    return call(path, { ...init, headers })
  }
}

/** The reader's zone, as their browser told it on an earlier page; before that the shop's. */
function zoneOf(request: Request): string {
  const given = new RegExp(`(?:^|;\\s*)${ZONE_COOKIE}=([^;]*)`).exec(request.headers.get('cookie') ?? '')?.[1]
  const zone = given && decodeURIComponentSafely(given)
  return zone && isTimeZone(zone) ? zone : REPORTING_TIME_ZONE
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
