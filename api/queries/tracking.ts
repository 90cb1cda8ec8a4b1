import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** What the tracking page is made of, by the order's tracking token; one round trip. */
export async function readTracked(db: Db, token: string) {
  const ofToken = eq(orders.trackingToken, token)
  const [[found], attempts, events] = await db.batch([
    db
      .select({ order: orders, bouquet: orderItems.title, imageUrl: orderItems.imageUrl })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(ofToken)
      .limit(1),
    db
      .select({ id: shopOrders.id, status: shopOrders.status, withdrawnAt: shopOrders.withdrawnAt })
      .from(shopOrders)
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .where(ofToken),
    db
      .select({ kind: orderEvents.kind, data: orderEvents.data, createdAt: orderEvents.createdAt })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderEvents.orderId))
      .where(and(ofToken, inArray(orderEvents.kind, ['shop_order_status', 'status_changed'])))
      .orderBy(asc(orderEvents.createdAt)),
  ])
  return found ? { ...found, attempts, events } : null
}
