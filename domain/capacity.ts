import type { WeekdayKey } from './availability.ts'
import { formatShortTime } from './dates.ts'
import {
  countsFromPayment,
  DELIVERY_OPTION_IDS,
  DELIVERY_OPTIONS,
  type DeliveryOptionId,
  promisedBy,
} from './delivery.ts'
import { tryAgainAt } from './holds.ts'
import { addDays, instantOn, isoDate } from './zoned-time.ts'

// The number of bouquets that a market can deliver. Null is no limit everywhere; 0 is closed.

/** The most that a shop can say. */
export const CAPACITY_MAX = 9999

/** Bouquets a day, keyed by weekday, '0' is Sunday; a day that is null or absent has no limit. */
export type WeekdayCapacity = Partial<Record<WeekdayKey, number | null | undefined>>

export type ShopCapacity = {
  /** Null: no limit on any weekday. */
  byWeekday: WeekdayCapacity | null
  /** Exceptions, keyed by date (`YYYY-MM-DD`) of the market; null: no limit on that date. */
  byDate: Readonly<Record<string, number | null>>
  /** The bouquets of `hour` and `few-hours` orders that can be due in one clock hour; null: no limit. */
  perHour: number | null
}

/** The day and hour in which an order takes a place. */
export type Bucket = {
  /** The day of the promised time, by the market's calendar. */
  date: string
  /** The clock hour of the promised time, as the ISO instant of its beginning; null for options that promise no hour. */
  hour: string | null
}

/** ISO instants: from the first, up to but without the second. */
export type Span = readonly [from: string, to: string]

/** Numbers of places of a bucket. */
export type Limits = { day: number | null; hour: number | null }

/** Numbers of places or bouquets that are taken: by date, and by clock hour those of the options that promise one. */
export type PlaceCounts = Readonly<Record<string, number>>

/** The date and the clock hour under which the places of a bucket are counted. */
export function keysOf({ date, hour }: Bucket): readonly string[] {
  return hour === null ? [date] : [date, hour]
}

/** Counts by date and by clock hour, in `zone` (IANA). @param due the hour of the promise, `2026-06-04T19` in UTC */
export function countPlaces(
  counts: readonly { due: string; hourly: boolean; count: number }[],
  zone: string,
): PlaceCounts {
  const places: Record<string, number> = {}
  for (const { due, hourly, count } of counts) {
    for (const key of keysOf(bucketDue(due, hourly, zone))) places[key] = (places[key] ?? 0) + count
  }
  return places
}

/** The bucket of an hour in which something is promised. @param hourly whether the hour is promised, not only the day */
export function bucketDue(due: string, hourly: boolean, zone: string): Bucket {
  const instant = new Date(`${due}:00:00.000Z`)
  return { date: isoDate(instant, zone), hour: hourly ? clockHourOf(instant) : null }
}

export type TakenPlaces = {
  counts: PlaceCounts
  /** The places that nobody has paid for yet, by date and by clock hour: until when each is held, as ISO instants. */
  heldUntil: Readonly<Record<string, readonly string[]>>
}

/** The place of an order that waits for its payment, and until when (ISO instant) it is held. */
export type HeldPlace = { bucket: Bucket; until: string }

/** The buckets that have no place left. */
export type FullBuckets = {
  dates: readonly string[]
  hours: readonly string[]
  /** The dates and clock hours that only held places fill, each with the ISO instant at which one may be free again. Absent: none. */
  retryAt?: Readonly<Record<string, string>> | undefined
}

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const LONGEST = Math.max(
  ...Object.values(DELIVERY_OPTIONS).map(({ due }) => ('span' in due ? due.hoursFromPayment : 0)),
)
/** The hours that are looked up for options that promise an hour; a page that is open looks a little ahead. */
const HOURS_AHEAD = LONGEST + 2

/** The options that promise an hour of the day. */
export const HOURLY_OPTIONS = DELIVERY_OPTION_IDS.filter(countsFromPayment)

/** The clock hour in which an instant falls, as the ISO instant of its beginning. */
export function clockHourOf(instant: Date): string {
  return new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS).toISOString()
}

/** The bucket of an order by its promised time, by the clock in `zone` (IANA). */
export function bucketOf(option: DeliveryOptionId, promised: Date, zone: string): Bucket {
  return {
    date: isoDate(promised, zone),
    hour: countsFromPayment(option) ? clockHourOf(promised) : null,
  }
}

/** The bucket that an order takes a place of. */
export function bucketOfOrder(order: {
  deliveryOption: DeliveryOptionId
  promisedBy: string
  timeZone: string
}): Bucket {
  return bucketOf(order.deliveryOption, new Date(order.promisedBy), order.timeZone)
}

/** The latest minute of a clock hour: what an order is promised for that keeps its place of it. @param hour ISO instant of its beginning */
export function lastMinuteOf(hour: string): Date {
  return new Date(Date.parse(hour) + HOUR_MS - MINUTE_MS)
}

/** The bucket that an order made at `now` takes a place of. */
export function bucketAt(option: DeliveryOptionId, now: Date, zone: string): Bucket {
  return bucketOf(option, promisedBy(option, now, zone), zone)
}

/** The instants of a bucket, by the clock in `zone` (IANA): from the first, up to but without the second. */
export function instantsOf({ date, hour }: Bucket, zone: string): { day: Span; hour: Span | null } {
  const midnight = (day: string) => instantOn(day, zone).toISOString()
  return {
    day: [midnight(date), midnight(addDays(date, 1))],
    hour: hour === null ? null : [hour, new Date(Date.parse(hour) + HOUR_MS).toISOString()],
  }
}

/** The number of bouquets that a shop can make on a date. */
export function shopCapacityOn({ byWeekday, byDate }: ShopCapacity, date: string): number | null {
  const exception = byDate[date]
  if (exception !== undefined) return exception
  return byWeekday?.[weekdayOf(date)] ?? null
}

/**
 * The number of bouquets that a market can deliver in a bucket: the sum over its active shops. One shop without a limit makes it
 * unlimited, and so does having no shops. Shops that are closed on that date do not count for its hours.
 */
export function limitsOf(shops: readonly ShopCapacity[], { date, hour }: Bucket): Limits {
  const open = shops.filter((shop) => shopCapacityOn(shop, date) !== 0)
  return {
    day: sumOf(shops.map((shop) => shopCapacityOn(shop, date))),
    hour: hour === null ? null : sumOf(open.map(({ perHour }) => perHour)),
  }
}

/** A day on which more is to be made than can be: the capacity was lowered, or somebody was given more than that. */
export type OverbookedDay = { date: string; limit: number; taken: number }

/** Lists the days on which more is to be made than can be made; a limit of null is none. */
export function overbookedDays(
  days: readonly { date: string; limit: number | null; taken: number }[],
): OverbookedDay[] {
  return days.flatMap(({ date, limit, taken }) =>
    limit !== null && taken > limit ? [{ date, limit, taken }] : [],
  )
}

/** True if a limit applies to a bucket at all. */
export function isLimited({ day, hour }: Limits): boolean {
  return day !== null || hour !== null
}

/** True if a bucket has a place left. */
export function hasRoom({ day, hour }: Limits, taken: PlaceCounts, bucket: Bucket): boolean {
  const [ofDay = 0, ofHour = 0] = keysOf(bucket).map((key) => taken[key])
  return (day === null || ofDay < day) && (hour === null || ofHour < hour)
}

/**
 * The orders, of several that a shop is given one after the other, for which it has no room. They take no place then: a later
 * one for another hour may still fit.
 */
export function withoutRoom<Order extends { bucket: Bucket }>(
  capacity: ShopCapacity,
  taken: PlaceCounts,
  orders: readonly Order[],
): Order[] {
  const counts = { ...taken }
  return orders.filter(({ bucket }) => {
    if (!hasRoom(limitsOf([capacity], bucket), counts, bucket)) return true
    for (const key of keysOf(bucket)) counts[key] = (counts[key] ?? 0) + 1
    return false
  })
}

/** Taken places without that of one order. */
export function withoutPlace(taken: TakenPlaces, { bucket, until }: HeldPlace): TakenPlaces {
  const counts = { ...taken.counts }
  const heldUntil = { ...taken.heldUntil }
  for (const key of keysOf(bucket)) {
    counts[key] = Math.max(0, (counts[key] ?? 0) - 1)
    const ends = heldUntil[key] ?? []
    const own = ends.indexOf(until)
    heldUntil[key] = ends.filter((_, at) => at !== own)
  }
  return { counts, heldUntil }
}

/** True if two orders take the same place. */
export function isSameBucket(one: Bucket, other: Bucket): boolean {
  return one.date === other.date && one.hour === other.hour
}

/** The sold-out buckets of all that can be ordered at `now`, and of the hours after it, by the clock in `zone` (IANA). */
export function fullBuckets(
  shops: readonly ShopCapacity[],
  taken: TakenPlaces,
  now: Date,
  zone: string,
): FullBuckets {
  const today = isoDate(now, zone)
  // At midnight, tomorrow becomes today.
  const dates = [today, addDays(today, 1), addDays(today, 2)]
  const hours = Array.from({ length: HOURS_AHEAD }, (_, ahead) =>
    clockHourOf(new Date(now.getTime() + ahead * HOUR_MS)),
  )
  const fullDates = fullOf(dates, (date) => limitsOf(shops, { date, hour: null }).day)
  const fullHours = fullOf(hours, (hour) => {
    return limitsOf(shops, { date: isoDate(new Date(hour), zone), hour }).hour
  })
  const retryAt = [...fullDates, ...fullHours].flatMap(({ key, freeAgainAt }) =>
    freeAgainAt === undefined ? [] : [[key, tryAgainAt(freeAgainAt)]],
  )
  return {
    dates: fullDates.map(({ key }) => key),
    hours: fullHours.map(({ key }) => key),
    ...(retryAt.length > 0 && { retryAt: Object.fromEntries(retryAt) }),
  }

  /** The full ones, each with when a place is free again if none of those that are held is paid for; undefined when all are sold. */
  function fullOf(keys: readonly string[], limitOf: (key: string) => number | null) {
    return keys.flatMap((key) => {
      const [limit, count] = [limitOf(key), taken.counts[key] ?? 0]
      if (limit === null || count < limit) return []
      // More than there are may be held: the capacity may have been lowered since.
      return [{ key, freeAgainAt: taken.heldUntil[key]?.toSorted()[count - limit] }]
    })
  }
}

/** A day that is full because of places that nobody has paid for, and until when each is held, the first first (ISO instants). */
export type HeldDay = { date: string; held: number; limit: number; ends: readonly string[] }

/**
 * The days, of today and tomorrow by the clock in `zone` (IANA), that unpaid orders fill: with at least two places, because one
 * is a shopper at the till, and at least half of them, because a day that sells well always has a few.
 */
export function heldDays(
  shops: readonly ShopCapacity[],
  taken: TakenPlaces,
  now: Date,
  zone: string,
): HeldDay[] {
  const today = isoDate(now, zone)
  return [today, addDays(today, 1)].flatMap((date) => {
    const limit = limitsOf(shops, { date, hour: null }).day
    const ends = (taken.heldUntil[date] ?? []).toSorted()
    const [count, held] = [taken.counts[date] ?? 0, ends.length]
    const isHeld = limit !== null && count >= limit && count - held < limit
    return isHeld && held >= 2 && held * 2 >= limit ? [{ date, held, limit, ends }] : []
  })
}

/** Why an option cannot be had, in words for the shopper, and when to try again (ISO instant); null: it is sold. */
export type SoldOut = { reason: string; retryAt: string | null }

/** The reason why an option cannot be had in a bucket at `now`, by the clock in `zone` (IANA); null if it can. */
export function soldOut(
  option: DeliveryOptionId,
  { date, hour }: Bucket,
  full: FullBuckets,
  now: Date,
  zone: string,
): SoldOut | null {
  const { due, sameDay } = DELIVERY_OPTIONS[option]
  const day = sameDay ? 'today' : 'tomorrow'
  if (full.dates.includes(date)) return soldOrHeld(date, `Sold out for ${day}`, `${day}’s last bouquets`)
  if (!('span' in due) || hour === null || !full.hours.includes(hour)) return null
  return soldOrHeld(hour, `Fully booked for ${due.span}`, `the last deliveries within ${due.span}`)

  function soldOrHeld(key: string, sold: string, held: string): SoldOut {
    const retryAt = full.retryAt?.[key] ?? null
    return { reason: retryAt === null ? sold : heldReason(held, retryAt, now, zone), retryAt }
  }
}

/** Tells a shopper about places that are only held. */
export function heldReason(places: string, retryAt: string, now: Date, zone: string): string {
  const instant = new Date(retryAt)
  // It has passed when the end of a payment page is reported late.
  const when = instant > now ? `at ${formatShortTime(instant, zone)}` : 'in a few minutes'
  return `Others are paying for ${places}. Try again ${when}.`
}

function sumOf(numbers: readonly (number | null)[]): number | null {
  if (numbers.length === 0) return null
  return numbers.reduce((sum, number) => (sum === null || number === null ? null : sum + number))
}

/** The weekday of a date (`YYYY-MM-DD`). */
export function weekdayOf(date: string): WeekdayKey {
  return String(new Date(`${date}T00:00:00Z`).getUTCDay()) as WeekdayKey
}
