import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { documented, fallback, input } from '#api/http/documented.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { joinWaitlist } from '#api/services/waitlist/join.ts'
import { joinWaitlistAnswer, joinWaitlistRequest } from '#src/contracts/waitlist.ts'

/** The waitlist for cities we are not in yet. */
export const waitlist = new Hono<ApiEnv>().post(
  '/waitlist',
  documented({
    summary:
      'Join the waitlist; a second try with the same e-mail and ZIP stores nothing and is thanked again',
    tag: 'shop',
    answer: joinWaitlistAnswer,
    errors: ['invalid', 'rate_limited', 'too_slow'],
  }),
  fallback('There was a problem submitting your request. Please try again.'),
  rateLimit('waitlist'),
  input('json', joinWaitlistRequest),
  async (c) => {
    await joinWaitlist(c.var.deps, c.req.valid('json'))
    return c.json({ success: true } as const)
  },
)

export type WaitlistRoutes = typeof waitlist
