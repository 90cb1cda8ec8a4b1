import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { signedIn } from '#api/http/guard.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withoutTimeout } from '#api/http/request-timeout.ts'
import { secondFactorOf } from './account-queries.ts'
import { changePasswordRequest, confirmedByPassword, confirmSecondFactorRequest } from './account-schema.ts'
import { changePassword } from './change-password.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { recentActivity } from './security-event-queries.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './sessions.ts'

const TRY_AGAIN = 'That didn’t work. Please try again in a moment.'
const NOT_CONFIRMED =
  'We could not confirm that your new password was saved. Try to sign in with it. If that fails, please try again.'
const DONE = { success: true } as const
const BY_PASSWORD = [
  'malformed',
  'signed_out',
  'cross_site',
  'second_factor_off',
  'invalid',
  'rate_limited',
  'busy',
] as const

/** Routes for signed-in people, members too, about their own account. */
export const ownAccount = new Hono<ApiEnv>()
  .post(
    '/auth/password',
    describeRoute('accounts', 'Change your own password; all other sessions end', {
      message: NOT_CONFIRMED,
      errors: ['malformed', 'signed_out', 'cross_site', 'invalid', 'rate_limited', 'busy'],
    }),
    withoutTimeout,
    signedIn,
    input('json', changePasswordRequest),
    async (c) => {
      await changePassword(c.var.deps, c.var.session, c.req.valid('json'))
      return c.json(DONE)
    },
  )
  .get(
    '/auth/sessions',
    describeRoute('accounts', 'Your own active sessions', { message: TRY_AGAIN, errors: ['signed_out'] }),
    signedIn,
    async (c) => c.json({ sessions: await ownSessions(c.var.deps, c.var.session) }),
  )
  .delete(
    '/auth/sessions',
    describeRoute('accounts', 'Sign out all other sessions', {
      message: TRY_AGAIN,
      errors: ['signed_out', 'cross_site'],
    }),
    signedIn,
    async (c) => {
      await endOtherSessions(c.var.deps, c.var.session)
      return c.json(DONE)
    },
  )
  .delete(
    '/auth/sessions/:id',
    describeRoute('accounts', 'Sign out one of your own sessions', {
      message: TRY_AGAIN,
      errors: ['signed_out', 'cross_site', 'not_found'],
    }),
    signedIn,
    input('param', idParams),
    async (c) => {
      await endOwnSession(c.var.deps, c.var.session, c.req.valid('param').id)
      return c.json(DONE)
    },
  )
  .get(
    '/auth/activity',
    describeRoute('accounts', 'Recent security events of your own account, newest first', {
      message: TRY_AGAIN,
      errors: ['signed_out'],
    }),
    signedIn,
    async (c) => c.json({ events: await recentActivity(c.var.deps.db, c.var.session.userId) }),
  )
  .get(
    '/auth/second-factor',
    describeRoute('accounts', 'Whether your own two-factor authentication is on', {
      message: TRY_AGAIN,
      errors: ['signed_out'],
    }),
    signedIn,
    async (c) => c.json(await secondFactorOf(c.var.deps.db, c.var.session.userId)),
  )
  .post(
    '/auth/second-factor/begin',
    describeRoute(
      'accounts',
      'Create a secret for an authenticator app; it takes effect once a code confirms it',
      {
        message: TRY_AGAIN,
        errors: [...BY_PASSWORD, 'second_factor_on'],
      },
    ),
    signedIn,
    input('json', confirmedByPassword),
    async (c) => {
      const { password } = c.req.valid('json')
      return c.json(await beginSecondFactor(c.var.deps, c.var.session, password))
    },
  )
  .post(
    '/auth/second-factor/confirm',
    describeRoute(
      'accounts',
      'Turn on two-factor authentication with an authenticator code; returns the recovery codes, once',
      { message: TRY_AGAIN, errors: [...BY_PASSWORD, 'second_factor_on'] },
    ),
    withoutTimeout,
    signedIn,
    input('json', confirmSecondFactorRequest),
    async (c) => {
      const { code } = c.req.valid('json')
      return c.json({ recoveryCodes: await confirmSecondFactor(c.var.deps, c.var.session, code) })
    },
  )
  .post(
    '/auth/second-factor/off',
    describeRoute('accounts', 'Turn off two-factor authentication', {
      message: TRY_AGAIN,
      errors: BY_PASSWORD,
    }),
    withoutTimeout,
    signedIn,
    input('json', confirmedByPassword),
    async (c) => {
      await endSecondFactor(c.var.deps, c.var.session, c.req.valid('json').password)
      return c.json(DONE)
    },
  )
  .post(
    '/auth/second-factor/recovery-codes',
    describeRoute('accounts', 'Create new recovery codes; the old ones stop working', {
      message: TRY_AGAIN,
      errors: BY_PASSWORD,
    }),
    withoutTimeout,
    signedIn,
    input('json', confirmedByPassword),
    async (c) => {
      const { password } = c.req.valid('json')
      return c.json({ recoveryCodes: await renewRecoveryCodes(c.var.deps, c.var.session, password) })
    },
  )

export type OwnAccountRoutes = typeof ownAccount
