import type { CurrentSessionAnswer, SessionAnswer } from '#api/auth/schema.ts'

/** Calls our API inside the Worker. The path begins with `/api`. */
export type CallApi = (path: string, init: RequestInit) => Promise<Response>

/** Whose page it is. `cookie`: what further calls send; `setCookies`: what the page's answer has to set. */
export type PageSession =
  | { kind: 'signed-in'; session: SessionAnswer; cookie: string; setCookies: readonly string[] }
  | { kind: 'signed-out'; setCookies: readonly string[] }
  | { kind: 'unreachable' }

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
  const cookie = request.headers.get('cookie') ?? ''
  const looked = await call('/api/auth/session', { headers: { cookie } })
  if (!looked.ok) return { kind: 'unreachable' }
  const { session, canRefresh }: CurrentSessionAnswer = await looked.json()
  if (session) return { kind: 'signed-in', session, cookie, setCookies: [] }
  if (!canRefresh) return { kind: 'signed-out', setCookies: [] }
  const refreshed = await call('/api/auth/refresh', { method: 'POST', headers: { cookie } })
  const setCookies = refreshed.headers.getSetCookie()
  if (refreshed.status === 401) return { kind: 'signed-out', setCookies }
  if (!refreshed.ok) return { kind: 'unreachable' }
  const answer: SessionAnswer = await refreshed.json()
  return { kind: 'signed-in', session: answer, cookie: withCookies(cookie, setCookies), setCookies }
}

/** A cookie header after an answer has set cookies. */
function withCookies(header: string, setCookies: readonly string[]): string {
  const jar = new Map<string, string>()
  for (const pair of [...header.split(';'), ...setCookies.map((set) => set.split(';', 1)[0] ?? '')]) {
    const [name = '', ...value] = pair.trim().split('=')
    if (name) jar.set(name, value.join('='))
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}
