import type { OverbookedDay, WeekdayCapacity } from './capacity.ts'
import { formatDay } from './dates.ts'
import { describeWeek } from './opening-hours.ts'

/** Bouquets a day in one line: `Mon–Fri 12, Sat 20, Sun closed`; null without any limit. */
export function describeWeekdayCapacity(capacity: WeekdayCapacity | null): string | null {
  if (capacity === null) return null
  return describeWeek((key) => describeCapacity(capacity[key] ?? null))
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

type Room = Record<'day' | 'hour', { limit: number | null; taken: number }>

/** The reason against one more order for a shop, by the clock of `zone` (IANA); null: there is none. */
export function aboveCapacity({ day, hour }: Room, promisedBy: Date, zone: string): string | null {
  if (day.limit === 0) return `This shop is closed on ${formatDay(promisedBy, zone)}.`
  if (day.limit !== null && day.taken >= day.limit) {
    return `This shop can make ${bouquets(day.limit)} on ${formatDay(promisedBy, zone)} and has ${day.taken} already.`
  }
  if (hour.limit === null || hour.taken < hour.limit) return null
  return `This shop can make ${bouquets(hour.limit)} in one hour and has ${hour.taken} already.`
}

/** `Fri Jun 5: 12 orders, and it can make 10.` @param who of the market or the shop */
export function overbookedText({ date, limit, taken }: OverbookedDay, who: string): string {
  const day = formatDay(new Date(`${date}T12:00:00Z`), 'UTC')
  const orders = taken === 1 ? '1 order' : `${taken} orders`
  return limit === 0
    ? `${day}: ${orders}, and ${who} is closed.`
    : `${day}: ${orders}, and ${who} can make ${limit}.`
}

const bouquets = (count: number) => (count === 1 ? '1 bouquet' : `${count} bouquets`)
