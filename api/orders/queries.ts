import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { readTimeline } from '#api/platform/audit/timeline-queries.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

/** An order with everything that belongs to it, in one round trip; null when there is no such order. */
export async function readOrder(db: Db, id: string) {
  const timeline = readTimeline(db, sql`${id}`)
  const [[found], items, flags, given, corrections, returned, disputed, choices, events, contacts, messages] =
    await db.batch([
      db
        .select({ order: orders, marketName: markets.name, fulfilmentMinutes: markets.fulfilmentMinutes })
        .from(orders)
        .leftJoin(markets, eq(markets.id, orders.marketId))
        .where(eq(orders.id, id)),
      db.select().from(orderItems).where(eq(orderItems.orderId, id)),
      db
        .select()
        .from(orderFlags)
        .where(eq(orderFlags.orderId, id))
        .orderBy(asc(orderFlags.createdAt), sql`rowid`),
      db
        .select({ shopOrder: shopOrders, shopName: shops.name })
        .from(shopOrders)
        .innerJoin(shops, eq(shops.id, shopOrders.shopId))
        .where(eq(shopOrders.orderId, id))
        .orderBy(desc(shopOrders.createdAt), sql`${shopOrders}.rowid desc`),
      db
        .select({ correction: shareCorrections, byEmail: users.email })
        .from(shareCorrections)
        .leftJoin(users, eq(users.id, shareCorrections.createdBy))
        .where(
          inArray(
            shareCorrections.shopOrderId,
            db.select({ id: shopOrders.id }).from(shopOrders).where(eq(shopOrders.orderId, id)),
          ),
        )
        .orderBy(asc(shareCorrections.createdAt)),
      db
        .select({ refund: refunds, byEmail: users.email })
        .from(refunds)
        .leftJoin(users, eq(users.id, refunds.requestedBy))
        .where(eq(refunds.orderId, id))
        .orderBy(asc(refunds.createdAt), sql`${refunds}.rowid`),
      disputesOf(db, id),
      db.select().from(orderChoices).where(eq(orderChoices.orderId, id)).orderBy(asc(orderChoices.number)),
      timeline.events,
      timeline.contacts,
      timeline.messages,
    ])
  if (!found) return null
  const read = { items, flags, given, corrections, returned, disputed, choices }
  return { ...found, ...read, timeline: { events, contacts, messages } }
}

export type ReadOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>

/** A flag of an order, resolved or not; null when the order has no such flag. */
export async function flagOf(db: Db, orderId: string, flagId: string) {
  const [flag] = await db
    .select()
    .from(orderFlags)
    .where(and(eq(orderFlags.id, flagId), eq(orderFlags.orderId, orderId)))
  return flag ?? null
}

/** An order's disputes, the oldest first, as a statement for a batch. */
export function disputesOf(db: Db, orderId: string) {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.createdAt), sql`${disputes}.rowid`)
}

/** Whether an order was deleted, and whether a payment through this session had been recorded before. */
export async function readDeletion(db: Db, orderId: string, sessionId: string) {
  const events = await db
    .select({ kind: orderEvents.kind, data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.kind, ['deleted', 'paid'])))
  return {
    deleted: events.some(({ kind }) => kind === 'deleted'),
    paymentKnown: events.some(({ kind, data }) => kind === 'paid' && data['sessionId'] === sessionId),
  }
}

/** The product of sample orders: the oldest one. */
export async function firstProduct(db: Db) {
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(1)
  return product ?? null
}

export async function isUser(db: Db, id: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.id, id))
  return found.length === 1
}
