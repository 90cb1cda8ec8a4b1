import type { OpeningDay, OpeningHours, WeekdayKey } from './availability.ts'
import { formatShortTime } from './dates.ts'
import { zonedParts } from './zoned-time.ts'

/** The days of a week as its opening hours are read and written: Monday first. */
export const WEEK: readonly { key: WeekdayKey; name: string; short: string }[] = [
  { key: '1', name: 'Monday', short: 'Mon' },
  { key: '2', name: 'Tuesday', short: 'Tue' },
  { key: '3', name: 'Wednesday', short: 'Wed' },
  { key: '4', name: 'Thursday', short: 'Thu' },
  { key: '5', name: 'Friday', short: 'Fri' },
  { key: '6', name: 'Saturday', short: 'Sat' },
  { key: '0', name: 'Sunday', short: 'Sun' },
]

/** `Friday`: the day that it is in `zone` (IANA). */
export function weekdayName(instant: Date, zone: string): string {
  const key = String(zonedParts(instant, zone).weekday)
  return WEEK.find((day) => day.key === key)?.name ?? ''
}

export type WholeWeek = Record<WeekdayKey, OpeningDay | null>

/** A value for every day of the week. */
export function byWeekday<T>(on: (key: WeekdayKey) => T): Record<WeekdayKey, T> {
  return { '0': on('0'), '1': on('1'), '2': on('2'), '3': on('3'), '4': on('4'), '5': on('5'), '6': on('6') }
}

/** Opening hours, or a capacity, with every day of the week in it; one without any is null. */
export function wholeWeek<T>(
  week: Partial<Record<WeekdayKey, T>>,
): Record<WeekdayKey, NonNullable<T> | null> {
  return byWeekday((key) => week[key] ?? null)
}

/** Opening hours in one line: `Mon–Fri 9 AM–5:30 PM, Sat 10 AM–midnight, Sun closed`; `Always open` without any. */
export function describeOpeningHours(hours: OpeningHours | null): string {
  if (hours === null) return 'Always open'
  return describeWeek((key) => describeDay(hours[key] ?? null))
}

/** A week in one line, with days that say the same put together: `Mon–Fri 12, Sat 20, Sun closed`. */
export function describeWeek(textOf: (key: WeekdayKey) => string): string {
  const runs: { first: string; last: string; text: string }[] = []
  for (const { key, short } of WEEK) {
    const text = textOf(key)
    const run = runs.at(-1)
    if (run?.text === text) run.last = short
    else runs.push({ first: short, last: short, text })
  }
  return runs
    .map(({ first, last, text }) => `${first === last ? first : `${first}–${last}`} ${text}`)
    .join(', ')
}

function describeDay(day: OpeningDay | null): string {
  return day ? `${clock(day.opens)}–${clock(day.closes)}` : 'closed'
}

/** `17:30` as `5:30 PM`, `09:00` as `9 AM`. */
function clock(text: string): string {
  if (text === '00:00' || text === '24:00') return 'midnight'
  const [hour, minutes] = [Number(text.slice(0, 2)), text.slice(3)]
  return `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${hour < 12 ? 'AM' : 'PM'}`
}

const NEARLY_A_DAY_MS = 23 * 60 * 60 * 1000

/**
 * The hours of one day as somebody asks at `now` who needs a florist: `until 5:30 PM`, `9 AM–5:30 PM` before they begin,
 * `closed since 5:30 PM`, `all day`, and `closed` for null. In `zone` (IANA).
 */
export function describeOpenToday(
  hours: { opens: Date; closes: Date } | null,
  now: Date,
  zone: string,
): string {
  if (hours === null) return 'closed'
  const { opens, closes } = hours
  const [from, until] = [opens, closes].map((at) => formatShortTime(at, zone).replace(/^12 AM$/, 'midnight'))
  if (now >= closes) return `closed since ${until}`
  // A day on which the clocks change has one hour more, or less.
  if (closes.getTime() - opens.getTime() >= NEARLY_A_DAY_MS) return 'all day'
  return now < opens ? `${from}–${until}` : `until ${until}`
}
