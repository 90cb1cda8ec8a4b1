import { formatDate, formatDay } from '#domain/dates.ts'
import { isoDate } from '#domain/zoned-time.ts'

/** A date of the calendar (`YYYY-MM-DD`) as people say it: `Fri Dec 25, 2026`. */
export function calendarDate(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`)
  return `${formatDay(noon, 'UTC').slice(0, 4)}${formatDate(noon, 'UTC')}`
}

/** Dates that are over in `zone` (IANA), and those that are not. A zone that nobody knows is taken for UTC. */
export function byNow(
  dates: readonly string[],
  zone: string,
  now: number,
): { past: string[]; coming: string[] } {
  const today = isoDate(new Date(now), zone || 'UTC')
  const sorted = dates.toSorted()
  return { past: sorted.filter((date) => date < today), coming: sorted.filter((date) => date >= today) }
}
