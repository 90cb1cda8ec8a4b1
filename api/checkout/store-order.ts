import { and, eq, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { cancelUnpaid } from '#api/orders/cancel-unpaid.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import type { ItemRow, OrderRow } from '#drizzle/schema/orders.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { newSessionRow } from './open-session.ts'
import type { PreviousAttempt, SessionRow } from './placement-queries.ts'

/**
 * Stores order, item, event, attempt and the first session's parameters in one batch; all or nothing.
 * @param replaces what this attempt made before with other content, ended; its order is cancelled in the same batch
 * @returns the session's row, not asked for yet
 * @throws the database's UNIQUE violation when someone else stored this attempt first, its session has moved on since
 *   it was read, or the reference is taken
 */
export async function storeOrder(
  deps: Deps,
  attemptKey: string,
  fingerprint: string,
  { order, item }: { order: OrderRow; item: ItemRow },
  replaces: PreviousAttempt | null,
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
    ...(replaces ? [freeAttempt(deps, attemptKey, replaces)] : []),
    db.insert(checkoutAttempts).values(attempt),
    ...(replaces ? cancelUnpaid(deps, replaces.order.id, { kind: 'replaced', actor: 'shopper' }, at) : []),
  ])
  return session
}

/**
 * Takes the attempt away from the order it was, only as it was read: had another request replaced it, or opened a session
 * that nobody has ended, it stays, and the insert is refused.
 */
function freeAttempt({ db }: Pick<Deps, 'db'>, key: string, { order, session }: PreviousAttempt) {
  const { orderId, n, sessionId } = session
  const asRead = sql`${sessionId} is (
    select session_id from ${checkoutSessions} where order_id = ${orderId} order by n desc limit 1
  ) and not exists (select 1 from ${checkoutSessions} where order_id = ${orderId} and n > ${n})`
  return db
    .delete(checkoutAttempts)
    .where(and(eq(checkoutAttempts.key, key), eq(checkoutAttempts.orderId, order.id), asRead))
}
