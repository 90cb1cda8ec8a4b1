import { zoneName } from './time-zones.ts'
import { isTimeZone, zonedParts } from './zoned-time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The zone of the machine this runs on: in a browser, the reader's own. Some systems report one that nobody knows. */
export function readerZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(zone) ? zone : 'UTC'
}

/** `Jun 4, 2026` in `zone` (IANA), without one in the reader's own. */
export function formatDate(instant: Date, zone: string = readerZone()): string {
  const { year, month, day } = zonedParts(instant, zone)
  return `${MONTHS[month - 1]} ${day}, ${year}`
}

/** `Jun 4, 2026 at 3:05 PM` in `zone` (IANA), without one in the reader's own. */
export function formatDateTime(instant: Date, zone: string = readerZone()): string {
  return `${formatDate(instant, zone)} at ${formatTime(instant, zone)}`
}

/** `3:05 PM` in `zone` (IANA). */
export function formatTime(instant: Date, zone: string): string {
  const { hour, minute } = zonedParts(instant, zone)
  return clockText(hour, minute, true)
}

/** `3:05 PM`, and `8 PM` on the full hour, in `zone` (IANA). */
export function formatShortTime(instant: Date, zone: string): string {
  const { hour, minute } = zonedParts(instant, zone)
  return clockText(hour, minute, minute !== 0)
}

/** `Tue Jun 4` in `zone` (IANA). */
export function formatDay(instant: Date, zone: string): string {
  const { weekday, month, day } = zonedParts(instant, zone)
  return `${WEEKDAYS[weekday]} ${MONTHS[month - 1]} ${day}`
}

const MARKET_TIMES = {
  /** `Jun 4, 2026 at 3:05 PM` */
  full: formatDateTime,
  /** `Tue Jun 4, 3:05 PM`, and `Tue Jun 4, 8 PM` on the full hour */
  short: (instant: Date, zone: string) => `${formatDay(instant, zone)}, ${formatShortTime(instant, zone)}`,
  /** `3:05 PM` */
  time: formatTime,
  /** `3:05 PM`, and `8 PM` on the full hour */
  shortTime: formatShortTime,
}

/** The reader of a text for nobody in particular: mail, paper, a page that is drawn before its reader is known. */
export const ANY_READER = null

/**
 * A time of delivery by the market's clock, followed by the zone's short name unless clocks show the same where it is
 * read: `Jun 4, 2026 at 3:05 PM PST`. Every time of a market that people read is written by this.
 * @param zone the market's (IANA)
 * @param reader the reader's zone (IANA), by default that of this machine; {@link ANY_READER}: the name is always there
 */
export function formatMarketTime(
  instant: Date,
  zone: string,
  style: keyof typeof MARKET_TIMES = 'full',
  reader: string | null = readerZone(),
): string {
  const time = MARKET_TIMES[style](instant, zone)
  const same = reader !== null && formatDateTime(instant, reader) === formatDateTime(instant, zone)
  return same ? time : `${time} ${zoneName(zone)}`
}

/**
 * A time of an order, as its buyer and its florist read it on every page and in every email: `Mon Nov 30, 3 AM EST`.
 * @param instant ISO
 * @param zone the market's (IANA)
 */
export function formatOrderTime(instant: string, zone: string): string {
  return formatMarketTime(new Date(instant), zone, 'short', ANY_READER)
}

/** The same without the day if that is today's: `3 AM EST`. */
export function formatOrderTimeFrom(instant: string, zone: string, now: Date): string {
  const isToday = isSameDay(new Date(instant), now, zone)
  return isToday
    ? formatMarketTime(new Date(instant), zone, 'shortTime', ANY_READER)
    : formatOrderTime(instant, zone)
}

/** True if two instants are on one day of the calendar in `zone` (IANA). */
export function isSameDay(a: Date, b: Date, zone: string): boolean {
  return formatDate(a, zone) === formatDate(b, zone)
}

function clockText(hour: number, minute: number, withMinutes: boolean): string {
  const minutes = withMinutes ? `:${String(minute).padStart(2, '0')}` : ''
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}
