import * as z from 'zod/mini'
import { keptIfMissing } from '#api/http/field-schema.ts'
import { byOption } from '#domain/delivery.ts'
import {
  ANSWER_MINUTES_MAX,
  CHOICE_AFTER_MINUTES_MAX,
  CHOICE_HOURS_MAX,
  MARKET_PROMISE_DEFAULTS as DEFAULTS,
  FULFILMENT_MINUTES_MAX,
} from '#domain/market-promises.ts'

// How a market treats its florists and its promises.

const whole = (min: number, max: number, what: string, message = wholeMessage(min, max, what)) =>
  z.int({ error: message }).check(z.gte(min, message), z.lte(max, message))

function wholeMessage(min: number, max: number, what: string): string {
  return `Please enter a whole number of ${what} from ${min} to ${max.toLocaleString('en-US')}`
}

const answer = whole(1, ANSWER_MINUTES_MAX, 'minutes')
const CHOICE_AFTER = `${wholeMessage(0, CHOICE_AFTER_MINUTES_MAX, 'minutes')}, or leave it empty for never`

const fields = {
  /** A shop has to answer by a deadline. */
  asksForAnswer: z.boolean(),
  /** The system assigns its orders; implies the former. */
  assignsAutomatically: z.boolean(),
  /** Null: the usual ones. */
  answerMinutes: z.nullable(z.strictObject(byOption(() => answer))),
  /** To make a bouquet and deliver it. */
  fulfilmentMinutes: whole(1, FULFILMENT_MINUTES_MAX, 'minutes'),
  /** After how many minutes of danger the system asks the buyer; null: never. */
  offersChoiceAfterMinutes: z.nullable(whole(0, CHOICE_AFTER_MINUTES_MAX, 'minutes', CHOICE_AFTER)),
  /** How long the buyer may think about it. */
  choiceHours: whole(1, CHOICE_HOURS_MAX, 'hours'),
}

/** In a new market everything is off unless somebody says otherwise. */
export const promiseForm = {
  asksForAnswer: z._default(fields.asksForAnswer, DEFAULTS.asksForAnswer),
  assignsAutomatically: z._default(fields.assignsAutomatically, DEFAULTS.assignsAutomatically),
  answerMinutes: z._default(fields.answerMinutes, DEFAULTS.answerMinutes),
  fulfilmentMinutes: z._default(fields.fulfilmentMinutes, DEFAULTS.fulfilmentMinutes),
  offersChoiceAfterMinutes: z._default(fields.offersChoiceAfterMinutes, DEFAULTS.offersChoiceAfterMinutes),
  choiceHours: z._default(fields.choiceHours, DEFAULTS.choiceHours),
}

export const promiseUpdate = {
  asksForAnswer: keptIfMissing(fields.asksForAnswer),
  assignsAutomatically: keptIfMissing(fields.assignsAutomatically),
  answerMinutes: keptIfMissing(fields.answerMinutes),
  fulfilmentMinutes: keptIfMissing(fields.fulfilmentMinutes),
  offersChoiceAfterMinutes: keptIfMissing(fields.offersChoiceAfterMinutes),
  choiceHours: keptIfMissing(fields.choiceHours),
}
