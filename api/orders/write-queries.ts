import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { MONEY_FLAGS, type OrderFlag, REFUND_CAME_BACK } from '#domain/order-flags.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutSessions, refunds } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

// Statements and conditions for batches. `onlyIf`: the condition of the batch.

type NewOrder = typeof orders.$inferInsert
type NewItem = typeof orderItems.$inferInsert & { productId: string | null }
type NewSession = typeof checkoutSessions.$inferInsert

/** Narrows a condition on the `orders` row to orders that are no samples. */
export function isNoSample(onlyIf: SQL): SQL {
  return sql`${onlyIf} and is_sample = 0`
}

/** Resolves an order's open flag of a kind. */
export function resolveFlag(db: Db, orderId: string, kind: OrderFlag, at: string, onlyIf: SQL) {
  return db
    .update(orderFlags)
    .set({ resolvedAt: at })
    .where(
      and(eq(orderFlags.orderId, orderId), eq(orderFlags.kind, kind), isNull(orderFlags.resolvedAt), onlyIf),
    )
}

/** Resolves an order's open `needs_refund`, unless it stands for a refund that did not go through. */
export function resolveNeedsRefund(db: Db, orderId: string, at: string, onlyIf: SQL) {
  return resolveFlag(db, orderId, 'needs_refund', at, sql`${onlyIf} and detail is not ${REFUND_CAME_BACK}`)
}

/** True while a flag is open. */
export function flagIsOpen(flagId: string): SQL {
  return sql`exists (select 1 from ${orderFlags} where id = ${flagId} and resolved_at is null)`
}

/**
 * True while an order may be deleted: it is as it was read, no live shop order exists, no shop was paid for it, it holds no
 * money, and no refund or open question about money is pending.
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

/** Deletes an order with everything that belongs to it; its events and sent messages stay. */
export function removeOrder(db: Db, id: string, onlyIf: SQL) {
  const given = db.select({ id: shopOrders.id }).from(shopOrders).where(eq(shopOrders.orderId, id))
  return [
    db.delete(shareCorrections).where(and(inArray(shareCorrections.shopOrderId, given), onlyIf)),
    db.delete(shopOrders).where(and(eq(shopOrders.orderId, id), onlyIf)),
    db.delete(refunds).where(and(eq(refunds.orderId, id), onlyIf)),
    // A message that is not sent yet could not be rendered without its order.
    db.delete(outbox).where(and(eq(outbox.orderId, id), eq(outbox.status, 'pending'), onlyIf)),
    db.delete(orders).where(and(eq(orders.id, id), onlyIf)),
  ]
}

export function insertSampleOrder(db: Db, order: NewOrder) {
  return db.insert(orders).values(order)
}

/**
 * The item of a sample order, copied from a product. Inserts nothing when the product was deleted.
 * @returns the ids of the inserted rows
 */
export function insertSampleItem(
  db: Db,
  { orderId, productId, priceCents }: { orderId: string; productId: string; priceCents: number },
) {
  return db.all<{ id: string }>(sql`
          insert into ${orderItems} (id, order_id, product_id, sku, title, image_url, price_at_purchase_cents, quantity)
          select ${crypto.randomUUID()}, ${orderId}, id, sku, title, image_url, ${priceCents}, 1
          from ${products} where id = ${productId} returning id`)
}

/** A rebuilt order with its item and its paid session; whatever is there already stays as it is. */
export function insertRebuiltOrder(db: Db, order: NewOrder, item: NewItem, session: NewSession) {
  // The product may have been deleted.
  const productId = sql`(select id from ${products} where id = ${item.productId})`
  return [
    db.insert(orders).values(order).onConflictDoNothing(),
    db
      .insert(orderItems)
      .values({ ...item, productId })
      .onConflictDoNothing(),
    db.insert(checkoutSessions).values(session).onConflictDoNothing(),
  ] as const
}
