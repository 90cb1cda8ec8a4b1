import { Hono } from 'hono'
import { answerWhenDone } from '#api/http/answer-within.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { documented, fallback, input } from '#api/http/documented.ts'
import { signedIn } from '#api/http/guard.ts'
import { idParams } from '#api/http/page-schema.ts'
import { secondFactorOf } from './account-queries.ts'
import {
  activityAnswer,
  changePasswordRequest,
  confirmedByPassword,
  confirmSecondFactorRequest,
  ownSessionsAnswer,
  recoveryCodesAnswer,
  secondFactorAnswer,
  secondFactorBegun,
} from './account-schema.ts'
import { changePassword } from './change-password.ts'
import { done } from './schema.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { recentActivity } from './security-event-queries.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './sessions.ts'

const TRY_AGAIN = 'That did not work. Please try again in a moment.'
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

/** What signed-in people, members too, do with their own account. */
export const ownAccount = new Hono<ApiEnv>()
  .post(
    '/auth/password',
    documented({
      summary: 'Change one’s own password; all other sessions end',
      tag: 'accounts',
      answer: done,
      errors: ['malformed', 'signed_out', 'cross_site', 'invalid', 'rate_limited', 'busy'],
    }),
    fallback(NOT_CONFIRMED),
    answerWhenDone,
    signedIn,
    input('json', changePasswordRequest),
    async (c) => {
      await changePassword(c.var.deps, c.var.session, c.req.valid('json'))
      return c.json(DONE)
    },
  )
  .get(
    '/auth/sessions',
    documented({
      summary: 'Where one is signed in',
      tag: 'accounts',
      answer: ownSessionsAnswer,
      errors: ['signed_out'],
    }),
    fallback(TRY_AGAIN),
    signedIn,
    async (c) => c.json({ sessions: await ownSessions(c.var.deps, c.var.session) }),
  )
  .delete(
    '/auth/sessions',
    documented({
      summary: 'Sign out everywhere but here',
      tag: 'accounts',
      answer: done,
      errors: ['signed_out', 'cross_site'],
    }),
    fallback(TRY_AGAIN),
    signedIn,
    async (c) => {
      await endOtherSessions(c.var.deps, c.var.session)
      return c.json(DONE)
    },
  )
  .delete(
    '/auth/sessions/:id',
    documented({
      summary: 'Sign out one of one’s own browsers',
      tag: 'accounts',
      answer: done,
      errors: ['signed_out', 'cross_site', 'not_found'],
    }),
    fallback(TRY_AGAIN),
    signedIn,
    input('param', idParams),
    async (c) => {
      await endOwnSession(c.var.deps, c.var.session, c.req.valid('param').id)
      return c.json(DONE)
    },
  )
  .get(
    '/auth/activity',
    documented({
      summary: 'What happened to the security of one’s account lately, newest first',
      tag: 'accounts',
      answer: activityAnswer,
      errors: ['signed_out'],
    }),
    fallback(TRY_AGAIN),
    signedIn,
    async (c) => c.json({ events: await recentActivity(c.var.deps.db, c.var.session.userId) }),
  )
  .get(
    '/auth/second-factor',
    documented({
      summary: 'Whether one’s second factor is on',
      tag: 'accounts',
      answer: secondFactorAnswer,
      errors: ['signed_out'],
    }),
    fallback(TRY_AGAIN),
    signedIn,
    async (c) => c.json(await secondFactorOf(c.var.deps.db, c.var.session.userId)),
  )
  .post(
    '/auth/second-factor/begin',
    documented({
      summary: 'A secret for an authenticator app; it counts once it is confirmed',
      tag: 'accounts',
      answer: secondFactorBegun,
      errors: [...BY_PASSWORD, 'second_factor_on'],
    }),
    fallback(TRY_AGAIN),
    signedIn,
    input('json', confirmedByPassword),
    async (c) => {
      const { password } = c.req.valid('json')
      return c.json(await beginSecondFactor(c.var.deps, c.var.session, password))
    },
  )
  .post(
    '/auth/second-factor/confirm',
    documented({
      summary: 'Switch the second factor on by a code of the app; the recovery codes are told once',
      tag: 'accounts',
      answer: recoveryCodesAnswer,
      errors: [...BY_PASSWORD, 'second_factor_on'],
    }),
    fallback(TRY_AGAIN),
    answerWhenDone,
    signedIn,
    input('json', confirmSecondFactorRequest),
    async (c) => {
      const { code } = c.req.valid('json')
      return c.json({ recoveryCodes: await confirmSecondFactor(c.var.deps, c.var.session, code) })
    },
  )
  .post(
    '/auth/second-factor/off',
    documented({
      summary: 'Switch the second factor off',
      tag: 'accounts',
      answer: done,
      errors: BY_PASSWORD,
    }),
    fallback(TRY_AGAIN),
    answerWhenDone,
    signedIn,
    input('json', confirmedByPassword),
    async (c) => {
      await endSecondFactor(c.var.deps, c.var.session, c.req.valid('json').password)
      return c.json(DONE)
    },
  )
  .post(
    '/auth/second-factor/recovery-codes',
    documented({
      summary: 'New recovery codes; the old ones end',
      tag: 'accounts',
      answer: recoveryCodesAnswer,
      errors: BY_PASSWORD,
    }),
    fallback(TRY_AGAIN),
    answerWhenDone,
    signedIn,
    input('json', confirmedByPassword),
    async (c) => {
      const { password } = c.req.valid('json')
      return c.json({ recoveryCodes: await renewRecoveryCodes(c.var.deps, c.var.session, password) })
    },
  )

export type OwnAccountRoutes = typeof ownAccount
