import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { DONE, describeAccountRoute, NOT_CONFIRMED } from '#api/http/describe-account-route.ts'
import { input } from '#api/http/describe-route.ts'
import { recentlyConfirmed, signedIn } from '#api/http/guard.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withoutTimeout } from '#api/http/request-timeout.ts'
import { secondFactorOf } from './account-queries.ts'
import { confirmPerson } from './confirm.ts'
import { changePassword } from './passwords.ts'
import {
  byPasswordAndCode,
  changePasswordRequest,
  confirmedByPassword,
  confirmRequest,
  confirmSecondFactorRequest,
} from './schema.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { recentActivity } from './security-event-queries.ts'
import { endSessions } from './session-queries.ts'
import { endOwnSession, ownSessions } from './sessions.ts'

const BY_PASSWORD = ['second_factor_off', 'rate_limited', 'busy'] as const

/** Routes for signed-in people, members too, about their own account. */
export const ownAccount = new Hono<ApiEnv>()
  .post(
    '/auth/password',
    describeAccountRoute(
      'Change your own password; all other sessions end',
      ['rate_limited', 'busy'],
      NOT_CONFIRMED,
    ),
    withoutTimeout,
    signedIn,
    input('json', changePasswordRequest),
    async (c) => {
      await changePassword(c.var.deps, c.var.session, c.req.valid('json'))
      return c.json(DONE)
    },
  )
  .post(
    '/auth/confirm',
    describeAccountRoute(
      'Confirm who you are, by a code if your two-factor authentication is on, else by your password; it holds for ten minutes in this session',
      BY_PASSWORD,
    ),
    withoutTimeout,
    signedIn,
    input('json', confirmRequest),
    async (c) => {
      await confirmPerson(c.var.deps, c.var.session, c.req.valid('json'))
      return c.json(DONE)
    },
  )
  .get('/auth/sessions', describeAccountRoute('Your own active sessions'), signedIn, async (c) =>
    c.json({ sessions: await ownSessions(c.var.deps, c.var.session) }),
  )
  .delete(
    '/auth/sessions',
    describeAccountRoute('Sign out all other sessions'),
    signedIn,
    recentlyConfirmed,
    async (c) => {
      const { db, clock } = c.var.deps
      const { id, userId } = c.var.session
      await endSessions(db, userId, { but: id }, clock.now().toISOString())
      return c.json(DONE)
    },
  )
  .delete(
    '/auth/sessions/:id',
    describeAccountRoute('Sign out one of your own sessions', ['not_found']),
    signedIn,
    recentlyConfirmed,
    input('param', idParams),
    async (c) => {
      await endOwnSession(c.var.deps, c.var.session, c.req.valid('param').id)
      return c.json(DONE)
    },
  )
  .get(
    '/auth/activity',
    describeAccountRoute('Recent security events of your own account, newest first'),
    signedIn,
    async (c) => c.json({ events: await recentActivity(c.var.deps.db, c.var.session.userId) }),
  )
  .get(
    '/auth/second-factor',
    describeAccountRoute('Whether your own two-factor authentication is on'),
    signedIn,
    async (c) => c.json(await secondFactorOf(c.var.deps.db, c.var.session.userId)),
  )
  .post(
    '/auth/second-factor/begin',
    describeAccountRoute(
      'Create a secret for an authenticator app; it takes effect once a code confirms it',
      [...BY_PASSWORD, 'second_factor_on'],
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
    describeAccountRoute(
      'Turn on two-factor authentication with an authenticator code; returns the recovery codes, once',
      [...BY_PASSWORD, 'second_factor_on'],
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
    describeAccountRoute('Turn off two-factor authentication, by password and code', BY_PASSWORD),
    withoutTimeout,
    signedIn,
    input('json', byPasswordAndCode),
    async (c) => {
      await endSecondFactor(c.var.deps, c.var.session, c.req.valid('json'))
      return c.json(DONE)
    },
  )
  .post(
    '/auth/second-factor/recovery-codes',
    describeAccountRoute(
      'Create new recovery codes, by password and code; the old ones stop working',
      BY_PASSWORD,
    ),
    withoutTimeout,
    signedIn,
    input('json', byPasswordAndCode),
    async (c) => {
      const request = c.req.valid('json')
      return c.json({ recoveryCodes: await renewRecoveryCodes(c.var.deps, c.var.session, request) })
    },
  )

export type OwnAccountRoutes = typeof ownAccount
