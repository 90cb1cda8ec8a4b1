import { formatShortTime } from './dates.ts'

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
