import { availability, type MarketSchedule } from '#domain/availability.ts'
import { formatShortTime } from '#domain/dates.ts'
import { zoneName } from '#domain/time-zones.ts'

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
