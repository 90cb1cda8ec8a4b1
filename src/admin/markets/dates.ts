import { availability, type MarketSchedule } from '#domain/availability.ts'
import { formatDate, formatDay, formatShortTime } from '#domain/dates.ts'
import { zoneName } from '#domain/time-zones.ts'
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

/** The same-day hours of a market at `now`, in a line: `Same day open until 2 PM EST`, by the one availability rule. */
export function sameDayText(now: Date, market: MarketSchedule): string {
  const { sameDayOpen, message } = availability(now, market)
  if (market.pausedReason !== null) return 'Paused: nobody can order'
  if (!sameDayOpen) return `Same day closed. ${message}`
  // The cut-off ends every day, so this does.
  let until = now
  do until = availability(until, market).changesAt
  while (availability(until, market).sameDayOpen)
  return `Same day open until ${formatShortTime(until, market.timeZone)} ${zoneName(market.timeZone)}`
}
