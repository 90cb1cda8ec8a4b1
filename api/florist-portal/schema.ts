import * as z from 'zod/mini'
import { attemptKey, outcomeFields, outcomeRules } from '#api/delivery-attempts/schema.ts'
import { email } from '#api/http/contact-schema.ts'
import { key, line, text } from '#api/http/field-schema.ts'
import { tooLongMessage } from '#api/http/message-schema.ts'
import { FLORIST_ANSWERS } from '#domain/florist.ts'
import { REJECTION_REASON_MAX, SUBSTITUTION_MAX } from '#domain/limits.ts'
import { SUBSTITUTION_PREFERENCES } from '#domain/order/substitution-preference.ts'
import { PHOTO_STEPS } from '#domain/photos.ts'
import { countCharacters } from '#domain/text.ts'

/** The token of the link. The service decides whether it opens anything. */
const token = key(2000)

export const floristOrderRequest = z.strictObject({ token })

export const floristLinksRequest = z.strictObject({ email })

const WHY = 'Please say why in a few words, so that we can help'

export const floristAnswerRequest = z
  .strictObject({
    token,
    answer: z.enum(FLORIST_ANSWERS),
    reason: z.optional(
      text().check(z.trim(), z.maxLength(REJECTION_REASON_MAX, tooLongMessage(REJECTION_REASON_MAX))),
    ),
  })
  .check(
    z.refine(({ answer, reason = '' }) => answer !== 'reject' || countCharacters(reason) >= 3, {
      path: ['reason'],
      error: WHY,
    }),
  )

/** `I will be late`. */
export const floristLateRequest = z.strictObject({
  token,
  /** The new time, by the market's clock: `2026-06-04T19:30`. */
  until: text().check(z.maxLength(40)),
})

/** A photograph that is uploaded: the picture is the body, the token comes in the header. */
export const floristPhotoQuery = z.strictObject({
  step: z.enum(PHOTO_STEPS),
  /** The page's name for this upload: sent again, it is the same photograph. */
  key: key(64),
})

export const floristPhotoDeletion = z.strictObject({ token, photoId: key(64) })

export type FloristPhotoDeletion = z.infer<typeof floristPhotoDeletion>
/** A delivery attempt. */
export const floristAttemptRequest = z
  .strictObject({ token, key: attemptKey, ...outcomeFields })
  .check(outcomeRules)

export type FloristAttemptRequest = z.infer<typeof floristAttemptRequest>
/** As the page sends it: fields that an outcome does not have may be left out. */
export type FloristAttemptInput = z.input<typeof floristAttemptRequest>
const MISSING = 'Please say what is missing'
const INSTEAD = 'Please say what goes in instead'

/** `I need to substitute`. */
export const floristSubstituteRequest = z.strictObject({
  token,
  missing: line(MISSING, SUBSTITUTION_MAX).check(z.minLength(3, MISSING)),
  instead: line(INSTEAD, SUBSTITUTION_MAX).check(z.minLength(3, INSTEAD)),
  /** The sender's wish as the page showed it: what follows is what it said. */
  preference: z.enum(SUBSTITUTION_PREFERENCES),
})

export type FloristSubstituteRequest = z.infer<typeof floristSubstituteRequest>
export type FloristLateRequest = z.infer<typeof floristLateRequest>
export type FloristAnswerRequest = z.infer<typeof floristAnswerRequest>
