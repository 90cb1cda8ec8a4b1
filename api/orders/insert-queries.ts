import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'

// Statements for batches: orders that did not come from the form.

type NewOrder = typeof orders.$inferInsert
type NewItem = typeof orderItems.$inferInsert & { productId: string | null }
type NewSession = typeof checkoutSessions.$inferInsert

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
