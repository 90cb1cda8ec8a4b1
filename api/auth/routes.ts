import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { currentSession } from '#api/http/guard.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { withoutTimeout } from '#api/http/request-timeout.ts'
import {
  browserOf,
  clearSessionCookies,
  deviceOf,
  setChallengeCookie,
  setDeviceCookie,
  setSessionCookies,
  tokenOf,
} from '#api/http/session-cookies.ts'
import { acceptInvitation, describeLink, requestPasswordReset, resetPassword } from './one-time-links.ts'
import {
  type CurrentSessionAnswer,
  forgottenPasswordRequest,
  linkRequest,
  passwordByLinkRequest,
  type SignInAnswer,
  secondFactorRequest,
  signInRequest,
} from './schema.ts'
import { refreshSession, sessionAnswerOf, signOut } from './sessions.ts'
import { finishSignIn, signIn } from './sign-in.ts'

const SIGN_IN_FAILED = 'Failed to sign in'
const TRY_AGAIN = 'That didn’t work. Please try again in a moment.'
const NOT_CONFIRMED =
  'We could not confirm that your new password was saved. Try to sign in with it. If that fails, please try again.'
const DONE = { success: true } as const

/** Signing in and out, refreshing a session, and passwords by links of emails. */
export const auth = new Hono<ApiEnv>()
  .post(
    '/auth/sign-in',
    describeRoute(
      'accounts',
      'Sign in with email and password; with `secondFactor` in the response a code is still needed',
      {
        message: SIGN_IN_FAILED,
        errors: ['malformed', 'wrong_credentials', 'cross_site', 'invalid', 'rate_limited', 'busy'],
      },
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
    describeRoute('accounts', 'Finish signing in with an authenticator code or a recovery code', {
      message: SIGN_IN_FAILED,
      errors: ['malformed', 'second_factor_over', 'wrong_code', 'cross_site', 'invalid', 'rate_limited'],
    }),
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
    describeRoute('accounts', 'Sign out this session', { message: TRY_AGAIN, errors: ['cross_site'] }),
    async (c) => {
      await signOut(c.var.deps, { access: tokenOf(c, 'access'), refresh: tokenOf(c, 'refresh') })
      clearSessionCookies(c)
      return c.json(DONE)
    },
  )
  .post(
    '/auth/refresh',
    describeRoute('accounts', 'Refresh a session: a new access token for the refresh token', {
      message: TRY_AGAIN,
      errors: ['signed_out', 'cross_site', 'too_slow'],
    }),
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
    describeRoute('accounts', 'The signed-in user', { message: TRY_AGAIN }),
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
    describeRoute(
      'accounts',
      'Send a password reset link if the email address is known; the response does not reveal whether it is',
      { message: TRY_AGAIN, errors: ['malformed', 'cross_site', 'invalid', 'rate_limited'] },
    ),
    input('json', forgottenPasswordRequest),
    async (c) => {
      await requestPasswordReset(c.var.deps, c.req.valid('json').email, browserOf(c))
      return c.json(DONE)
    },
  )
  .post(
    '/auth/link',
    describeRoute('accounts', 'Who a one-time link is for, and its purpose', {
      message: TRY_AGAIN,
      errors: ['malformed', 'cross_site', 'link_unknown', 'link_over', 'invalid', 'rate_limited'],
    }),
    rateLimit('signIn'),
    input('json', linkRequest),
    async (c) => c.json(await describeLink(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/auth/reset-password',
    describeRoute('accounts', 'Choose a new password with the link from an email; all sessions end', {
      message: NOT_CONFIRMED,
      errors: ['malformed', 'cross_site', 'link_unknown', 'link_over', 'invalid', 'rate_limited', 'busy'],
    }),
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
    describeRoute('accounts', 'Accept an invitation by choosing a password; signs in', {
      message: NOT_CONFIRMED,
      errors: ['malformed', 'cross_site', 'link_unknown', 'link_over', 'invalid', 'rate_limited', 'busy'],
    }),
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
