import { US_ZONES } from './time-zones.ts'
import { addDays, isoDate, zonedInstant, zonedParts } from './zoned-time.ts'

/** Today is compared with the same weekday of this many weeks before. */
const WEEKS_COMPARED = 4
/** The days, today included, over which deliveries and answers are looked at. */
export const RECENT_DAYS = 7
/** A promise that is due within this time, and that no florist has accepted, is at risk. */
export const AT_RISK_MS = 60 * 60_000

/** A stretch of time by the clock of a zone (IANA): ISO instants, without the last one. */
export type ZonedSpan = { zone: string; from: string; to: string }

/** The days by which the dashboard counts, each by the clock of every zone that a market can have. */
export function dashboardDays(now: Date) {
  const at = (zone: string, days: number, wall: { hour: number; minute: number; second: number }) => {
    const [year = 0, month = 1, day = 1] = addDays(isoDate(now, zone), days).split('-').map(Number)
    return zonedInstant({ ...wall, year, month, day }, zone).toISOString()
  }
  const midnight = (zone: string, days: number) => at(zone, days, { hour: 0, minute: 0, second: 0 })
  const spans = (from: number, to: (zone: string) => string): ZonedSpan[] =>
    US_ZONES.map(({ id: zone }) => ({ zone, from: midnight(zone, from), to: to(zone) }))
  const weeks = Array.from({ length: WEEKS_COMPARED }, (_, n) => -7 * (n + 1))
  return {
    today: spans(0, (zone) => midnight(zone, 1)),
    /** The same weekday of the weeks before, latest first, until the clock showed the time that it shows now. */
    sameWeekdays: weeks.map((days) => spans(days, (zone) => at(zone, days, zonedParts(now, zone)))),
    /** The last days, today until now. */
    recent: spans(1 - RECENT_DAYS, () => now.toISOString()),
  }
}
