import * as z from 'zod/mini'
import { key, nullIfMissing, textOrNull } from '#api/http/field-schema.ts'
import { idParams } from '#api/http/page-schema.ts'
import {
  ATTEMPT_NAME_MAX,
  DELIVERY_OUTCOMES,
  NEXT_STEPS,
  type Outcome,
  outcomeProblems,
  WHO_HAS_THEM,
} from '#domain/delivery-attempts.ts'

/** The outcome of a delivery attempt, with the messages of a form. The rules between the fields are {@link outcomeRules}. */
export const outcomeFields = {
  outcome: z.enum(DELIVERY_OUTCOMES, { error: WHO_HAS_THEM }),
  /** Who took the flowers. */
  name: nullIfMissing(textOrNull(ATTEMPT_NAME_MAX)),
  nextStep: z._default(z.nullable(z.enum(NEXT_STEPS)), null),
  /** When the second attempt is made, by the market's clock: `2026-06-04T19:30`. */
  nextAt: nullIfMissing(textOrNull(40)),
}

/** Checks an outcome as {@link outcomeProblems} does. */
export const outcomeRules = z.check<Outcome>(({ value, issues }) => {
  for (const { path, message } of outcomeProblems(value)) {
    issues.push({ code: 'custom', path: [path], message, input: value[path] })
  }
})

/** The browser's name for one sending: sent again, it is the same attempt. */
export const attemptKey = key(64)

/** An outcome as an admin fills it in. */
export const outcomeForm = z.strictObject(outcomeFields).check(outcomeRules)

/** `alsoDelivered`: the shop order becomes delivered, unless nobody was there. */
export const attemptRequest = z
  .strictObject({
    key: attemptKey,
    ...outcomeFields,
    alsoDelivered: z._default(z.boolean(), false),
  })
  .check(outcomeRules)

export const correctionRequest = z.strictObject({ key: attemptKey, ...outcomeFields }).check(outcomeRules)

export const attemptParams = z.object({ ...idParams.shape, attemptId: idParams.shape.id })

export type OutcomeFormInput = z.input<typeof outcomeForm>
export type AttemptRequest = z.infer<typeof attemptRequest>
export type CorrectionRequest = z.infer<typeof correctionRequest>
