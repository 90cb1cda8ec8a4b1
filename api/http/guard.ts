import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { activeSession, type CurrentSession } from '#api/auth/session-queries.ts'
import { readAccessToken } from '#api/auth/tokens.ts'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import type { KnownSession } from './page-scope.ts'
import { deviceOf, tokenOf } from './session-cookies.ts'

/**
 * Lets only signed-in people through, and finds out who they are: the token names a session, and its row is read, so
 * that a revoked one is out at once. One database round trip.
 * @throws AppError `signed_out`
 */
export const signedIn = createMiddleware<ApiEnv>(async (c, next) => {
  await recognise(c)
  await next()
})

/**
 * Lets only admins through, and where a second factor is required only those who have one. Their own account stays open, to
 * turn it on.
 * @throws AppError `signed_out`, `forbidden`, `second_factor_required`
 */
export const adminOnly = createMiddleware<ApiEnv>(async (c, next) => {
  const { role, secondFactor } = await recognise(c)
  if (role !== 'admin') throw new AppError('forbidden')
  if (c.var.deps.config.requireSecondFactor && !secondFactor) throw new AppError('second_factor_required')
  await next()
})

/** Sets what somebody without a session reads at one route, before its guard. */
export const signedOutMessage = (message: string) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    c.set('signedOutMessage', message)
    await next()
  })

/** The signed-in user, and until when their access token holds; null for nobody. */
export async function currentSession(c: Context<ApiEnv>): Promise<KnownSession> {
  const token = tokenOf(c, 'access')
  if (!token) return null
  const page = c.env?.page
  if (!page) return lookUp(c, token)
  const known = page.sessions.get(token) ?? lookUp(c, token)
  page.sessions.set(token, known)
  return known
}

async function lookUp(c: Context<ApiEnv>, token: string): Promise<KnownSession> {
  const { db, config, clock } = c.var.deps
  const now = clock.now()
  const claims = await readAccessToken(config, token, now)
  const session =
    claims && (await activeSession(db, { id: claims.sessionId, userId: claims.userId }, now.toISOString()))
  return session && { session, expiresAt: claims.expiresAt }
}

async function recognise(c: Context<ApiEnv>): Promise<CurrentSession> {
  const current = await currentSession(c)
  if (!current) {
    const message = c.var.signedOutMessage
    throw new AppError('signed_out', message === undefined ? {} : { message })
  }
  c.set('session', { ...current.session, device: deviceOf(c) })
  return current.session
}
