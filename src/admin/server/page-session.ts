import type { CurrentSessionAnswer, SessionAnswer } from '#api/auth/schema.ts'

/** Calls our API inside the Worker. The path begins with `/api`. */
export type CallApi = (path: string, init: RequestInit) => Promise<Response>

/** Whose page it is. */
export type PageSession = {
  kind: 'signed-in' | 'signed-out' | 'unreachable'
  /** Null for nobody, or nobody known. */
  session: SessionAnswer | null
  /** The cookies that further calls send. */
  cookie: string
  /** What the page's answer has to set. */
  setCookies: readonly string[]
}

const SESSION_COOKIE = /(?:^|;\s*)__Host-(?:access|refresh)=/

/** True if a browser sent something that may be a session. */
export function hasSession(request: Request): boolean {
  return SESSION_COOKIE.test(request.headers.get('cookie') ?? '')
}

/**
 * Session cookies are `SameSite=Strict`: a visit from an email or another site comes without them, whoever is signed in.
 * The same address asked for by a page of ours brings them. Browsers without `Sec-Fetch-Site` say where they come from by
 * the referrer; without one the request counts as one of ours.
 */
export function comesFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'cross-site'
  const referrer = request.headers.get('referer')
  return referrer !== null && !referrer.startsWith(`${new URL(request.url).origin}/`)
}

/**
 * Finds out who is signed in by the request's cookies. An access token that has expired is refreshed, as the browser
 * would do it: two pages that refresh at once get the same successor.
 */
export async function pageSession(request: Request, call: CallApi): Promise<PageSession> {
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
