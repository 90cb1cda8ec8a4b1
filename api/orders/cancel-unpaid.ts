import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent, notYet, type OrderEvent } from '#api/platform/audit/order-events.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { closeSessions } from './session-queries.ts'

/**
 * Statements for a batch: an order that will never be paid becomes payment `failed`, status `cancelled`, once, and
 * says why in its log. An order that is paid stays as it is.
 * @param onlyIf what else has to hold of the `orders` row at this point of the batch
 */
export function cancelUnpaid(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
  event: Pick<OrderEvent, 'kind' | 'actor'>,
  at: string,
  onlyIf: SQL = sql`true`,
) {
  const dedupeKey = `${event.kind}:${orderId}`
  const pending = sql`payment_status = 'pending' and ${onlyIf}`
  const closed = sql`exists (select 1 from ${orders} where id = ${orderId} and payment_status <> 'pending')`
  return [
    // The log first: its condition reads the row as it was.
    addOrderEvent(db, orderId, { ...event, dedupeKey }, at, sql`${pending} and ${notYet(dedupeKey)}`),
    db
      .update(orders)
      .set({
        paymentStatus: 'failed',
        status: 'cancelled',
        updatedAt: at,
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.id, orderId), pending)),
    closeSessions(db, orderId, at, closed),
  ] as const
}
