import { eq, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { requestedCents } from './refund-state-queries.ts'

const REQUESTED_CENTS = requestedCents(sql`${orders.id}`).as('requested_cents')

/** The order and its item that a checkout session belongs to, with what is to be refunded, as a statement for a batch: one row or none. */
export function orderOfSession(db: Db, sessionId: string) {
  return db
    .select({ order: orders, item: orderItems, requestedCents: REQUESTED_CENTS })
    .from(checkoutSessions)
    .innerJoin(orders, eq(orders.id, checkoutSessions.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(checkoutSessions.sessionId, sessionId))
    .limit(1)
}

/** An order with its item and what is to be refunded, by id. */
export async function orderWithItem(db: Db, orderId: string) {
  const [row] = await db
    .select({ order: orders, item: orderItems, requestedCents: REQUESTED_CENTS })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(orders.id, orderId))
    .limit(1)
  return row ?? null
}
