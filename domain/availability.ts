import {
  bucketAt,
  clockHourOf,
  type FullBuckets,
  heldReason,
  type SoldOut,
  soldOut,
  weekdayOf,
} from './capacity.ts'
import { formatShortTime } from './dates.ts'
import {
  byOption,
  countsFromPayment,
  DELIVERY_OPTION_IDS,
  DELIVERY_OPTIONS,
  type DeliveryOptionId,
} from './delivery.ts'
import { zoneName } from './time-zones.ts'
import { addDays, FIXED_EASTERN, instantOn, isClockTime, isoDate } from './zoned-time.ts'

/** Same-day options close at this hour of the market's clock, from 0 to 23. */
export const CUTOFF_HOUR = 14
const HOUR_MS = 60 * 60 * 1000

export type WeekdayKey = '0' | '1' | '2' | '3' | '4' | '5' | '6'

/** `HH:MM` by the market's clock, `opens` before `closes`; a day may close at `24:00`. */
export type OpeningDay = { opens: string; closes: string }

/** Keyed by weekday, '0' is Sunday; a day that is null or absent is closed. */
export type OpeningHours = Partial<Record<WeekdayKey, OpeningDay | null | undefined>>

export type MarketSchedule = {
  /** IANA name. */
  timeZone: string
  /** Null: always open. */
  openingHours: OpeningHours | null
  /** Why it takes no orders at all (market-orders.ts), shown to shoppers; null: it takes them. */
  pausedReason: string | null
  /** `YYYY-MM-DD` by the market's calendar. */
  closedDates: readonly string[]
  /** Sold-out buckets; absent: there are none. Any other reason that closes an option is given first. */
  full?: FullBuckets | undefined
}

type OptionState = { open: boolean; reason: string | null }

export type Availability = {
  timeZone: string
  sameDayOpen: boolean
  message: string
  options: Record<DeliveryOptionId, OptionState>
  anyOpen: boolean
  /** Why nothing at all can be ordered, in sentences for the shopper; null while some option is open. */
  closedReason: string | null
  /** Until this instant the result stays as it is. */
  changesAt: Date
}

/** Today in the market: the instants that matter and whether the florists work at all. */
type MarketDay = {
  cutoff: Date
  midnight: Date
  opens: Date
  closes: Date
  works: boolean
  worksTomorrow: boolean
}

const ALL_DAY: OpeningDay = { opens: '00:00', closes: '24:00' }
/** Whatever closes these closes the next hours, too. */
const DAY_OPTIONS = DELIVERY_OPTION_IDS.filter((id) => !countsFromPayment(id))

/**
 * The delivery options that a shopper can choose at `now`, and the reasons against the others.
 * Without a market, while no ZIP code is known, the clock is New York's standard time (UTC-5) all year.
 * @throws RangeError when the market's zone is unknown
 */
export function availability(now: Date, market: MarketSchedule | null): Availability {
  const timeZone = market?.timeZone ?? FIXED_EASTERN
  const day = marketDay(now, timeZone, market)
  const { pausedReason: pause = null, full } = market ?? {}
  const against = byOption(({ id }) => {
    const reason = pause ?? reasonAgainst(id, now, timeZone, day)
    if (reason !== null) return { reason, retryAt: null }
    return full ? soldOut(id, bucketAt(id, now, timeZone), full, now, timeZone) : null
  })
  const options = byOption(({ id }): OptionState => {
    const reason = against[id]?.reason ?? null
    return { open: reason === null, reason }
  })
  const openOptions = DELIVERY_OPTION_IDS.filter((id) => options[id].open)
  const anyOpen = openOptions.length > 0
  return {
    timeZone,
    sameDayOpen: openOptions.some((id) => DELIVERY_OPTIONS[id].sameDay),
    message: options.today.reason ?? `Same day delivery available before 2pm ${zoneName(timeZone)}`,
    options,
    anyOpen,
    closedReason: anyOpen
      ? null
      : allClosed(
          DAY_OPTIONS.map((id) => against[id]),
          now,
          timeZone,
        ),
    changesAt: nextOf(now, day, full),
  }
}

/** The instant at which an order for the same day comes too late; null when it does already. */
export function sameDayCloses(now: Date, market: MarketSchedule | null): Date | null {
  if (!availability(now, market).sameDayOpen) return null
  // The cut-off ends every day, so this does.
  let until = now
  do until = availability(until, market).changesAt
  while (availability(until, market).sameDayOpen)
  return until
}

/** Why `option` cannot be chosen at `now`, in words for the shopper; null if it can. */
export function closedReason(
  option: DeliveryOptionId,
  now: Date,
  market: MarketSchedule | null,
): string | null {
  return availability(now, market).options[option].reason
}

/** Why no day can be had; when all of them are only held, in one sentence. */
function allClosed(days: readonly (SoldOut | null)[], now: Date, timeZone: string): string {
  const retries = days.flatMap((day) => day?.retryAt ?? []).sort()
  const [first] = retries
  return first !== undefined && retries.length === days.length
    ? heldReason('the last bouquets of today and tomorrow', first, now, timeZone)
    : sentences(days.map((day) => day?.reason ?? null))
}

function sentences(reasons: (string | null)[]): string {
  return [...new Set(reasons)]
    .flatMap((reason) => (reason ? [reason.replace(/([^.!?])$/, '$1.')] : []))
    .join(' ')
}

function reasonAgainst(option: DeliveryOptionId, now: Date, timeZone: string, day: MarketDay): string | null {
  if (!DELIVERY_OPTIONS[option].sameDay) {
    return day.worksTomorrow ? null : 'Our florists are closed tomorrow.'
  }
  if (now >= day.cutoff) return `Same day delivery not available after 2pm ${zoneName(timeZone)}`
  if (!day.works) return 'Our florists are closed today.'
  if (now >= day.closes) return 'Our florists have closed for today.'
  if (countsFromPayment(option) && now < day.opens) {
    return `Our florists open at ${formatShortTime(day.opens, timeZone)}.`
  }
  return null
}

// Opening times are compared as instants, not as wall-clock readings: when the clocks go back, an hour
// that is shown twice must not open or close a shop twice.
function marketDay(now: Date, timeZone: string, market: MarketSchedule | null): MarketDay {
  const date = isoDate(now, timeZone)
  const at = (hour: number, minute = 0) => instantOn(date, timeZone, hour, minute)
  const hours = openingDay(market, date)
  const { opens, closes } = hours ?? ALL_DAY
  return {
    cutoff: at(CUTOFF_HOUR),
    midnight: at(24),
    opens: at(...clockTime(opens)),
    closes: at(...clockTime(closes)),
    works: hours !== null,
    worksTomorrow: worksOn(addDays(date, 1), market),
  }
}

/** The instants between which a market's florists work on a date (`YYYY-MM-DD`), null if they do not. */
export function workingHours(
  market: Pick<MarketSchedule, 'timeZone' | 'openingHours' | 'closedDates'>,
  date: string,
): { opens: Date; closes: Date } | null {
  const hours = openingDay(market, date)
  if (hours === null) return null
  const at = (time: string) => instantOn(date, market.timeZone, ...clockTime(time))
  return { opens: at(hours.opens), closes: at(hours.closes) }
}

/** True if the florists of a market work on a date (YYYY-MM-DD of its calendar), pauses aside. */
export function worksOn(date: string, market: MarketSchedule | null): boolean {
  return openingDay(market, date) !== null
}

/** The opening hours of a date, null if the florists do not work then. */
function openingDay(
  market: Pick<MarketSchedule, 'openingHours' | 'closedDates'> | null,
  date: string,
): OpeningDay | null {
  if (market?.closedDates.includes(date)) return null
  if (!market?.openingHours) return ALL_DAY
  const hours = market.openingHours[weekdayOf(date)] ?? null
  // Hours that cannot be read count as closed.
  return hours && isClockTime(hours.opens) && isClockTime(hours.closes) ? hours : null
}

function clockTime(text: string): [hour: number, minute: number] {
  return [Number(text.slice(0, 2)), Number(text.slice(3))]
}

function nextOf(now: Date, day: MarketDay, full: FullBuckets | undefined): Date {
  const times = [day.cutoff, day.opens, day.closes, day.midnight].map((instant) => instant.getTime())
  // With each clock hour, the options that promise one come into the next.
  if (full && full.hours.length > 0) times.push(Date.parse(clockHourOf(now)) + HOUR_MS)
  // A place that is held may be free again then.
  times.push(...Object.values(full?.retryAt ?? {}).map((instant) => Date.parse(instant)))
  return new Date(Math.min(...times.filter((time) => time > now.getTime())))
}
