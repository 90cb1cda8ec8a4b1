import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent, addOrderFlag } from '#api/platform/audit/order-events.ts'
import { type Claim, newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { shortHash } from '#api/platform/hash.ts'
import { addOrderMessage } from '#api/platform/outbox/outbox.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { enqueueFloristCancelled, enqueueFloristReopened } from '#api/shop-orders/email-queries.ts'
import { orderUnchanged, type ShopOrderRecord } from '#api/shop-orders/queries.ts'
import { assignmentState, messagesOnChange } from '#domain/fulfilment.ts'
import { REFUND_CAME_BACK } from '#domain/order-flags.ts'
import { isOrderStatus, type OrderStatus } from '#domain/order-status.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { orderChangedMeanwhile } from './meanwhile.ts'
import { orderWithShopOrder } from './queries.ts'
import { changeOrder, resolveFlag } from './write-queries.ts'

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
  const { order, live } = await orderWithShopOrder(db, id)
  if (!order) throw new AppError('order_not_found')
  if (order.version !== version) throw await orderChangedMeanwhile(deps, id)
  if (order.status === to) return version

  const at = clock.now().toISOString()
  const claim = newClaim()
  const { condition } = claim
  const holdsMoney = order.paymentStatus === 'paid' && order.paymentReference !== null
  const event = { kind: 'status_changed', actor: 'admin', actorId, data: { from: order.status, to } } as const
  const happened = await runGuardedBatch(
    db,
    claim,
    addOrderEvent(db, id, { ...event, dedupeKey: claim.key }, at, orderUnchanged(order)),
    [
      ...(to === 'cancelled' && holdsMoney
        ? [
            addOrderFlag(
              db,
              id,
              { kind: 'needs_refund', detail: 'Cancelled after it was paid' },
              at,
              condition,
            ),
          ]
        : []),
      ...(order.status === 'cancelled'
        ? [resolveFlag(db, id, 'needs_refund', at, sql`${condition} and detail is not ${REFUND_CAME_BACK}`)]
        : []),
      ...messages(deps, order, live, to, at, claim),
      changeOrder(db, id, { status: to }, at, condition),
    ],
  )
  if (!happened) throw await orderChangedMeanwhile(deps, id)
  deps.defer(sendDue(deps))
  if (to === 'cancelled' && order.paymentStatus === 'pending' && order.checkoutSessionId !== null) {
    deps.defer(endSession(deps, order.checkoutSessionId))
  }
  return version + 1
}

/** Only who has paid was ever told that there is an order, and nobody is told of a sample. */
function messages(
  { db }: Deps,
  order: OrderRow,
  live: ShopOrderRecord | null,
  to: OrderStatus,
  at: string,
  { key, condition }: Claim,
) {
  const { id, status, paymentStatus, customerEmail: recipient } = order
  const assignment = assignmentState(live)
  const { buyer, florist } = messagesOnChange(
    { status, paymentStatus, assignment },
    { status: to, paymentStatus, assignment },
  )
  return [
    ...(florist === 'florist-cancelled' ? [enqueueFloristCancelled(db, id, key, at, condition)] : []),
    ...(florist === 'florist-reopened' ? [enqueueFloristReopened(db, id, key, at, condition)] : []),
    ...(buyer !== null && paymentStatus === 'paid'
      ? [addOrderMessage(db, id, { kind: buyer, recipient }, at, sql`${condition} and is_sample = 0`)]
      : []),
  ]
}

/** So that nobody pays for what is cancelled. Should the provider not hear it, a payment is flagged when it comes. */
async function endSession({ payments, log }: Deps, sessionId: string): Promise<void> {
  try {
    await payments.expireSession(sessionId)
  } catch (error) {
    log('warn', 'session_not_ended', { session: await shortHash(sessionId), ...describeFailure(error) })
  }
}
