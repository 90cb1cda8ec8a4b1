import { Hono } from 'hono'
import type * as z from 'zod/mini'
import type { ErrorCode } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminWrite, describeShopCall, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import type { QuestionKind } from '#domain/order/questions.ts'
import { askBuyerByAdmin } from './dangers.ts'
import { choice, substitution } from './kinds.ts'
import { choiceAnswerRequest, offerRequest, questionRequest, substitutionAnswerRequest } from './schema.ts'
import { answer, lookUp, type Question } from './service.ts'

// The token is sent in the body, because servers log addresses and not bodies.

type AnswerSchema = typeof choiceAnswerRequest | typeof substitutionAnswerRequest

/** The page of a kind of question, and the answers to it. @param summaries of both */
function pageRoutes<K extends QuestionKind, Page extends object, Schema extends AnswerSchema>(
  question: Question<K, Page>,
  schema: Schema,
  summaries: { look: string; answer: string },
  ...errors: ErrorCode[]
) {
  return new Hono<ApiEnv>()
    .basePath(`/${question.kind}`)
    .post(
      '/',
      describeShopCall(summaries.look, {
        message: 'We could not look that up. Please try again.',
        errors: ['link_unknown'],
      }),
      rateLimit('lookUp'),
      input('json', questionRequest),
      async (c) => c.json(await lookUp(c.var.deps, question, c.req.valid('json').token)),
    )
    .post(
      '/answer',
      describeShopCall(summaries.answer, {
        message: 'Your answer did not get through. Please try again.',
        errors: ['link_unknown', ...errors, 'edit_conflict'],
      }),
      rateLimit('lookUp'),
      input('json', schema),
      async (c) => {
        const request = c.req.valid('json') as z.infer<AnswerSchema>
        await answer(c.var.deps, question, request)
        return c.json(await lookUp(c.var.deps, question, request.token))
      },
    )
}

export const choicePage = pageRoutes(
  choice,
  choiceAnswerRequest,
  {
    look: 'What the buyer of an order in danger can choose, by the link in the email',
    answer: 'Choose once: wait, another day, or cancel with a refund; idempotent',
  },
  'choice_closed',
  'choice_changed',
)
export const substitutionPage = pageRoutes(
  substitution,
  substitutionAnswerRequest,
  {
    look: 'The question about missing flowers, by the link in the email, or how it ended',
    answer: 'Answer once: yes, or no, which cancels with a refund; idempotent',
  },
  'substitution_closed',
)

export type ChoiceRoutes = typeof choicePage
export type SubstitutionRoutes = typeof substitutionPage

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
