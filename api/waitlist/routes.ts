import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { documented, fallback, input } from '#api/http/documented.ts'
import { addressOf } from '#api/http/rate-limit.ts'
import { joinWaitlist } from './join.ts'
import { leaveWaitlist } from './leave.ts'
import { joinWaitlistAnswer, joinWaitlistRequest } from './schema.ts'
import { oneClickForm, oneClickParams, unsubscribeAnswer, unsubscribeRequest } from './unsubscribe-schema.ts'

const UNSUBSCRIBE_FAILED = 'We could not take you off the list just now. Please try again.'

/** The waitlist for cities we are not in yet: in, and out again. */
export const waitlist = new Hono<ApiEnv>()
  .post(
    '/waitlist',
    documented({
      summary:
        'Join the waitlist; a second try with the same e-mail and ZIP stores nothing and is thanked again',
      tag: 'shop',
      answer: joinWaitlistAnswer,
      errors: ['malformed', 'invalid', 'rate_limited', 'too_slow'],
    }),
    fallback('There was a problem submitting your request. Please try again.'),
    input('json', joinWaitlistRequest),
    async (c) => {
      await joinWaitlist(c.var.deps, c.req.valid('json'), addressOf(c))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/waitlist/unsubscribe',
    documented({
      summary: 'Leave the waitlist by the token of an e-mail; again changes nothing more',
      tag: 'shop',
      answer: unsubscribeAnswer,
      errors: ['malformed', 'invalid', 'link_unknown', 'rate_limited', 'too_slow'],
    }),
    fallback(UNSUBSCRIBE_FAILED),
    input('json', unsubscribeRequest),
    async (c) => {
      await leaveWaitlist(c.var.deps, c.req.valid('json').token, addressOf(c))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/waitlist/unsubscribe/:token',
    documented({
      summary: 'Leave the waitlist by one click in the mail program (RFC 8058)',
      tag: 'shop',
      answer: unsubscribeAnswer,
      errors: ['invalid', 'link_unknown', 'rate_limited', 'too_slow'],
    }),
    fallback(UNSUBSCRIBE_FAILED),
    input('param', oneClickParams),
    input('form', oneClickForm),
    async (c) => {
      await leaveWaitlist(c.var.deps, c.req.valid('param').token, addressOf(c))
      return c.json({ success: true } as const)
    },
  )

export type WaitlistRoutes = typeof waitlist
