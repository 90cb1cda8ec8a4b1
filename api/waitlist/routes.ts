import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, errorMessage, input } from '#api/http/describe-route.ts'
import { addressOf } from '#api/http/rate-limit.ts'
import { joinWaitlist } from './join.ts'
import { leaveWaitlist } from './leave.ts'
import { joinWaitlistRequest } from './schema.ts'
import { oneClickForm, oneClickParams, unsubscribeRequest } from './unsubscribe-schema.ts'

const UNSUBSCRIBE_FAILED = 'We could not take you off the list just now. Please try again.'

/** The waitlist for cities we are not in yet: in, and out again. */
export const waitlist = new Hono<ApiEnv>()
  .post(
    '/waitlist',
    describeRoute({
      summary:
        'Join the waitlist; a second try with the same e-mail and ZIP stores nothing and is thanked again',
      tag: 'shop',
      errors: ['malformed', 'invalid', 'rate_limited', 'too_slow'],
    }),
    errorMessage('There was a problem submitting your request. Please try again.'),
    input('json', joinWaitlistRequest),
    async (c) => {
      await joinWaitlist(c.var.deps, c.req.valid('json'), addressOf(c))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/waitlist/unsubscribe',
    describeRoute({
      summary: 'Leave the waitlist by the token of an e-mail; again changes nothing more',
      tag: 'shop',
      errors: ['malformed', 'invalid', 'link_unknown', 'rate_limited', 'too_slow'],
    }),
    errorMessage(UNSUBSCRIBE_FAILED),
    input('json', unsubscribeRequest),
    async (c) => {
      await leaveWaitlist(c.var.deps, c.req.valid('json').token, addressOf(c))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/waitlist/unsubscribe/:token',
    describeRoute({
      summary: 'Leave the waitlist by one click in the mail program (RFC 8058)',
      tag: 'shop',
      errors: ['invalid', 'link_unknown', 'rate_limited', 'too_slow'],
    }),
    errorMessage(UNSUBSCRIBE_FAILED),
    input('param', oneClickParams),
    input('form', oneClickForm),
    async (c) => {
      await leaveWaitlist(c.var.deps, c.req.valid('param').token, addressOf(c))
      return c.json({ success: true } as const)
    },
  )

export type WaitlistRoutes = typeof waitlist
