import * as z from 'zod/mini'
import { byOption } from '#domain/delivery.ts'
import {
  ANSWER_MINUTES_MAX,
  CHOICE_AFTER_MINUTES_MAX,
  CHOICE_HOURS_MAX,
  MARKET_PROMISE_DEFAULTS as DEFAULTS,
  FULFILMENT_MINUTES_MAX,
} from '#domain/market-promises.ts'

// The settings of a market for its florists and its promises.

const whole = (min: number, max: number, what: string, message = wholeMessage(min, max, what)) =>
  z.int({ error: message }).check(z.gte(min, message), z.lte(max, message))

function wholeMessage(min: number, max: number, what: string): string {
  return `Please enter a whole number of ${what} from ${min} to ${max.toLocaleString('en-US')}`
}

const answer = whole(1, ANSWER_MINUTES_MAX, 'minutes')
const CHOICE_AFTER = `${wholeMessage(0, CHOICE_AFTER_MINUTES_MAX, 'minutes')}, or leave it empty for never`

/** In a new market everything is off unless somebody says otherwise. */
export const promiseForm = {
  /** A shop has to answer by a deadline. */
  asksForAnswer: z._default(z.boolean(), DEFAULTS.asksForAnswer),
  /** The system assigns its orders; implies the former. */
  assignsAutomatically: z._default(z.boolean(), DEFAULTS.assignsAutomatically),
  /** Null: the usual ones. */
  answerMinutes: z._default(z.nullable(z.strictObject(byOption(() => answer))), DEFAULTS.answerMinutes),
  /** To make a bouquet and deliver it. */
  fulfilmentMinutes: z._default(whole(1, FULFILMENT_MINUTES_MAX, 'minutes'), DEFAULTS.fulfilmentMinutes),
  /** After how many minutes of danger the system asks the buyer; null: never. */
  offersChoiceAfterMinutes: z._default(
    z.nullable(whole(0, CHOICE_AFTER_MINUTES_MAX, 'minutes', CHOICE_AFTER)),
    DEFAULTS.offersChoiceAfterMinutes,
  ),
  /** How long the buyer may think about it. */
  choiceHours: z._default(whole(1, CHOICE_HOURS_MAX, 'hours'), DEFAULTS.choiceHours),
}
