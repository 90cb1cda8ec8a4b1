import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { CurrentSession, KnownSession } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isRecentlyConfirmed } from '#domain/sign-in.ts'
import type { ApiEnv } from './context.ts'
import { describeGuard } from './describe-route.ts'
import { deviceOf, tokenOf } from './session-cookies.ts'

/**
 * Lets only signed-in people through, and finds out who they are.
 * @throws AppError `signed_out`
 */
export const signedIn = describeGuard(
  createMiddleware<ApiEnv>(async (c, next) => {
    await recognise(c)
    await next()
  }),
  { security: ['session'], errors: ['signed_out'] },
)

/**
 * Lets only admins through, and where a second factor is required only those who have one. Their own account stays open, to
 * turn it on.
 * @throws AppError `signed_out`, `forbidden`, `second_factor_required`
 */
export const adminOnly = describeGuard(
  createMiddleware<ApiEnv>(async (c, next) => {
    const { role, secondFactor } = await recognise(c)
    if (role !== 'admin') throw new AppError('forbidden')
    if (c.var.deps.config.requireSecondFactor && !secondFactor) throw new AppError('second_factor_required')
    await next()
  }),
  { security: ['session'], errors: ['signed_out', 'forbidden', 'second_factor_required'] },
)

const CONFIRM_WITH = {
  code: 'Please enter a code from your authenticator app.',
  password: 'Please enter your password.',
} as const

/**
 * Requires that whoever is signed in has said lately who they are: a session may be stolen, and a desk left open.
 * @throws AppError `confirm_required`, whose issue names the field that `/auth/confirm` takes
 */
export function requireConfirmed({ deps, session }: Pick<ApiEnv['Variables'], 'deps' | 'session'>): void {
  if (isRecentlyConfirmed(session.confirmedAt, deps.clock.now())) return
  const path = session.secondFactor ? 'code' : 'password'
  throw new AppError('confirm_required', { issues: [{ path, message: CONFIRM_WITH[path] }] })
}

/** {@link requireConfirmed} for all requests to a route. It stands after `signedIn` or `adminOnly`. */
export const recentlyConfirmed = describeGuard(
  createMiddleware<ApiEnv>(async (c, next) => {
    requireConfirmed(c.var)
    await next()
  }),
  { errors: ['confirm_required'] },
)

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
  const { deps, findSession } = c.var
  const page = c.env?.page
  if (!page) return findSession(deps, token)
  const known = page.sessions.get(token) ?? findSession(deps, token)
  page.sessions.set(token, known)
  return known
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
