import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { AssignmentStatus, OrderStatus } from '#domain/order-status.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'

// The statements that the services on shop orders make their batches of. `onlyIf`: the condition of the batch.

export type ShopOrderRecord = typeof shopOrders.$inferSelect
type Read = Pick<ShopOrderRecord, 'id' | 'version'>

/** True in a batch while a shop order is as it was read. */
export function shopOrderIsStill({ id, version }: Read): SQL {
  return sql`exists (select 1 from ${shopOrders} where id = ${id} and version = ${version})`
}

/** True in a batch while an order is as it was read. */
export function orderIsStill({ id, version }: { id: string; version: number }): SQL {
  return sql`exists (select 1 from ${orders} where id = ${id} and version = ${version})`
}

export type NewShopOrder = {
  id: string
  orderId: string
  shopId: string
  totalCents: number
  shopCostCents: number
  platformFeeCents: number
  specialInstructions: string | null
}

/** A new shop order, pending and unpaid (§4). */
export function addShopOrder(db: Db, row: NewShopOrder, at: string, onlyIf: SQL) {
  return db.run(sql`
    insert into ${shopOrders} (id, order_id, shop_id, order_total_cents, shop_cost_cents, platform_fee_cents,
      special_instructions, created_at, updated_at)
    select ${row.id}, ${row.orderId}, ${row.shopId}, ${row.totalCents}, ${row.shopCostCents}, ${row.platformFeeCents},
      ${row.specialInstructions}, ${at}, ${at} where ${onlyIf}`)
}

/** Changes a shop order and makes its next version. */
export function changeShopOrder(
  db: Db,
  { id, version }: Read,
  changes: Partial<ShopOrderRecord>,
  at: string,
  onlyIf: SQL,
) {
  return db
    .update(shopOrders)
    .set({ ...changes, version: version + 1, updatedAt: at })
    .where(and(eq(shopOrders.id, id), onlyIf))
}

/** Marks an order as assigned or not, with the status that follows from it, and makes its next version. */
export function markOrder(
  db: Db,
  orderId: string,
  mark: { assignmentStatus?: AssignmentStatus; status?: OrderStatus },
  at: string,
  onlyIf: SQL,
) {
  return db
    .update(orders)
    .set({ ...mark, version: sql`${orders.version} + 1`, updatedAt: at })
    .where(and(eq(orders.id, orderId), onlyIf))
}

/** True in a batch while this entry of a contact history is not there. */
export function noContactYet(id: string): SQL {
  return sql`not exists (select 1 from ${shopOrderContacts} where id = ${id})`
}

/** Adds an entry to a contact history, once. */
export function addContact(db: Db, contact: typeof shopOrderContacts.$inferSelect) {
  return db.insert(shopOrderContacts).values(contact).onConflictDoNothing()
}
