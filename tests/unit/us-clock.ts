// Daylight saving in the United States written out by hand, so that the tests do not lean on the runtime's zone tables:
// from 02:00 standard time on the second Sunday of March to 02:00 daylight time on the first Sunday of November.

const HOUR = 3_600_000

export const US_CLOCKS = [
  { zone: 'America/New_York', name: 'EST', standardOffset: -5 },
  { zone: 'America/Los_Angeles', name: 'PST', standardOffset: -8 },
] as const

/** The years that the tables of the tests walk through, hour by hour. */
export const TABLE_YEARS = [2026, 2027] as const

function nthSunday(year: number, month: number, nth: number): number {
  const firstWeekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return 1 + ((7 - firstWeekday) % 7) + (nth - 1) * 7
}

export function springForward(year: number, standardOffset: number): number {
  return Date.UTC(year, 2, nthSunday(year, 3, 2), 2 - standardOffset)
}

export function fallBack(year: number, standardOffset: number): number {
  return Date.UTC(year, 10, nthSunday(year, 11, 1), 2 - (standardOffset + 1))
}

/** A date whose UTC fields read what the wall clock shows at `time`. */
export function wallClock(time: number, standardOffset: number): Date {
  const year = new Date(time).getUTCFullYear()
  const daylight = time >= springForward(year, standardOffset) && time < fallBack(year, standardOffset)
  return new Date(time + (standardOffset + (daylight ? 1 : 0)) * HOUR)
}

/** Every full hour of the table's years, as UTC milliseconds. */
export function* everyHour(): Generator<number> {
  const end = Date.UTC(TABLE_YEARS[1] + 1, 0, 1)
  for (let time = Date.UTC(TABLE_YEARS[0], 0, 1); time < end; time += HOUR) yield time
}
