import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { IS_ASKED } from '#api/broken-promises/queries.ts'
import type { Db } from '#api/deps.ts'
import { requestedCents } from '#api/orders/queries.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** The events that cancel an order that was not paid. */
export const UNPAID = ['expired', 'payment_failed', 'given_up', 'not_opened']
/** The events whose times a tracking page shows. */
const EVENTS = ['shop_order_status', 'status_changed', 'refunded', ...UNPAID]

/** An order by its tracking token, with its bouquet, shop orders and events, in one round trip. */
export async function readTracked(db: Db, token: string) {
  const ofToken = eq(orders.trackingToken, token)
  const [[found], assignments, events] = await db.batch([
    db
      .select({
        order: orders,
        bouquet: orderItems.title,
        imageUrl: orderItems.imageUrl,
        requestedCents: requestedCents(sql`${orders.id}`).as('requested_cents'),
        isAsked: IS_ASKED.as('is_asked'),
      })
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
      .where(and(ofToken, inArray(orderEvents.kind, EVENTS)))
      .orderBy(asc(orderEvents.createdAt)),
  ])
  return found ? { ...found, assignments, events } : null
}
