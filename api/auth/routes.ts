import { Hono } from 'hono'
import { AppError, type ErrorCode } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { currentSession, recentlyConfirmed, signedIn } from '#api/http/guard.ts'
import { idParams } from '#api/http/page-schema.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { withoutTimeout } from '#api/http/request-timeout.ts'
import type { SecurityScheme } from '#api/http/security-schemes.ts'
import {
  browserOf,
  clearSessionCookies,
  deviceOf,
  setChallengeCookie,
  setDeviceCookie,
  setSessionCookies,
  tokenOf,
} from '#api/http/session-cookies.ts'
import { secondFactorOf } from './account-queries.ts'
import { confirmPerson } from './confirm.ts'
import { describeLink, requestPasswordReset } from './one-time-links.ts'
import { acceptInvitation, changePassword, resetPassword } from './passwords.ts'
import {
  byPasswordAndCode,
  type CurrentSessionAnswer,
  changePasswordRequest,
  confirmedByPassword,
  confirmRequest,
  confirmSecondFactorRequest,
  forgottenPasswordRequest,
  linkRequest,
  passwordByLinkRequest,
  type SignInAnswer,
  secondFactorRequest,
  signInRequest,
} from './schema.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { recentActivity } from './security-event-queries.ts'
import { endSessions } from './session-queries.ts'
import { endOwnSession, ownSessions, refreshSession, sessionAnswerOf, signOut } from './sessions.ts'
import { finishSignIn, signIn } from './sign-in.ts'

const SIGN_IN_FAILED = 'Failed to sign in'
const TRY_AGAIN = 'That didn’t work. Please try again in a moment.'
const NOT_CONFIRMED =
  'We could not confirm that your new password was saved. Try to sign in with it. If that fails, please try again.'
const DONE = { success: true } as const
const BY_PASSWORD = ['second_factor_off', 'rate_limited', 'busy'] as const
const BY_LINK = ['link_unknown', 'link_over'] as const

/** @param message of unknown failures @param security what a handler looks at itself, without a guard */
const describeAccountRoute = (
  summary: string,
  errors: readonly ErrorCode[] = [],
  message = TRY_AGAIN,
  security: readonly (SecurityScheme | null)[] = [],
) => describeRoute('accounts', summary, { message, errors, security })

/** Signing in and out, refreshing a session, and passwords by links of emails. */
export const auth = new Hono<ApiEnv>()
  .post(
    '/auth/sign-in',
    describeAccountRoute(
      'Sign in with email and password; with `secondFactor` in the response a code is still needed',
      ['wrong_credentials', 'rate_limited', 'busy'],
      SIGN_IN_FAILED,
    ),
    withoutTimeout,
    input('json', signInRequest),
    async (c) => {
      const result = await signIn(c.var.deps, c.req.valid('json'), browserOf(c))
      if ('challenge' in result) {
        setChallengeCookie(c, result.challenge)
        return c.json<SignInAnswer>({ secondFactor: true })
      }
      setSessionCookies(c, result.opened)
      return c.json<SignInAnswer>(result.opened.answer)
    },
  )
  .post(
    '/auth/second-factor',
    describeAccountRoute(
      'Finish signing in with an authenticator code or a recovery code',
      ['second_factor_over', 'wrong_code'],
      SIGN_IN_FAILED,
      ['challenge'],
    ),
    withoutTimeout,
    rateLimit('signIn'),
    input('json', secondFactorRequest),
    async (c) => {
      const { code } = c.req.valid('json')
      const opened = await finishSignIn(c.var.deps, code, tokenOf(c, 'challenge'), browserOf(c))
      setSessionCookies(c, opened)
      return c.json(opened.answer)
    },
  )
  .post(
    '/auth/sign-out',
    describeAccountRoute('Sign out this session', [], TRY_AGAIN, ['session', 'refresh', null]),
    async (c) => {
      await signOut(c.var.deps, { access: tokenOf(c, 'access'), refresh: tokenOf(c, 'refresh') })
      clearSessionCookies(c)
      return c.json(DONE)
    },
  )
  .post(
    '/auth/refresh',
    describeAccountRoute(
      'Refresh a session: a new access token for the refresh token',
      ['signed_out'],
      TRY_AGAIN,
      ['refresh'],
    ),
    async (c) => {
      const opened = await refreshSession(c.var.deps, tokenOf(c, 'refresh'), deviceOf(c))
      if (!opened) {
        clearSessionCookies(c)
        throw new AppError('signed_out')
      }
      setSessionCookies(c, opened)
      return c.json(opened.answer)
    },
  )
  .get(
    '/auth/session',
    describeAccountRoute('The signed-in user', [], TRY_AGAIN, ['session', null]),
    async (c) => {
      const current = await currentSession(c)
      if (!current) {
        const canRefresh = tokenOf(c, 'refresh') !== undefined
        return c.json<CurrentSessionAnswer>({ session: null, canRefresh })
      }
      const { userId: id, email, role } = current.session
      const session = sessionAnswerOf({ id, email, role }, current.expiresAt)
      return c.json<CurrentSessionAnswer>({ session, canRefresh: true })
    },
  )
  .post(
    '/auth/forgotten-password',
    describeAccountRoute(
      'Send a password reset link if the email address is known; the response does not reveal whether it is',
      ['rate_limited'],
    ),
    input('json', forgottenPasswordRequest),
    async (c) => {
      await requestPasswordReset(c.var.deps, c.req.valid('json').email, browserOf(c))
      return c.json(DONE)
    },
  )
  .post(
    '/auth/link',
    describeAccountRoute('Who a one-time link is for, and its purpose', BY_LINK),
    rateLimit('signIn'),
    input('json', linkRequest),
    async (c) => c.json(await describeLink(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/auth/reset-password',
    describeAccountRoute(
      'Choose a new password with the link from an email; all sessions end',
      [...BY_LINK, 'busy'],
      NOT_CONFIRMED,
    ),
    withoutTimeout,
    rateLimit('signIn'),
    input('json', passwordByLinkRequest),
    async (c) => {
      setDeviceCookie(c, await resetPassword(c.var.deps, c.req.valid('json'), deviceOf(c)))
      clearSessionCookies(c)
      return c.json(DONE)
    },
  )
  .post(
    '/auth/accept-invitation',
    describeAccountRoute(
      'Accept an invitation by choosing a password; signs in',
      [...BY_LINK, 'busy'],
      NOT_CONFIRMED,
    ),
    withoutTimeout,
    rateLimit('signIn'),
    input('json', passwordByLinkRequest),
    async (c) => {
      const opened = await acceptInvitation(c.var.deps, c.req.valid('json'), browserOf(c))
      setSessionCookies(c, opened)
      return c.json(opened.answer)
    },
  )

export type AuthRoutes = typeof auth

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
