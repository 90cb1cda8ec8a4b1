import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import {
  type Bucket,
  countPlaces,
  hasRoom,
  keysOf,
  type Limits,
  limitsOf,
  type PlaceCounts,
  type ShopCapacity,
  withoutRoom,
} from '#domain/capacity.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import { RECORD_DAYS, type ShopRecord } from '#domain/shop-ranking.ts'
import { zipDistance } from '#domain/zip-distance.ts'
import { shops, states } from '#drizzle/schema/markets.ts'
import { orders, TAKES_PLACE } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { isBelow } from './place-queries.ts'
import { capacityOf, daysAround, HOURLY } from './queries.ts'
import { isOfThisRound } from './round-queries.ts'

// The work that a shop has to do, its capacity, and its record so far.

/** Before and after an instant, what may belong to its day in any zone of the States. */
const HOURS_AROUND = 26
const DAY_MS = 24 * 60 * 60 * 1000
const LIVE = sql`so.withdrawn_at is null and so.status <> 'rejected'`

/** An order that somebody wants a shop to make, and what it takes a place of. */
export type WantedWork = { orderId: string; bucket: Bucket; zone: string }
/** The same, with the ZIP code to which it goes. */
export type WantedDelivery = WantedWork & { zip: string }

/** Column of a select over `shops`: what a shop can make, as JSON. */
export const SHOP_CAPACITY = capacityOf(sql`shops`)

type Load = { shopId: string; due: string; hourly: number; count: number }

/**
 * Statement: how many bouquets each shop has to make around the promised times of some orders, by the hour they are due, but for
 * those orders. In the terms of the database, so that it is one round trip with the orders themselves.
 */
export function readLoads(db: Db, orderIds: readonly string[]) {
  const ids = sqlList(orderIds)
  const around = (hours: number, end: 'min' | 'max') => sql`strftime('%Y-%m-%dT%H:%M:%fZ',
    (select ${sql.raw(end)}(promised_by) from ${orders} where id in (${ids})), ${`${hours} hours`})`
  return db.all<Load>(sql`
    select so.shop_id as "shopId", substr(o.promised_by, 1, 13) as due, o.delivery_option in (${HOURLY}) as hourly,
      count(*) as count
    from (${dueWithin(around(-HOURS_AROUND, 'min'), around(HOURS_AROUND, 'max'))}) o
    cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id
    where ${LIVE} and o.id not in (${ids}) group by 1, 2, 3`)
}

/** The number of bouquets a shop has to make in the days around `now`, by the day they are due in `zone` (IANA). */
export async function readShopDays(db: Db, shopId: string, zone: string, now: Date) {
  const [from, to] = daysAround(now)
  const rows = await db.all<{ due: string; count: number }>(sql`
    select substr(o.promised_by, 1, 13) as due, count(*) as count from (${dueWithin(sql`${from}`, sql`${to}`)}) o
    join ${shopOrders} so on so.order_id = o.id where ${LIVE} and so.shop_id = ${shopId} group by 1`)
  return countPlaces(
    rows.map((row) => ({ ...row, hourly: false })),
    zone,
  )
}

/** Orders that take a place, promised from an instant on, and before another. */
function dueWithin(from: SQL, to: SQL): SQL {
  return sql`select id, promised_by, delivery_option from ${orders} indexed by orders_promised_by
    where promised_by >= ${from} and promised_by < ${to} and ${TAKES_PLACE}`
}

/** A shop's limits for the places that an order takes, and how much of them is taken; null is no limit. */
export type ShopRoom = {
  day: { limit: number | null; taken: number }
  hour: { limit: number | null; taken: number }
  hasRoom: boolean
}

/** @param capacity as {@link SHOP_CAPACITY} gives it */
export function roomOf(
  { id, capacity }: { id: string; capacity: string },
  loads: readonly Load[],
  { bucket, zone }: Omit<WantedWork, 'orderId'>,
): ShopRoom {
  const limits = limitsOf([JSON.parse(capacity) as ShopCapacity], bucket)
  const taken = takenOf(id, loads, zone)
  const [ofDay = 0, ofHour = 0] = keysOf(bucket).map((key) => taken[key])
  return {
    day: { limit: limits.day, taken: ofDay },
    hour: { limit: limits.hour, taken: ofHour },
    hasRoom: hasRoom(limits, taken, bucket),
  }
}

/** The work of a shop by date and, of the options that promise an hour, by clock hour, in `zone` (IANA). */
function takenOf(shopId: string, loads: readonly Load[], zone: string): PlaceCounts {
  const own = loads.filter((load) => load.shopId === shopId)
  return countPlaces(
    own.map((load) => ({ ...load, hourly: load.hourly === 1 })),
    zone,
  )
}

/** Condition at this point of a batch: a shop has room for an order. */
export function shopHasRoom(shopId: string, wanted: WantedWork & { limits: Limits }): SQL {
  return isBelow(
    wanted,
    ([from, to], hourly) => sql`(select count(*) from (${dueWithin(sql`${from}`, sql`${to}`)}) o
      join ${shopOrders} so on so.order_id = o.id
      where ${LIVE} and so.shop_id = ${shopId} and o.id <> ${wanted.orderId}
        and ${hourly ? sql`o.delivery_option in (${HOURLY})` : sql`true`})`,
  )
}

const RECORD = sql`count(*) as offered,
  sum(so.status in ('confirmed', 'processing', 'ready', 'delivered')) as accepted,
  sum(so.status = 'rejected' and so.answered_by is not 'system') as declined,
  sum(so.status = 'rejected' and so.answered_by is 'system') as silent,
  sum(so.status = 'delivered') as delivered,
  sum(so.status = 'delivered' and so.status_updated_at <= o.promised_by) as "onTime"`

const NO_RECORD: ShopRecord = { offered: 0, accepted: 0, declined: 0, silent: 0, delivered: 0, onTime: 0 }

/** Statement: what became of the orders that shops were given lately; samples do not count. */
function readRecords(db: Db, ofShops: SQL, now: Date) {
  const since = new Date(now.getTime() - RECORD_DAYS * DAY_MS).toISOString()
  return db.all<ShopRecord & { shopId: string }>(sql`
    select so.shop_id as "shopId", ${RECORD}
    from ${shopOrders} so indexed by shop_orders_shop cross join ${orders} o on o.id = so.order_id
    where so.shop_id in (${ofShops}) and so.created_at >= ${since} and o.is_sample = 0 group by so.shop_id`)
}

/** Statement: how a shop did in the last 90 days, for {@link recordOf}. */
export const readShopRecord = (db: Db, shopId: string, now: Date) => readRecords(db, sql`${shopId}`, now)

/** The record of a shop, of those that were read; all zeros when it was given nothing. */
export function recordOf(records: readonly (ShopRecord & { shopId: string })[], shopId: string): ShopRecord {
  const found = records.find((record) => record.shopId === shopId)
  if (!found) return NO_RECORD
  const { shopId: _, ...record } = found
  return record
}

/** Statement: how many orders each shop has accepted or was asked for, and has not delivered. */
function readOpenOrders(db: Db) {
  // Statuses are literals, because a partial index does not apply to a parameter.
  return db.all<{ shopId: string; count: number }>(sql`
    select so.shop_id as "shopId", count(*) as count
    from ${shopOrders} so indexed by shop_orders_by_status cross join ${orders} o on o.id = so.order_id
    where so.withdrawn_at is null and so.status in ('pending', 'confirmed', 'processing', 'ready')
      and o.status in (${sqlList(STATUSES_AT_WORK.order)}) and o.payment_status <> 'refunded' group by so.shop_id`)
}

const openOrdersOf = (open: Awaited<ReturnType<typeof readOpenOrders>>, id: string) =>
  open.find(({ shopId }) => shopId === id)?.count ?? 0

/** Statements for {@link withWork}. @param ofShops their ids, as a select */
export function readWork(db: Db, ofShops: SQL, now: Date) {
  return [readOpenOrders(db), readRecords(db, ofShops, now)] as const
}

/** Rows of shops with the orders that each has open, and its deliveries of the last 90 days. */
export function withWork<Row extends { id: string }>(
  rows: readonly Row[],
  [open, records]: Answers<ReturnType<typeof readWork>>,
) {
  return rows.map((row) => {
    const { delivered, onTime } = recordOf(records, row.id)
    return { ...row, openOrders: openOrdersOf(open, row.id), delivered, onTime }
  })
}

/** The active shops of a market as the ranking reads them, in one round trip. @param onlyIf without it there are none */
export async function readCandidates(
  db: Db,
  marketId: string,
  wanted: WantedDelivery,
  now: Date,
  onlyIf: SQL = sql`true`,
) {
  const statements = selectCandidates(db, [wanted.orderId], now, sql`market_id = ${marketId} and ${onlyIf}`)
  return candidatesFrom(await db.batch(statements), [wanted])
}

/** Statements for {@link candidatesFrom}. @param condition on `shops`, of which the active ones are read */
export function selectCandidates(db: Db, orderIds: readonly string[], now: Date, condition: SQL = sql`true`) {
  return [
    db
      .select({
        shop: shops,
        state: sql<string>`(select code from ${states} where id = ${shops.stateId})`.as('state'),
        capacity: SHOP_CAPACITY.as('capacity'),
      })
      .from(shops)
      .where(and(eq(shops.active, true), condition)),
    readLoads(db, orderIds),
    readRecords(db, sql`select id from ${shops} where active = 1 and ${condition}`, now),
    readOpenOrders(db),
    db.all<{ shopId: string }>(sql`
      select a.shop_id as "shopId" from ${shopOrders} a
      where a.order_id in (${sqlList(orderIds)}) and ${isOfThisRound(sql`a`)}`),
  ] as const
}

type Answers<Statements extends readonly unknown[]> = {
  [Part in keyof Statements]: Awaited<Statements[Part]>
}

/**
 * The shops that were read, each with its room for the first of the orders and with those orders for which it has none. Of several
 * orders that go to different ZIP codes there is no one distance.
 */
export function candidatesFrom<Wanted extends WantedDelivery>(
  [found, loads, records, open, asked]: Answers<ReturnType<typeof selectCandidates>>,
  wanted: readonly [Wanted, ...Wanted[]],
) {
  const [first] = wanted
  const isOnePlace = wanted.every(({ zip }) => zip === first.zip)
  return found.map(({ shop, state, capacity }) => {
    const limits = JSON.parse(capacity) as ShopCapacity
    const leftOut = withoutRoom(limits, takenOf(shop.id, loads, first.zone), wanted)
    return {
      id: shop.id,
      shop: { ...shop, state },
      room: roomOf({ id: shop.id, capacity }, loads, first),
      active: shop.active,
      hasEmail: shop.email !== null,
      wasAsked: asked.some(({ shopId }) => shopId === shop.id),
      hasRoom: leftOut.length === 0,
      leftOut,
      record: recordOf(records, shop.id),
      openOrders: openOrdersOf(open, shop.id),
      distance: isOnePlace ? zipDistance(shop.zip, first.zip) : null,
    }
  })
}
