import * as z from 'zod/mini'
import { FLORIST_ANSWERS } from '#domain/florist.ts'
import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { normaliseText } from '#domain/text.ts'

/** The token of the link's fragment. The service decides whether it opens anything. */
const token = z.string().check(z.minLength(1), z.maxLength(2000))

export const floristOrderRequest = z.strictObject({ token })

const WHY = 'Please say why in a few words, so that we can help'

export const floristAnswerRequest = z
  .strictObject({
    token,
    answer: z.enum(FLORIST_ANSWERS),
    reason: z.optional(
      z.string().check(
        z.overwrite((text) => normaliseText(text).trim()),
        z.maxLength(REJECTION_REASON_MAX, `Please keep this to ${REJECTION_REASON_MAX} characters`),
      ),
    ),
  })
  .check(
    z.refine(({ answer, reason = '' }) => answer !== 'reject' || reason.length >= 3, {
      path: ['reason'],
      error: WHY,
    }),
  )

/** `I will be late`. */
export const floristLateRequest = z.strictObject({
  token,
  /** The new time, by the market's clock: `2026-06-04T19:30`. */
  until: z.string().check(z.maxLength(40)),
})

export type FloristLateRequest = z.infer<typeof floristLateRequest>
export type FloristAnswerRequest = z.infer<typeof floristAnswerRequest>
