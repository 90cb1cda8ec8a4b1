import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { OrderFlag } from '#domain/order-flags.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'

type OrderRecord = typeof orders.$inferSelect

/** Changes an order and makes its next version, as a statement for a batch. */
export function changeOrder(db: Db, orderId: string, changes: Partial<OrderRecord>, at: string, onlyIf: SQL) {
  return db
    .update(orders)
    .set({ ...changes, version: sql`${orders.version} + 1`, updatedAt: at })
    .where(and(eq(orders.id, orderId), onlyIf))
}

/** Takes an order's open flag of a kind down, as a statement for a batch. */
export function resolveFlag(db: Db, orderId: string, kind: OrderFlag, at: string, onlyIf: SQL) {
  return db
    .update(orderFlags)
    .set({ resolvedAt: at })
    .where(
      and(eq(orderFlags.orderId, orderId), eq(orderFlags.kind, kind), isNull(orderFlags.resolvedAt), onlyIf),
    )
}

/** True in a batch while a flag is up. */
export function flagIsOpen(flagId: string): SQL {
  return sql`exists (select 1 from ${orderFlags} where id = ${flagId} and resolved_at is null)`
}
