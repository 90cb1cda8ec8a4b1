import { and, eq } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent } from '#api/queries/order-events.ts'
import type { SessionRow } from '#api/queries/placement.ts'
import { newSessionRow } from '#api/services/checkout/open-session.ts'
import type { ItemRow, OrderRow } from '#api/services/checkout/session-params.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { cancelUnpaid } from './cancel-unpaid.ts'

/**
 * Stores order, item, event, attempt and the first session's parameters in one batch; all or nothing.
 * @param replaces the order that this attempt made before with other content; it is cancelled in the same batch
 * @returns the session's row, not asked for yet
 * @throws the database's UNIQUE violation when someone else stored this attempt first, or the reference is taken
 */
export async function storeOrder(
  deps: Deps,
  attemptKey: string,
  fingerprint: string,
  { order, item }: { order: OrderRow; item: ItemRow },
  replaces: string | null,
): Promise<SessionRow> {
  const { db, clock, config } = deps
  const now = clock.now()
  const at = now.toISOString()
  const session = newSessionRow(order, item, 1, config, now)
  const attempt = { key: attemptKey, orderId: order.id, fingerprint, createdAt: at, updatedAt: at }
  await db.batch([
    db.insert(orders).values(order),
    db.insert(orderItems).values(item),
    db.insert(checkoutSessions).values(session),
    addOrderEvent(
      db,
      order.id,
      {
        kind: 'placed',
        actor: 'shopper',
        data: { totalCents: order.totalCents, option: order.deliveryOption, sku: item.sku },
      },
      at,
    ),
    // Taken away only from the order we know of: if another request replaced it first, the insert is refused.
    db
      .delete(checkoutAttempts)
      .where(and(eq(checkoutAttempts.key, attemptKey), eq(checkoutAttempts.orderId, replaces ?? ''))),
    db.insert(checkoutAttempts).values(attempt),
    ...(replaces === null ? [] : cancelUnpaid(deps, replaces, { kind: 'replaced', actor: 'shopper' }, at)),
  ])
  return session
}
