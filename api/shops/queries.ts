import { asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { readShopRecord, readWork, recordOf, withWork } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import { devicesOf } from '#api/florist-devices/queries.ts'
import { marketWithoutShop } from '#api/markets/queries.ts'
import { changesOf } from '#api/platform/audit/changes.ts'
import { asText, numberOrNull, yesOrNo } from '#api/platform/audit/field-changes.ts'
import type { VersionedRecord } from '#api/platform/audit/versioned-record.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { contains, countRows, offsetOf, pageOf, withinPages } from '#api/platform/database/paging.ts'
import type { PageRequest } from '#api/platform/database/paging-schema.ts'
import { isEmailOnly, type RingsBy } from '#api/platform/reach.ts'
import { describeCapacityDate, describeWeekdayCapacity } from '#domain/capacity-labels.ts'
import { markets, shopCapacityDates, shops, states } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

const ORDERS_PAGE_SIZE = 5

export type ShopRecord = typeof shops.$inferSelect
export type ShopFields = Omit<ShopRecord, 'id' | 'version' | 'createdAt' | 'updatedAt'>
/** Exceptions of a shop's capacity, in the order of their dates. */
export type CapacityDates = { date: string; capacity: number | null }[]
/** A shop with its exceptions, and the names that its history shows instead of ids. */
type ShopSnapshot = ShopRecord & { capacityDates: CapacityDates; marketName: string; stateCode: string }

export const shopRecord: VersionedRecord<typeof shops, ShopSnapshot> = {
  table: shops,
  entity: 'shop',
  notFound: 'shop_not_found',
  formatters: {
    name: asText,
    streetAddress: asText,
    city: asText,
    stateId: (_, { stateCode }) => stateCode,
    zip: asText,
    marketId: (_, { marketName }) => marketName,
    phone: asText,
    email: asText,
    active: yesOrNo,
    weekdayCapacity: describeWeekdayCapacity,
    hourlyCapacity: numberOrNull,
    capacityDates: (dates) => dates.map(describeCapacityDate),
    defaultPercentage: (percentage) => `${percentage}%`,
    showsPhotos: yesOrNo,
    takesTexts: yesOrNo,
    marketName: 'ignored',
    stateCode: 'ignored',
  },
}

const BY_NAME = [sql`${shops.name} collate nocase`, sql`${shops.id}`]

/** One page of shops, by name, whose name, city or market contains `q`, each with its work, in one round trip. */
export function shopPage(db: Db, { q, size, ...asked }: PageRequest, ringsBy: RingsBy, now: Date) {
  const matches = q
    ? or(contains(shops.name, q), contains(shops.city, q), contains(markets.name, q))
    : undefined
  const rows = db
    .select({
      id: shops.id,
      name: shops.name,
      marketId: shops.marketId,
      marketName: markets.name,
      city: shops.city,
      stateCode: states.code,
      phone: shops.phone,
      active: shops.active,
      defaultPercentage: shops.defaultPercentage,
      version: shops.version,
      emailOnly: isEmailOnly(ringsBy, sql`shops`).mapWith(Boolean),
    })
    .from(shops)
    .innerJoin(markets, eq(markets.id, shops.marketId))
    .innerJoin(states, eq(states.id, shops.stateId))
    .where(matches)
    .orderBy(...BY_NAME)
  const all = sql`from ${shops} join ${markets} on ${markets.id} = ${shops.marketId} where ${matches ?? sql`true`}`
  return withinPages(asked.page, async (page) => {
    const offset = offsetOf({ page, size })
    const ids = sql`select ${shops.id} ${all} order by ${sql.join(BY_NAME, sql`, `)} limit ${size} offset ${offset}`
    const [found, counted, ...work] = await db.batch([
      rows.limit(size).offset(offset),
      countRows(db, all),
      ...readWork(db, ids, now),
    ])
    return pageOf(withWork(found, work), counted, { page, size })
  })
}

/** A shop with the names of its market and state, as a list of none or one. */
function selectShop(db: Db, id: string) {
  return db
    .select({
      shop: shops,
      marketName: markets.name,
      timeZone: markets.timeZone,
      stateCode: states.code,
      stateName: states.name,
      capacityDates: sql`(select json_group_array(json_object('date', date, 'capacity', capacity))
        from (select date, capacity from ${shopCapacityDates} where shop_id = ${id} order by date))`.mapWith(
        (json: string) => JSON.parse(json) as CapacityDates,
      ),
    })
    .from(shops)
    .innerJoin(markets, eq(markets.id, shops.marketId))
    .innerJoin(states, eq(states.id, shops.stateId))
    .where(eq(shops.id, id))
}

type FoundShop = Awaited<ReturnType<typeof selectShop>>[number]

function snapshotOf({ shop, capacityDates, marketName, stateCode }: FoundShop): ShopSnapshot {
  return { ...shop, capacityDates, marketName, stateCode }
}

/** Makes these the exceptions of a shop's capacity, as statements for a batch. */
export function replaceCapacityDates(db: Db, id: string, dates: CapacityDates): Statement[] {
  return [
    db.delete(shopCapacityDates).where(eq(shopCapacityDates.shopId, id)),
    db.run(sql`insert into ${shopCapacityDates} (shop_id, date, capacity)
      select ${id}, value ->> 'date', value ->> 'capacity' from json_each(${JSON.stringify(dates)})`),
  ]
}

/** Value: the market that a shop is in. */
function marketOfShop(id: string): SQL {
  return sql`(select own.market_id from ${shops} own where own.id = ${id})`
}

/** A shop with its history, how it did in the last 90 days, and the phones that ring for it. */
export async function shopWithChanges(db: Db, id: string, ringsBy: RingsBy, now: Date) {
  const [[found], devices, records, changes] = await db.batch([
    selectShop(db, id),
    devicesOf(db, id),
    readShopRecord(db, id, now),
    changesOf(db, 'shop', id),
  ])
  if (!found) return null
  const phones = devices.map(({ id, name, createdAt, lastRungAt, lastAnswer }) => ({
    id,
    name,
    createdAt,
    lastRungAt,
    lastAnswer,
  }))
  const { takesTexts, phone } = found.shop
  const { push, texts } = ringsBy
  const isReached = (push && phones.length > 0) || (texts && takesTexts && phone !== null)
  const emailOnly = (push || texts) && !isReached
  return { ...found, phones, emailOnly, record: recordOf(records, id), changes }
}

/**
 * Reads for a write: the shop as it is, the market that it is in and the one that it is to have, both without it, and the
 * state that it is to have.
 */
export async function readForShop(
  db: Db,
  id: string,
  { marketId, stateId }: Pick<ShopFields, 'marketId' | 'stateId'> = { marketId: '', stateId: '' },
) {
  const [[found], [home], [market], [state]] = await db.batch([
    selectShop(db, id),
    marketWithoutShop(db, marketOfShop(id), id),
    marketWithoutShop(db, sql`${marketId}`, id),
    db.select().from(states).where(eq(states.id, stateId)),
  ])
  const before = found && home ? { shop: snapshotOf(found), home } : null
  return { before, market: market ?? null, state: state ?? null }
}

/** Reads the options of the form's selects, in one round trip. */
export async function shopChoices(db: Db) {
  const [allStates, allMarkets] = await db.batch([
    db.select().from(states).orderBy(asc(states.name)),
    db
      .select({ id: markets.id, name: markets.name })
      .from(markets)
      .orderBy(sql`${markets.name} collate nocase`),
  ])
  return { states: allStates, markets: allMarkets }
}

/** One page of a shop's orders, newest first; null when there is no such shop. */
export async function ordersOfShop(db: Db, shopId: string, page: number) {
  const ofShop = eq(shopOrders.shopId, shopId)
  const [[shop], rows, counted] = await db.batch([
    db.select({ id: shops.id }).from(shops).where(eq(shops.id, shopId)),
    db
      .select({
        id: shopOrders.id,
        orderReference: orders.orderReference,
        customerName: orders.customerName,
        status: shopOrders.status,
        paymentStatus: shopOrders.paymentStatus,
        withdrawnAt: shopOrders.withdrawnAt,
        createdAt: shopOrders.createdAt,
      })
      .from(shopOrders)
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .where(ofShop)
      .orderBy(desc(shopOrders.createdAt), shopOrders.id)
      .limit(ORDERS_PAGE_SIZE)
      .offset(offsetOf({ page, size: ORDERS_PAGE_SIZE })),
    countRows(db, sql`from ${shopOrders}`, ofShop),
  ])
  return shop ? pageOf(rows, counted, { page, size: ORDERS_PAGE_SIZE }) : null
}

/** True if a shop was ever given an order. */
export async function hasOrders(db: Db, shopId: string): Promise<boolean> {
  return (await db.$count(shopOrders, eq(shopOrders.shopId, shopId))) > 0
}
