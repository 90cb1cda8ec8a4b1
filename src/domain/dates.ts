import { isTimeZone, zonedParts } from './zoned-time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The zone of the machine this runs on: in a browser, the reader's own. Some systems report one that nobody knows. */
function readerZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(zone) ? zone : 'UTC'
}

/** `Jun 4, 2026` in `zone` (IANA), without one in the reader's own (§9). */
export function formatDate(instant: Date, zone: string = readerZone()): string {
  const { year, month, day } = zonedParts(instant, zone)
  return `${MONTHS[month - 1]} ${day}, ${year}`
}

/** `Jun 4, 2026 at 3:05 PM` in `zone` (IANA), without one in the reader's own (§9). */
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

function clockText(hour: number, minute: number, withMinutes: boolean): string {
  const minutes = withMinutes ? `:${String(minute).padStart(2, '0')}` : ''
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}
