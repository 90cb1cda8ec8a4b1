import type { Deps } from '#api/deps.ts'
import { healthReadings, healthReasons } from '#api/health/service.ts'
import { addDays, instantOn, isoDate, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { type Day, dashboard } from './queries.ts'

const DAYS = 14
/** Emails that wait longer are shown; most failures are sent at the second or third attempt. */
const HELD_AFTER_MS = 10 * 60_000

/** The dashboard, in one round trip. */
export async function readDashboard(
  deps: Pick<Deps, 'db' | 'clock' | 'unwrittenProblems' | 'push' | 'texts'>,
) {
  const now = deps.clock.now()
  const heldSince = new Date(now.getTime() - HELD_AFTER_MS).toISOString()
  const statement = healthReadings(deps)
  const { days, health, ...rest } = await dashboard(deps.db, now, lastDays(now), heldSince, statement)
  return {
    ...rest,
    /** Why a person has to act, as the health check says it. */
    healthReasons: health ? healthReasons(deps, health) : [],
    lastDays: { timeZone: REPORTING_TIME_ZONE, days },
  }
}

/** Today and the days before it, oldest first, in the reporting time zone. */
function lastDays(now: Date): Day[] {
  const today = isoDate(now, REPORTING_TIME_ZONE)
  return Array.from({ length: DAYS }, (_, at) => {
    const date = addDays(today, at - DAYS + 1)
    return { date, from: midnight(date), to: midnight(addDays(date, 1)) }
  })
}

function midnight(date: string): string {
  return instantOn(date, REPORTING_TIME_ZONE).toISOString()
}
