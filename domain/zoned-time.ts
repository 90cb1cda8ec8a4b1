/** Local date and time in a time zone. */
type ZonedParts = {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** 0 is Sunday. */
  weekday: number
}

/** A local time; days and hours may overflow, as with `Date.UTC`. */
type WallTime = {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
  second?: number
}

/** The fixed UTC-5 reading of Eastern time. The sign in IANA's `Etc` names is turned round. */
export const FIXED_EASTERN = 'Etc/GMT+5'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

// Making a formatter costs a hundred times as much as using one.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formatters.set(zone, formatter)
  return formatter
}

/** The clock and the calendar in `zone` (IANA) at `instant`. Throws RangeError on an unknown zone or an invalid date. */
export function zonedParts(instant: Date, zone: string): ZonedParts {
  const time = instant.getTime()
  const shown = new Date(time + offsetAt(time, zone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
    weekday: shown.getUTCDay(),
  }
}

function asUtc({ year, month, day, hour = 0, minute = 0, second = 0 }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

// Asking a formatter takes a fifth of the time that an answer of the API takes, and every answer about a ZIP asks ten times.
const offsets = new Map<string, number>()
/** Clocks change at full quarters of an hour, in all zones since 1972. */
const QUARTER = 15 * MINUTE
const MOST_OFFSETS = 1000

/** The offset of `zone` (IANA) from UTC at `time`, in milliseconds. */
export function offsetAt(time: number, zone: string): number {
  const quarter = Math.floor(time / QUARTER) * QUARTER
  const key = `${quarter} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  // It ends in `GMT-05:00`, or in `GMT`.
  const [, sign, hours = 0, minutes = 0] =
    /GMT([+-])(\d{2}):(\d{2})$/.exec(formatterFor(zone).format(quarter)) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
  if (offsets.size === MOST_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** The offset of `zone` (IANA) from UTC at `instant`, as ISO 8601 writes it: `-05:00`. */
export function offsetText(instant: Date, zone: string): string {
  const offset = offsetAt(instant.getTime(), zone)
  const [hours, minutes] = new Date(Math.abs(offset)).toISOString().slice(11).split(':')
  return `${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}

/**
 * The instant at which the clock in `zone` (IANA) shows `wall`.
 * A time that the clock skips in spring resolves forward (02:30 → 03:30); of a time shown twice in autumn, the first.
 * Throws RangeError on an unknown zone.
 */
export function zonedInstant(wall: WallTime, zone: string): Date {
  const shown = asUtc(wall)
  // No zone is a day away from UTC, so these are the offsets before and after any change of the clocks near by.
  const before = shown - offsetAt(shown - DAY, zone)
  const after = shown - offsetAt(shown + DAY, zone)
  if (before === after) return new Date(before)
  const shows = (time: number) => time + offsetAt(time, zone) === shown
  return new Date(!shows(before) && shows(after) ? after : before)
}

/** The calendar date in `zone` (IANA) at `instant`: `YYYY-MM-DD`. */
export function isoDate(instant: Date, zone: string): string {
  return dateText(asUtc(zonedParts(instant, zone)))
}

/** A calendar date (`YYYY-MM-DD`) moved by whole days. */
export function addDays(date: string, days: number): string {
  return dateText(Date.parse(`${date}T00:00:00Z`) + days * DAY)
}

function dateText(utcTime: number): string {
  return new Date(utcTime).toISOString().slice(0, 10)
}

/** True if `text` names a time zone that this runtime knows. Bare offsets such as `+05:00` are not names. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** True if `text` is a date of the calendar: `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && dateText(time) === text
}

/**
 * The zone (IANA) whose days the back office counts by: one for the whole business, so that each sale is on one day and
 * "today" is the same for everyone.
 */
export const REPORTING_TIME_ZONE = 'America/New_York'

/** The instant of an hour of a calendar date (`YYYY-MM-DD`), from 0 on, by the clock in `zone` (IANA). */
export function instantOn(date: string, zone: string, hour = 0, minute = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return zonedInstant({ year, month, day, hour, minute }, zone)
}

/**
 * The instant of a local time as a browser's field for date and time writes it: `2026-06-04T19:30`, by the clock in `zone`
 * (IANA). Null when it is none.
 */
export function localInstant(text: string, zone: string): Date | null {
  const [date = '', time = ''] = text.split('T')
  if (!isCalendarDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return instantOn(date, zone, hour, minute)
}

/** An instant as a browser's field for date and time takes it, by the clock in `zone` (IANA): `2026-06-04T19:30`. */
export function localText(instant: Date, zone: string): string {
  const { hour, minute } = zonedParts(instant, zone)
  return `${isoDate(instant, zone)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

const CLOCK_TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|(24):(00))$/

/** True if `text` is a time of day as opening hours write it: `00:00` to `24:00`. */
export function isClockTime(text: string): boolean {
  return CLOCK_TIME.test(text)
}
