import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#api/errors.ts'
import { liveSession } from '#api/queries/sessions.ts'
import { readAccessToken } from '#api/services/accounts/access-token.ts'
import type { ApiEnv } from './context.ts'

/** Where the access token is kept; with the prefix `__Host-`, which the cookie helper adds. */
export const ACCESS_COOKIE = 'access'

/**
 * Lets only signed-in people through, and finds out who they are: the token names a session, and its row is read, so
 * that a revoked one is out at once (decisions.md, Accounts). One database round trip.
 * @throws AppError `signed_out`
 */
export const signedIn = createMiddleware<ApiEnv>(async (c, next) => {
  await recognise(c)
  await next()
})

/**
 * Lets only admins through (§6).
 * @throws AppError `signed_out`, `forbidden`
 */
export const adminOnly = createMiddleware<ApiEnv>(async (c, next) => {
  const { role } = await recognise(c)
  if (role !== 'admin') throw new AppError('forbidden')
  await next()
})

async function recognise(c: Context<ApiEnv>) {
  const { db, config, clock } = c.var.deps
  const now = clock.now()
  const token = getCookie(c, ACCESS_COOKIE, 'host')
  const claims = token ? await readAccessToken(config, token, now) : null
  const session =
    claims && (await liveSession(db, { id: claims.sessionId, userId: claims.userId }, now.toISOString()))
  if (!session) throw new AppError('signed_out')
  c.set('session', session)
  return session
}
