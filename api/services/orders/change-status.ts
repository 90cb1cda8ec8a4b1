import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { shortHash } from '#api/hash.ts'
import { orderById } from '#api/queries/admin-order.ts'
import { newClaim, runClaimed } from '#api/queries/claim.ts'
import { addOrderEvent, addOrderFlag } from '#api/queries/order-events.ts'
import { changeOrder, resolveFlag } from '#api/queries/order-writes.ts'
import { addOrderMessage } from '#api/queries/outbox.ts'
import { orderIsStill } from '#api/queries/shop-order-writes.ts'
import { sendDue } from '#api/services/outbox/send-due.ts'
import { tellFloristCancelled } from '#api/services/shop-orders/messages.ts'
import { REFUND_CAME_BACK } from '#src/domain/order-flags.ts'
import { isOrderStatus, type OrderStatus } from '#src/domain/order-status.ts'
import { orderChangedMeanwhile } from './meanwhile.ts'

/**
 * Sets an order's status: any from any other (§4). A paid order that is cancelled is flagged as needing a refund until it
 * has one or lives again; the shopper hears, once each, that it was cancelled or delivered.
 * @returns its version now
 * @throws AppError `invalid` for what is no status (§5), `order_not_found`, `edit_conflict` (by whom, when)
 */
export async function changeOrderStatus(
  deps: Deps,
  actorId: string,
  id: string,
  { status: to, version }: { status: string; version: number },
): Promise<number> {
  if (!isOrderStatus(to)) {
    const message = `Invalid order status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'status', message }] })
  }
  const { db, clock } = deps
  const order = await orderById(db, id)
  if (!order) throw new AppError('order_not_found')
  if (order.version !== version) throw await orderChangedMeanwhile(deps, id)
  if (order.status === to) return version

  const at = clock.now().toISOString()
  const claim = newClaim()
  const { holds } = claim
  const holdsMoney = order.paymentStatus === 'paid' && order.paymentReference !== null
  const event = { kind: 'status_changed', actor: 'admin', actorId, data: { from: order.status, to } } as const
  const happened = await runClaimed(
    db,
    claim,
    addOrderEvent(db, id, { ...event, dedupeKey: claim.key }, at, orderIsStill(order)),
    [
      ...(to === 'cancelled' && holdsMoney
        ? [addOrderFlag(db, id, { kind: 'needs_refund', detail: 'Cancelled after it was paid' }, at, holds)]
        : []),
      ...(order.status === 'cancelled'
        ? [resolveFlag(db, id, 'needs_refund', at, sql`${holds} and detail is not ${REFUND_CAME_BACK}`)]
        : []),
      ...(to === 'cancelled' ? [tellFloristCancelled(db, id, claim.key, at, holds)] : []),
      ...message(deps, order, to, at, sql`${holds} and is_sample = 0`),
      changeOrder(db, id, { status: to }, at, holds),
    ],
  )
  if (!happened) throw await orderChangedMeanwhile(deps, id)
  deps.defer(sendDue(deps))
  if (to === 'cancelled' && order.paymentStatus === 'pending' && order.checkoutSessionId !== null) {
    deps.defer(endSession(deps, order.checkoutSessionId))
  }
  return version + 1
}

/** Only who has paid was ever told that there is an order. */
function message(
  { db }: Deps,
  order: { id: string; customerEmail: string; paymentStatus: string },
  to: OrderStatus,
  at: string,
  onlyIf: ReturnType<typeof sql>,
) {
  const kind = to === 'cancelled' ? 'order-cancelled' : to === 'delivered' ? 'order-delivered' : null
  if (kind === null || order.paymentStatus !== 'paid') return []
  return [addOrderMessage(db, order.id, { kind, recipient: order.customerEmail }, at, onlyIf)]
}

/** So that nobody pays for what is cancelled. Should the provider not hear it, a payment is flagged when it comes. */
async function endSession({ payments, log }: Deps, sessionId: string): Promise<void> {
  try {
    await payments.expireSession(sessionId)
  } catch (error) {
    const session = await shortHash(sessionId)
    log('warn', 'session_not_ended', { session, error: error instanceof Error ? error.name : 'unknown' })
  }
}
