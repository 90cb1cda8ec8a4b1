import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { SessionTokens } from '#api/deps.ts'
import { deviceName } from '#domain/device.ts'
import { CHALLENGE_SECONDS, DEVICE_TOKEN_SECONDS } from '#domain/sign-in.ts'
import type { ApiEnv } from './context.ts'
import { addressOf } from './rate-limit.ts'

// Where the tokens are kept. No script reads them, no other site makes a browser send them, and
// the prefix keeps other hosts of our domain from setting them.

type Name = 'access' | 'refresh' | 'challenge' | 'device'

/** The name under which a browser keeps a token. */
export const cookieName = (name: Name) => `__Host-${name}`

/** The browser's cookie with one of our names. */
export function tokenOf(c: Context<ApiEnv>, name: Name): string | undefined {
  return getCookie(c, name, 'host')
}

/** The browser's own name, in words: `Firefox on Windows`. */
export function deviceOf(c: Context<ApiEnv>): string {
  return deviceName(c.req.header('user-agent') ?? null)
}

/** The facts about a browser that are kept of its sign-in. */
export function browserOf(c: Context<ApiEnv>) {
  return {
    address: addressOf(c),
    userAgent: c.req.header('user-agent'),
    device: tokenOf(c, 'device'),
    refreshToken: tokenOf(c, 'refresh'),
  }
}

/** Gives a browser its session. */
export function setSessionCookies(c: Context<ApiEnv>, opened: SessionTokens): void {
  const now = c.var.deps.clock.now().getTime()
  const seconds = Math.floor((Date.parse(opened.sessionEndsAt) - now) / 1000)
  // Until the session ends, not until the token does: signing out needs to know the session.
  keep(c, 'access', opened.accessToken, seconds)
  keep(c, 'refresh', opened.refreshToken, seconds)
  if (opened.device !== undefined) setDeviceCookie(c, opened.device)
  if (tokenOf(c, 'challenge')) deleteCookie(c, 'challenge', { prefix: 'host' })
}

/** Remembers that somebody knew their password. */
export function setChallengeCookie(c: Context<ApiEnv>, challenge: string): void {
  keep(c, 'challenge', challenge, CHALLENGE_SECONDS)
}

/** Marks a browser as one that its owner has used. */
export function setDeviceCookie(c: Context<ApiEnv>, device: string): void {
  keep(c, 'device', device, DEVICE_TOKEN_SECONDS)
}

/** Takes the session from a browser. */
export function clearSessionCookies(c: Context<ApiEnv>): void {
  for (const name of ['access', 'refresh', 'challenge']) deleteCookie(c, name, { prefix: 'host' })
}

function keep(c: Context<ApiEnv>, name: Name, value: string, maxAge: number): void {
  // With the prefix goes `Secure`, and the path of the whole site.
  setCookie(c, name, value, { prefix: 'host', httpOnly: true, sameSite: 'Strict', maxAge })
}
