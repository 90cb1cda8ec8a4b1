import { and, asc, count, desc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { type Change, changesOf, recordChange } from '#api/platform/audit/changes.ts'
import type { Condition, Statement } from '#api/platform/database/condition.ts'
import { COUNT_LIMIT, contains, offsetOf, pageInfoOf } from '#api/platform/database/paging.ts'
import { markets, shops, states } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

const PAGE_SIZE = 10
const ORDERS_PAGE_SIZE = 5

export type ShopRecord = typeof shops.$inferSelect
export type ShopFields = Omit<ShopRecord, 'id' | 'version' | 'createdAt' | 'updatedAt'>
type Versioned = Pick<ShopRecord, 'id' | 'version'>

/** One page of shops, by name, whose name, city or market contains `q`. */
export async function shopPage(db: Db, q: string | undefined, page: number) {
  const matches = q
    ? or(contains(shops.name, q), contains(shops.city, q), contains(markets.name, q))
    : undefined
  const [rows, [counted]] = await db.batch([
    db
      .select({
        id: shops.id,
        name: shops.name,
        marketId: shops.marketId,
        marketName: markets.name,
        city: shops.city,
        stateCode: states.code,
        active: shops.active,
        version: shops.version,
      })
      .from(shops)
      .innerJoin(markets, eq(markets.id, shops.marketId))
      .innerJoin(states, eq(states.id, shops.stateId))
      .where(matches)
      .orderBy(sql`${shops.name} collate nocase`, shops.id)
      .limit(PAGE_SIZE)
      .offset(offsetOf(page, PAGE_SIZE)),
    db.select({ count: count() }).from(
      db
        .select({ one: sql`1`.as('one') })
        .from(shops)
        .innerJoin(markets, eq(markets.id, shops.marketId))
        .where(matches)
        .limit(COUNT_LIMIT)
        .as('matches'),
    ),
  ])
  return { rows, info: pageInfoOf(page, PAGE_SIZE, counted?.count ?? 0) }
}

/** A shop with the names of its market and state, as a list of none or one. */
export function shopById(db: Db, id: string) {
  return db
    .select({ shop: shops, marketName: markets.name, stateCode: states.code, stateName: states.name })
    .from(shops)
    .innerJoin(markets, eq(markets.id, shops.marketId))
    .innerJoin(states, eq(states.id, shops.stateId))
    .where(eq(shops.id, id))
}

export type KnownShop = Awaited<ReturnType<typeof shopById>>[number]

/** A shop with its history. */
export async function shopWithChanges(db: Db, id: string) {
  const [[found], changes] = await db.batch([shopById(db, id), changesOf(db, 'shop', id)])
  return found ? { ...found, changes } : null
}

/** The stored shop, and the market and the state that it is to have, in one round trip. */
export async function readForShop(
  db: Db,
  id: string,
  { marketId, stateId }: Pick<ShopFields, 'marketId' | 'stateId'>,
) {
  const [[found], [market], [state]] = await db.batch([
    shopById(db, id),
    db.select().from(markets).where(eq(markets.id, marketId)),
    db.select().from(states).where(eq(states.id, stateId)),
  ])
  return { found: found ?? null, market: market ?? null, state: state ?? null }
}

/** What the form's selects offer, in one round trip. */
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
  const [[shop], rows, [counted]] = await db.batch([
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
      .offset(offsetOf(page, ORDERS_PAGE_SIZE)),
    db.select({ count: count() }).from(
      db
        .select({ one: sql`1`.as('one') })
        .from(shopOrders)
        .where(ofShop)
        .limit(COUNT_LIMIT)
        .as('matches'),
    ),
  ])
  return shop ? { rows, info: pageInfoOf(page, ORDERS_PAGE_SIZE, counted?.count ?? 0) } : null
}

/** Whether a shop was ever assigned an order. */
export async function hasOrders(db: Db, shopId: string): Promise<boolean> {
  const found = await db
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(eq(shopOrders.shopId, shopId))
    .limit(1)
  return found.length > 0
}

/** @throws the database's FOREIGN KEY violation when market or state were deleted meanwhile */
export async function insertShopRow(db: Db, shop: ShopRecord, change: Change): Promise<void> {
  await db.batch([recordChange(db, change), db.insert(shops).values(shop)])
}

/** A further condition of an update, and statements that follow it in the same batch, given that it was written. */
export type Consequences = { onlyIf: Condition; statements: (written: Condition) => Statement[] }

/**
 * Writes a shop if it is still at the version that was read, and records the change.
 * @returns whether it was written
 * @throws the database's FOREIGN KEY violation when market or state were deleted meanwhile
 */
export async function updateShopRow(
  db: Db,
  shop: Versioned,
  fields: ShopFields,
  change: Change,
  consequences: Consequences | null,
): Promise<boolean> {
  const { id, version } = shop
  const onlyIf = consequences?.onlyIf ?? sql`true`
  const isWritten = sql`exists (select 1 from ${shops} where id = ${id} and version = ${version + 1} and updated_at = ${change.at})`
  const [, written] = await db.batch([
    recordChange(db, change, sql`${isUnchanged(shop)} and ${onlyIf}`),
    db
      .update(shops)
      .set({ ...fields, version: version + 1, updatedAt: change.at })
      .where(and(eq(shops.id, id), eq(shops.version, version), onlyIf))
      .returning({ id: shops.id }),
    ...(consequences?.statements(isWritten) ?? []),
  ])
  return written.length === 1
}

/** Deletes a shop that is still at the version that was read and has no orders. @returns whether it did */
export async function deleteShopRow(db: Db, shop: Versioned, change: Change): Promise<boolean> {
  const withoutOrders = sql`not exists (select 1 from ${shopOrders} where shop_id = ${shop.id})`
  const [, deleted] = await db.batch([
    recordChange(db, change, sql`${isUnchanged(shop)} and ${withoutOrders}`),
    db
      .delete(shops)
      .where(and(eq(shops.id, shop.id), eq(shops.version, shop.version), withoutOrders))
      .returning({ id: shops.id }),
  ])
  return deleted.length === 1
}

function isUnchanged({ id, version }: Versioned) {
  return sql`exists (select 1 from ${shops} where id = ${id} and version = ${version})`
}
