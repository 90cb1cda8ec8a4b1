import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminWrite, describeShopCall, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { askBuyerByAdmin } from './dangers.ts'
import { choiceAnswerRequest, choiceRequest, offerRequest } from './schema.ts'
import { answerChoice, choiceOf } from './service.ts'

// The token is sent in the body, because servers log addresses and not bodies.

/** The page on which a buyer chooses what becomes of a promise in danger. */
export const choice = new Hono<ApiEnv>()
  .post(
    '/choice',
    describeShopCall('What the buyer of an order in danger can choose, by the link in the email', {
      message: 'We could not look that up. Please try again.',
      errors: ['link_unknown'],
    }),
    rateLimit('lookUp'),
    input('json', choiceRequest),
    async (c) => c.json(await choiceOf(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/choice/answer',
    describeShopCall('Choose once: wait, another day, or cancel with a refund; idempotent', {
      message: 'Your choice did not get through. Please try again.',
      errors: ['link_unknown', 'choice_closed', 'choice_changed', 'edit_conflict'],
    }),
    rateLimit('lookUp'),
    input('json', choiceAnswerRequest),
    async (c) => {
      const request = c.req.valid('json')
      await answerChoice(c.var.deps, request)
      return c.json(await choiceOf(c.var.deps, request.token))
    },
  )

export type ChoiceRoutes = typeof choice

/** The owner asks the buyer. */
export const adminChoices = new Hono<ApiEnv>().post(
  '/admin/orders/:id/choice',
  describeAdminWrite('Ask the buyer of an order in danger: wait, another day or cancel', {
    message: 'Failed to ask the buyer',
    errors: ['order_not_found', 'promise_not_in_danger', 'choice_offered', 'edit_conflict'],
  }),
  input('param', idParams),
  input('json', offerRequest),
  async (c) => {
    const { id } = c.req.valid('param')
    await askBuyerByAdmin(c.var.deps, c.var.session.userId, id, c.req.valid('json').waitUntil)
    return c.json({ success: true } as const)
  },
)

export type AdminChoicesRoutes = typeof adminChoices
