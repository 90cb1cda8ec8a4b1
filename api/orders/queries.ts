import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { messagesOfOrder } from '#api/platform/outbox/contacts.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { refunds } from '#drizzle/schema/checkout.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { disputesOf } from './refund-state-queries.ts'

/** All that is known of an order, in one round trip; null when there is no such order. */
export async function readOrder(db: Db, id: string) {
  const [[found], items, flags, given, corrections, returned, disputed, events, messages] = await db.batch([
    db
      .select({ order: orders, marketName: markets.name })
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
    db
      .select({
        id: orderEvents.id,
        kind: orderEvents.kind,
        actor: orderEvents.actor,
        actorEmail: users.email,
        data: orderEvents.data,
        createdAt: orderEvents.createdAt,
      })
      .from(orderEvents)
      .leftJoin(users, eq(users.id, orderEvents.actorId))
      .where(eq(orderEvents.orderId, id))
      .orderBy(asc(orderEvents.createdAt), sql`${orderEvents}.rowid`),
    messagesOfOrder(db, id),
  ])
  return found ? { ...found, items, flags, given, corrections, returned, disputed, events, messages } : null
}

export type ReadOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>

/** Who last did something to an order, what, and when. */
export async function lastEventOf(db: Db, orderId: string) {
  const [last] = await db
    .select({
      kind: orderEvents.kind,
      actor: orderEvents.actor,
      actorEmail: users.email,
      createdAt: orderEvents.createdAt,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.createdAt), sql`${orderEvents}.rowid desc`)
    .limit(1)
  return last ?? null
}

/** An order's row; null when there is none. */
export async function orderById(db: Db, id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order ?? null
}

/** An order with the shop order that lives, if there is one. One round trip. */
export async function orderWithShopOrder(db: Db, id: string) {
  const [[order], [live]] = await db.batch([
    db.select().from(orders).where(eq(orders.id, id)),
    db
      .select()
      .from(shopOrders)
      .where(
        and(eq(shopOrders.orderId, id), ne(shopOrders.status, 'rejected'), isNull(shopOrders.withdrawnAt)),
      ),
  ])
  return { order: order ?? null, live: live ?? null }
}

/** A flag of an order, resolved or not; null when the order has no such flag. */
export async function flagOf(db: Db, orderId: string, flagId: string) {
  const [flag] = await db
    .select()
    .from(orderFlags)
    .where(and(eq(orderFlags.id, flagId), eq(orderFlags.orderId, orderId)))
  return flag ?? null
}
