import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { MONEY_FLAGS } from '#domain/order-flags.ts'
import { refunds } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

/**
 * True in a batch while an order may be deleted (decisions.md, `Delete Order`): as it was read, no shop has it or was
 * paid for it, it holds no money, and no money of it is on its way or in doubt.
 */
export function mayBeDeleted({ id, version }: { id: string; version: number }): SQL {
  return sql`exists (select 1 from ${orders} where id = ${id} and version = ${version}
      and not (payment_status = 'paid' and status <> 'cancelled'))
    and not exists (select 1 from ${shopOrders}
      where order_id = ${id} and (payment_status = 'paid' or (status <> 'rejected' and withdrawn_at is null)))
    and not exists (select 1 from ${refunds} where order_id = ${id} and status = 'pending')
    and not exists (select 1 from ${orderFlags}
      where order_id = ${id} and resolved_at is null and kind in (${sqlList(MONEY_FLAGS)}))`
}

/** Takes away an order with all that is its own, as statements for a batch; its log and what was sent stay. */
export function removeOrder(db: Db, id: string, onlyIf: SQL) {
  const given = db.select({ id: shopOrders.id }).from(shopOrders).where(eq(shopOrders.orderId, id))
  return [
    db.delete(shareCorrections).where(and(inArray(shareCorrections.shopOrderId, given), onlyIf)),
    db.delete(shopOrders).where(and(eq(shopOrders.orderId, id), onlyIf)),
    db.delete(refunds).where(and(eq(refunds.orderId, id), onlyIf)),
    // What was not sent yet could not be written any more.
    db.delete(outbox).where(and(eq(outbox.orderId, id), eq(outbox.status, 'pending'), onlyIf)),
    db.delete(orders).where(and(eq(orders.id, id), onlyIf)),
  ]
}

/**
 * Whether an order was deleted, and whether a payment through this session was known when it was: then there is nothing
 * to be settled or rebuilt any more.
 */
export async function deletedWith(db: Db, orderId: string, sessionId: string) {
  const events = await db
    .select({ kind: orderEvents.kind, data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.kind, ['deleted', 'paid'])))
  return {
    deleted: events.some(({ kind }) => kind === 'deleted'),
    paymentKnown: events.some(({ kind, data }) => kind === 'paid' && data['sessionId'] === sessionId),
  }
}
