import type { WeekdayCapacity } from './capacity.ts'
import { WEEK } from './opening-hours.ts'

/** Bouquets a day in one line: `Mon–Fri 12, Sat 20, Sun closed`; null without any limit. */
export function describeWeekdayCapacity(capacity: WeekdayCapacity | null): string | null {
  if (capacity === null) return null
  const runs: { first: string; last: string; text: string }[] = []
  for (const { key, short } of WEEK) {
    const text = describeCapacity(capacity[key] ?? null)
    const run = runs.at(-1)
    if (run?.text === text) run.last = short
    else runs.push({ first: short, last: short, text })
  }
  return runs
    .map(({ first, last, text }) => `${first === last ? first : `${first}–${last}`} ${text}`)
    .join(', ')
}

/** An exception: `2026-02-14: 40`. */
export function describeCapacityDate({ date, capacity }: { date: string; capacity: number | null }): string {
  return `${date}: ${describeCapacity(capacity)}`
}

/** `12`, `closed`, `no limit`. */
export function describeCapacity(capacity: number | null): string {
  if (capacity === null) return 'no limit'
  return capacity === 0 ? 'closed' : String(capacity)
}
