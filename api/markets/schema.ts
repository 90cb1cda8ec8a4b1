import * as z from 'zod/mini'
import { distinct, key, line, plainText, text, whole, wholeMessage } from '#api/http/field-schema.ts'
import { tooLongMessage } from '#api/http/message-schema.ts'
import { pageQuery, updateOf } from '#api/http/page-schema.ts'
import type { OpeningDay } from '#domain/availability.ts'
import { byOption } from '#domain/delivery.ts'
import { CLOSED_DATES_MAX, MARKET_NAME_MAX, PAUSED_REASON_MAX, ZIP_CODES_MAX } from '#domain/limits.ts'
import { WITHOUT_FLORIST } from '#domain/market-orders.ts'
import {
  ANSWER_MINUTES_MAX,
  CHOICE_AFTER_MINUTES_MAX,
  CHOICE_HOURS_MAX,
  MARKET_PROMISE_DEFAULTS as DEFAULTS,
  FULFILMENT_MINUTES_MAX,
  RING_AFTER_SECONDS_MAX,
} from '#domain/market-promises.ts'
import { byWeekday } from '#domain/opening-hours.ts'
import { normaliseSpaces } from '#domain/text.ts'
import { isUsZone } from '#domain/time-zones.ts'
import { isZip5 } from '#domain/zip.ts'
import { isCalendarDate, isClockTime } from '#domain/zoned-time.ts'

// When a market delivers: what the one availability rule reads.

const timeZone = text('Please choose a time zone').check(z.refine(isUsZone, 'Please choose a time zone'))

const clockTime = (message: string) => text(message).check(z.refine(isClockTime, message))

/** One day's hours, by the market's clock. */
const openingDay = z
  .strictObject({
    opens: clockTime('Please enter an opening time'),
    closes: clockTime('Please enter a closing time'),
  })
  .check(z.refine(isInOrder, { path: ['closes'], error: 'This must be after the opening time' }))

/** Invalid times are reported by their own rule. */
function isInOrder({ opens, closes }: OpeningDay): boolean {
  return opens < closes || !isClockTime(opens) || !isClockTime(closes)
}

/** Null: closed. */
const day = z._default(z.nullable(openingDay), null)

/** Keyed by weekday, '0' is Sunday. Null: always open. */
const openingHours = z.nullable(
  z
    .strictObject(byWeekday(() => day))
    .check(
      z.refine(
        (week) => Object.values(week).some((hours) => hours !== null),
        'Please open on at least one day, or pause the market instead',
      ),
    ),
)

/** Null: not paused. */
const pausedReason = z.nullable(
  text().check(
    z.overwrite(normaliseSpaces),
    z.minLength(1, 'Please give a reason. Shoppers see it.'),
    z.maxLength(PAUSED_REASON_MAX, tooLongMessage(PAUSED_REASON_MAX)),
  ),
)

/** `YYYY-MM-DD` by the market's calendar, kept in their order. */
const closedDates = z.array(text().check(z.refine(isCalendarDate, 'Please enter a valid date'))).check(
  z.maxLength(CLOSED_DATES_MAX, `Please keep this to ${CLOSED_DATES_MAX} dates`),
  distinct('This date is already listed'),
  z.overwrite((dates) => dates.toSorted()),
)

// The settings of a market for its florists and its promises.

const answer = whole(1, ANSWER_MINUTES_MAX, 'minutes')
const CHOICE_AFTER = `${wholeMessage(0, CHOICE_AFTER_MINUTES_MAX, 'minutes')}, or leave it empty for never`

const RING_AFTER = `${wholeMessage(0, RING_AFTER_SECONDS_MAX, 'seconds')}, or leave it empty for never`
const ringAfter = z.nullable(whole(0, RING_AFTER_SECONDS_MAX, 'seconds', RING_AFTER))

/** In a new market everything is off unless somebody says otherwise. */
const promiseForm = {
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
  /** The time that the buyer may think about it. */
  choiceHours: z._default(whole(1, CHOICE_HOURS_MAX, 'hours'), DEFAULTS.choiceHours),
  /** A florist who has not looked after so many seconds gets a text; null: never. */
  textAfterSeconds: z._default(ringAfter, DEFAULTS.textAfterSeconds),
  /** After so many the owner is told to call; null: never. */
  callAfterSeconds: z._default(ringAfter, DEFAULTS.callAfterSeconds),
}

/** The message of a market whose fields are not right. */
export const MARKET_INVALID = 'Validation failed'
export const ZIP_ALREADY_ADDED = 'ZIP code already added'
const TOO_MANY = `Please keep this to ${ZIP_CODES_MAX.toLocaleString('en-US')} ZIP codes`

/** A ZIP as typed into the editor of the list (the API has another message). */
export const zipCodeEntry = plainText().check(z.refine(isZip5, 'ZIP code must be 5 digits'))

/** The fields of a market. */
export const marketForm = z.strictObject({
  name: line('Market name is required', MARKET_NAME_MAX),
  zipCodes: z
    .array(
      plainText().check(z.refine(isZip5, 'Invalid ZIP code format. Must be 5 digits.')),
      'Please give a list of ZIP codes',
    )
    .check(z.maxLength(ZIP_CODES_MAX, TOO_MANY), distinct(ZIP_ALREADY_ADDED)),
  timeZone,
  openingHours,
  pausedReason,
  /** It takes no orders while none of its shops is active. */
  closedWithoutFlorist: z._default(z.boolean(), false),
  closedDates,
  ...promiseForm,
  /** Confirms what becomes of a market that this write leaves without a florist. `closes` makes it close where it would take orders. */
  withoutFlorist: z.optional(z.enum(WITHOUT_FLORIST)),
})

export const marketUpdate = updateOf(marketForm)
export const marketListQuery = z.object(pageQuery)

export const zipCheckRequest = z.strictObject({
  /** Whatever was pasted, a piece each. */
  zipCodes: z.array(plainText()).check(z.maxLength(ZIP_CODES_MAX, TOO_MANY)),
  /** The market that they are for, if it is there already. */
  marketId: z.optional(key(64)),
})

export type MarketForm = z.infer<typeof marketForm>
export type MarketFormInput = z.input<typeof marketForm>
export type MarketUpdate = z.infer<typeof marketUpdate>
export type MarketUpdateInput = z.input<typeof marketUpdate>
export type ZipCheckRequest = z.infer<typeof zipCheckRequest>
