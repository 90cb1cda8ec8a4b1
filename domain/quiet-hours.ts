import { zonedInstant, zonedParts } from './zoned-time.ts'

/** The hours of the night in which nobody is texted, by the clock where they are. */
const FROM_HOUR = 21
const TO_HOUR = 8

/** The end of the quiet hours in `zone` (IANA) at `now`; null: it is day there. */
export function quietUntil(now: Date, zone: string): Date | null {
  const { year, month, day, hour } = zonedParts(now, zone)
  if (hour >= TO_HOUR && hour < FROM_HOUR) return null
  return zonedInstant({ year, month, day: hour < TO_HOUR ? day : day + 1, hour: TO_HOUR }, zone)
}
