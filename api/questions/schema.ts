import * as z from 'zod/mini'
import { key, text, textOrNull } from '#api/http/field-schema.ts'
import { answersTo } from '#domain/order/questions.ts'

/** The token of the link. The service decides whether it opens anything. */
const token = key(200)
const CHOOSE = 'Please choose one'

export const questionRequest = z.strictObject({ token })

export const choiceAnswerRequest = z
  .strictObject({
    token,
    answer: z.enum(answersTo('choice'), CHOOSE),
    /** The time that the page offered (ISO instant): another one is not what was chosen. */
    waitUntil: z.optional(text().check(z.maxLength(40))),
    /** The other day that the buyer chose, YYYY-MM-DD. */
    date: z.optional(text().check(z.maxLength(10))),
  })
  .check(
    z.refine(({ answer, date }) => answer !== 'day' || Boolean(date), {
      path: ['date'],
      error: 'Please choose a day',
    }),
  )

export const substitutionAnswerRequest = z.strictObject({
  token,
  answer: z.enum(answersTo('substitution'), CHOOSE),
})

export type ChoiceAnswerRequest = z.infer<typeof choiceAnswerRequest>
export type SubstitutionAnswerRequest = z.infer<typeof substitutionAnswerRequest>

/** The owner asks the buyer of a promise in danger. */
export const offerRequest = z.strictObject({
  /** The new time to wait for, by the market's clock (`2026-06-04T19:30`); null: there is none. */
  waitUntil: textOrNull(40),
})
