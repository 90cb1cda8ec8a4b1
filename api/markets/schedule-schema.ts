import * as z from 'zod/mini'
import { distinct, text, tooLongMessage } from '#api/http/field-schema.ts'
import { isClockTime, type OpeningDay } from '#domain/availability.ts'
import { CLOSED_DATES_MAX, PAUSED_REASON_MAX } from '#domain/limits.ts'
import { byWeekday } from '#domain/opening-hours.ts'
import { normaliseSpaces } from '#domain/text.ts'
import { isUsZone } from '#domain/time-zones.ts'
import { isCalendarDate } from '#domain/zoned-time.ts'

// When a market delivers: what the one availability rule reads.

export const timeZone = text('Please choose a time zone').check(
  z.refine(isUsZone, 'Please choose a time zone'),
)

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
export const openingHours = z.nullable(
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
export const pausedReason = z.nullable(
  text().check(
    z.overwrite(normaliseSpaces),
    z.minLength(1, 'Please give a reason. Shoppers see it.'),
    z.maxLength(PAUSED_REASON_MAX, tooLongMessage(PAUSED_REASON_MAX)),
  ),
)

/** `YYYY-MM-DD` by the market's calendar, kept in their order. */
export const closedDates = z.array(text().check(z.refine(isCalendarDate, 'Please enter a valid date'))).check(
  z.maxLength(CLOSED_DATES_MAX, `Please keep this to ${CLOSED_DATES_MAX} dates`),
  distinct('This date is already listed'),
  z.overwrite((dates) => dates.toSorted()),
)
