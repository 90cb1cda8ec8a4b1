import * as z from 'zod/mini'
import { key } from '#api/http/field-schema.ts'
import { SUBSTITUTION_ANSWERS } from '#domain/order/substitution.ts'

/** The token of the link. The service decides whether it opens anything. */
const token = key(200)

export const substitutionRequest = z.strictObject({ token })

export const substitutionAnswerRequest = z.strictObject({
  token,
  answer: z.enum(SUBSTITUTION_ANSWERS, 'Please choose one'),
})

export type SubstitutionAnswerRequest = z.infer<typeof substitutionAnswerRequest>
