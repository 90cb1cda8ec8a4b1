import { desc, eq, inArray, sql } from 'drizzle-orm'
import { CLOSED_DATES } from '#api/capacity/queries.ts'
import { candidatesFrom, SHOP_CAPACITY, selectCandidates } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import { workingHours } from '#domain/availability.ts'
import { bucketOfOrder } from '#domain/capacity.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { rankForChoice } from '#domain/shop-ranking.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { orderColumns } from './queries.ts'
import { assignedBy, rejectionReason } from './waiting-queries.ts'

/** Reads in one round trip what the assignment of an order needs: the order, the shops of each market, and former shops. */
export async function readChoices(db: Db, orderId: string, now: Date) {
  const [found, suggested, listed, history, ...candidates] = await db.batch([
    selectOrders(db, [orderId]),
    selectSuggested(db, [orderId]),
    selectMarkets(db),
    db
      .select({
        shopOrderId: shopOrders.id,
        shopId: shops.id,
        shop: shops.name,
        status: shopOrders.status,
        reason: rejectionReason(sql`${shopOrders}`),
        specialInstructions: shopOrders.specialInstructions,
        assignedBy: assignedBy(sql`${shopOrders}`).as('assigned_by'),
        assignedAt: shopOrders.createdAt,
        answeredAt: shopOrders.answeredAt,
        answeredBy: shopOrders.answeredBy,
        withdrawnAt: shopOrders.withdrawnAt,
      })
      .from(shopOrders)
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .where(eq(shopOrders.orderId, orderId))
      .orderBy(desc(shopOrders.createdAt), sql`${shopOrders}.rowid desc`),
    ...selectCandidates(db, [orderId], now),
  ])
  const [order] = found
  if (!order) return null
  const { assignmentStatus, ...rest } = order
  return {
    order: { ...rest, assigned: assignmentStatus === 'assigned' },
    suggestedMarketId: suggested[0]?.marketId ?? null,
    markets: withShops(listed, candidatesFrom(candidates, [wantedOf(order)]), order),
    history: history.map((earlier) => ({ ...earlier, live: shopOrderIsLive(earlier) })),
  }
}

/**
 * Reads in one round trip what the assignment of several orders to one shop needs: the shops of each market, each with the
 * ids of those orders for which it has no room. The market that serves most of them is suggested.
 */
export async function readBulkChoices(db: Db, orderIds: readonly string[], now: Date) {
  const [found, suggested, listed, ...candidates] = await db.batch([
    selectOrders(db, orderIds),
    selectSuggested(db, orderIds),
    selectMarkets(db),
    ...selectCandidates(db, orderIds, now),
  ])
  const [first, ...others] = orderIds.flatMap((id) => found.find((order) => order.id === id) ?? [])
  if (!first) return null
  return {
    suggestedMarketId: suggested[0]?.marketId ?? null,
    markets: withShops(listed, candidatesFrom(candidates, [wantedOf(first), ...others.map(wantedOf)]), first),
  }
}

type ReadOrder = Awaited<ReturnType<typeof selectOrders>>[number]
type ListedMarket = Awaited<ReturnType<typeof selectMarkets>>[number]

const wantedOf = (order: ReadOrder) => ({
  orderId: order.id,
  bucket: bucketOfOrder(order),
  zone: order.timeZone,
})

/** The markets with their shops, best first, as a person compares them for an order. */
function withShops(
  listed: readonly ListedMarket[],
  candidates: ReturnType<typeof candidatesFrom>,
  { promisedBy }: ReadOrder,
) {
  const byMarket = Map.groupBy(candidates, ({ shop }) => shop.marketId)
  return listed.map(({ id, name, ...schedule }) => {
    const hours = workingHours(schedule, isoDate(new Date(promisedBy), schedule.timeZone))
    return {
      id,
      name,
      timeZone: schedule.timeZone,
      /** On the day of the promised time (ISO instants); null: closed. */
      hours: hours && { opens: hours.opens.toISOString(), closes: hours.closes.toISOString() },
      shops: rankForChoice(byMarket.get(id) ?? []).map(({ shop, room, leftOut, record, hasEmail }) => ({
        id: shop.id,
        name: shop.name,
        streetAddress: shop.streetAddress,
        city: shop.city,
        state: shop.state,
        zip: shop.zip,
        phone: shop.phone,
        defaultPercentage: shop.defaultPercentage,
        /** It has an email address to send the florist's link to. */
        notifiable: hasEmail,
        room,
        /** The ids of the orders for which it has no room. */
        leftOut: leftOut.map(({ orderId }) => orderId),
        record,
      })),
    }
  })
}

/** Statement: orders with their bouquets. */
function selectOrders(db: Db, ids: readonly string[]) {
  return db
    .select({
      ...orderColumns,
      customerPhone: orders.customerPhone,
      apologyNote: orders.apologyNote,
      bouquet:
        sql<string>`coalesce((select i.title from ${orderItems} i where i.order_id = orders.id limit 1), '')`.as(
          'bouquet',
        ),
      assignmentStatus: orders.assignmentStatus,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
}

/** Statement: the market that serves most of the orders; no row without one. */
function selectSuggested(db: Db, orderIds: readonly string[]) {
  return db
    .select({ marketId: marketZipcodes.marketId })
    .from(marketZipcodes)
    .innerJoin(orders, eq(orders.deliveryZip, marketZipcodes.zipcode))
    .where(inArray(orders.id, [...orderIds]))
    .groupBy(marketZipcodes.marketId)
    .orderBy(sql`count(*) desc`)
    .limit(1)
}

/** Statement: all markets by name, and when they are open. */
function selectMarkets(db: Db) {
  return db
    .select({
      id: markets.id,
      name: markets.name,
      timeZone: markets.timeZone,
      openingHours: markets.openingHours,
      closedDates: CLOSED_DATES.as('closed_dates'),
    })
    .from(markets)
    .orderBy(sql`${markets.name} collate nocase`)
}

/** Statement: a shop and what it can make; one row or none. */
export function selectShop(db: Db, id: string) {
  return db
    .select({ shop: shops, capacity: SHOP_CAPACITY.as('capacity') })
    .from(shops)
    .where(eq(shops.id, id))
}
