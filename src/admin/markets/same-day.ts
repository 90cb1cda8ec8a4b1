import { availability, type MarketSchedule, sameDayCloses } from '#domain/availability.ts'
import { formatShortTime } from '#domain/dates.ts'
import { zoneName } from '#domain/time-zones.ts'

/** The same-day hours of a market at `now`, in a line: `Same day open until 2 PM EST`, by the one availability rule. */
export function sameDayText(now: Date, market: MarketSchedule): string {
  if (market.pausedReason !== null) return 'Paused: nobody can order'
  const until = sameDayCloses(now, market)
  if (until === null) return `Same day closed. ${availability(now, market).message}`
  return `Same day open until ${formatShortTime(until, market.timeZone)} ${zoneName(market.timeZone)}`
}
