import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { substitutionAnswerRequest, substitutionRequest } from './schema.ts'
import { answerSubstitution, substitutionOf } from './service.ts'

// The token is sent in the body, because servers log addresses and not bodies.

/** The page on which a buyer says yes or no to other flowers. */
export const substitution = new Hono<ApiEnv>()
  .post(
    '/substitution',
    describeShopCall('The question about missing flowers, by the link in the email, or how it ended', {
      message: 'We could not look that up. Please try again.',
      errors: ['link_unknown'],
    }),
    rateLimit('lookUp'),
    input('json', substitutionRequest),
    async (c) => c.json(await substitutionOf(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/substitution/answer',
    describeShopCall('Answer once: yes, or no, which cancels with a refund; idempotent', {
      message: 'Your answer did not get through. Please try again.',
      errors: ['link_unknown', 'substitution_closed', 'edit_conflict'],
    }),
    rateLimit('lookUp'),
    input('json', substitutionAnswerRequest),
    async (c) => {
      const request = c.req.valid('json')
      await answerSubstitution(c.var.deps, request)
      return c.json(await substitutionOf(c.var.deps, request.token))
    },
  )

export type SubstitutionRoutes = typeof substitution
