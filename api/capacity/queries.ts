import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import {
  bucketDue,
  countPlaces,
  HOURLY_OPTIONS,
  keysOf,
  type ShopCapacity,
  type Span,
  type TakenPlaces,
} from '#domain/capacity.ts'
import { OTHER_DAYS } from '#domain/order/broken-promise.ts'
import { orderHolds } from '#drizzle/schema/checkout.ts'
import { hasFlorist, marketClosedDates, markets, shopCapacityDates, shops } from '#drizzle/schema/markets.ts'
import { orders, TAKES_PLACE } from '#drizzle/schema/orders.ts'
import { heldUntil, isWaiting, sessionEnd } from './hold-queries.ts'

// Reads of capacity and of the places that are taken. place-queries.ts takes them.

const HOUR_MS = 60 * 60 * 1000
/** Before and after an instant, what may belong to its day and to the two after it, in any zone of the States. */
const HOURS_BEFORE = 26
const HOURS_AFTER = 75

/** Today and the days that a buyer may have instead. */
export const DAYS_SHOWN = 1 + OTHER_DAYS

export const HOURLY = sqlList(HOURLY_OPTIONS)

/** Condition on a row of `markets`: some active shop has a number. */
const SAYS_CAPACITY = sql`exists (select 1 from ${shops} s where s.market_id = markets.id and s.active = 1
  and (s.weekday_capacity is not null or s.hourly_capacity is not null
    or exists (select 1 from ${shopCapacityDates} d where d.shop_id = s.id)))`

/** Value of a row of `shops`: what a shop can make, as JSON. @param row what the query calls the row */
export function capacityOf(row: SQL): SQL<string> {
  return sql<string>`json_object('byWeekday', json(${row}.weekday_capacity), 'perHour', ${row}.hourly_capacity,
    'byDate', json((select json_group_object(d.date, d.capacity) from ${shopCapacityDates} d where d.shop_id = ${row}.id)))`
}

/** Value of a select over `markets`: what its active shops can make, as JSON; null when none of them says anything. */
export const CAPACITIES = sql<string | null>`case when ${SAYS_CAPACITY} then (
  select json_group_array(${capacityOf(sql`s`)}) from ${shops} s where s.market_id = markets.id and s.active = 1) end`

/** Value of a select over `markets`: the dates on which they are closed, as JSON. */
export const CLOSED_DATES = sql`(select json_group_array(d.date) from ${marketClosedDates} d
  where d.market_id = markets.id)`.mapWith((json: string) => JSON.parse(json) as string[])

/** Columns of a select over `markets`: what decides whether and when they take orders. */
export const scheduleColumns = {
  timeZone: markets.timeZone,
  openingHours: markets.openingHours,
  pausedReason: markets.pausedReason,
  closedWithoutFlorist: markets.closedWithoutFlorist,
  hasFlorist: hasFlorist(sql`markets.id`).mapWith(Boolean).as('has_florist'),
  closedDates: CLOSED_DATES.as('closed_dates'),
}

/** Value of a row of `orders`: until when (ISO) its place is held; null when it is paid for. */
const ORDER_HELD_UNTIL = sql`case when payment_status = 'pending' then coalesce(
  (select ${heldUntil(sql`h`)} from ${orderHolds} h where h.order_id = orders.id), ${sessionEnd(sql`orders.created_at`)}) end`

/** Value of a select over `markets`: the places taken around an instant, by the hour they are due and the end of their hold, as JSON; null as above. */
function takenAround(now: Date): SQL<string | null> {
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString()
  const within = (column: SQL) => sql`${column} >= ${at(-HOURS_BEFORE)} and ${column} < ${at(HOURS_AFTER)}`
  return sql<
    string | null
  >`case when ${SAYS_CAPACITY} then (select json_group_array(json_array(due, hourly, until, places))
    from (select substr(promised, 1, 13) as due, option in (${HOURLY}) as hourly, until, count(*) as places from (
      select promised_by as promised, delivery_option as option, ${ORDER_HELD_UNTIL} as until from ${orders}
        where market_id = markets.id and ${within(sql`promised_by`)} and ${TAKES_PLACE}
      union all
      select reserved_promised_by, reserved_option, ${heldUntil(sql`h`)} from ${orderHolds} h
        where reserved_market_id = markets.id and ${within(sql`reserved_promised_by`)} and ${isWaiting(sql`h.order_id`)}
    ) group by 1, 2, 3)) end`
}

/** The columns of a select over `markets` from which their capacity is read. */
export function placesAround(now: Date) {
  return { capacities: CAPACITIES.as('capacities'), taken: takenAround(now).as('taken') }
}

/** A market's capacity and the places that are taken; null: no shop says anything, so there is no limit. */
export type Places = { shops: ShopCapacity[]; taken: TakenPlaces } | null

/** `until` null: they are paid for. */
type TakenRow = [due: string, hourly: number, until: string | null, places: number]

/** Reads {@link placesAround}. @param zone of the market (IANA) */
export function readPlaces(
  { capacities, taken }: { capacities: string | null; taken: string | null },
  zone: string,
): Places {
  if (capacities === null || taken === null) return null
  const rows = (JSON.parse(taken) as TakenRow[]).map(([due, hourly, until, count]) => {
    return { due, hourly: hourly === 1, until, count }
  })
  const heldUntil: Record<string, string[]> = {}
  for (const { due, hourly, until, count } of rows) {
    if (until === null) continue
    for (const key of keysOf(bucketDue(due, hourly, zone))) {
      heldUntil[key] = [...(heldUntil[key] ?? []), ...Array.from({ length: count }, () => until)]
    }
  }
  return {
    shops: JSON.parse(capacities) as ShopCapacity[],
    taken: { counts: countPlaces(rows, zone), heldUntil },
  }
}

/** The limited markets in which orders hold places that nobody has paid for, with their places around an instant. */
export async function readHeldMarkets(db: Db, now: Date) {
  const rows = await db
    .select({
      id: markets.id,
      name: markets.name,
      timeZone: markets.timeZone,
      ...placesAround(now),
    })
    .from(markets)
    .where(sql`markets.id in (select w.market_id from ${orderHolds} h join ${orders} w on w.id = h.order_id
      where w.payment_status = 'pending' and w.status <> 'cancelled')`)
  return rows.flatMap(({ id, name, timeZone, ...read }) => {
    const places = readPlaces(read, timeZone)
    return places ? [{ id, name, timeZone, places }] : []
  })
}

/**
 * The instants of the days shown, and a day more at both ends: which instants a day has depends on the market's zone.
 */
export function daysAround(now: Date): Span {
  const at = (days: number) => new Date(now.getTime() + days * 24 * HOUR_MS).toISOString()
  return [at(-2), at(DAYS_SHOWN + 1)]
}

/** Reads the capacity of a market's shops, and how much of it orders take in the days around `now`; null: no such market. */
export async function readDays(db: Db, marketId: string, now: Date) {
  const [from, to] = daysAround(now)
  const [[market], due] = await db.batch([
    db
      .select({
        timeZone: markets.timeZone,
        closedDates: CLOSED_DATES.as('closed_dates'),
        ...placesAround(now),
      })
      .from(markets)
      .where(eq(markets.id, marketId)),
    db.all<{ due: string; sold: number; held: number }>(sql`
      select substr(promised_by, 1, 13) as due, sum(payment_status <> 'pending') as sold,
        sum(payment_status = 'pending') as held
      from ${orders} where market_id = ${marketId} and promised_by >= ${from} and promised_by < ${to} and ${TAKES_PLACE}
      group by 1`),
  ])
  if (!market) return null
  const { timeZone, closedDates } = market
  return {
    timeZone,
    closedDates,
    places: readPlaces(market, timeZone),
    due: due.map(({ due, ...counts }) => ({ date: bucketDue(due, false, timeZone).date, ...counts })),
  }
}
