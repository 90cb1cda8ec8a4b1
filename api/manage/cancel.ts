import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isNoSample, resolveFlag } from '#api/orders/write-queries.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf, type Condition } from '#api/platform/database/condition.ts'
import { addOrderMessage, deleteUntried } from '#api/platform/outbox/outbox.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishRefund } from '#api/refunds/finish.ts'
import { refundById } from '#api/refunds/queries.ts'
import { addRefund, mayBeRefunded } from '#api/refunds/write-queries.ts'
import { enqueueFloristWithdrawn } from '#api/shop-orders/email-queries.ts'
import { revokeLinksOf } from '#api/shop-orders/florist-link-queries.ts'
import { changeOrder, changeShopOrder, orderUnchanged, shopOrderUnchanged } from '#api/shop-orders/queries.ts'
import { buyerMayChange, messagesMadeWrong } from '#domain/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { refundableCents } from '#domain/refunds.ts'
import { isNotAccepted, type Managed } from './queries.ts'
import { isRefundable, notChangeable, openManaged, standingOfManaged, toManagedOrder } from './service.ts'

const MAX_ATTEMPTS = 4
const REASON = 'Cancelled by the buyer before a florist accepted it'
const BUYER = { actor: 'shopper' } as const

/**
 * Cancels an order as its buyer, until a florist has accepted it, and gives back all that is left of the payment. A florist
 * who was asked is told to stop. Again changes nothing.
 * @returns the order after it
 * @throws AppError `link_unknown`; `order_not_changeable`; `not_refundable` while the payment is disputed; `edit_conflict`
 */
export async function cancelByBuyer(deps: Deps, token: string) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await openManaged(deps, token)
    const { order } = found
    if (order.status === 'cancelled') return toManagedOrder(found)
    if (!buyerMayChange(standingOfManaged(found))) throw notChangeable(standingOfManaged(found))
    if (!isRefundable(found)) {
      const message = 'Your bank is looking into this payment, so it can’t be cancelled here. Please call us.'
      throw new AppError('not_refundable', { message })
    }
    const refundId = crypto.randomUUID()
    if (!(await write(deps, found, refundId))) continue
    deps.waitUntil(finish(deps, refundId, order.paymentReference))
    return toManagedOrder(await openManaged(deps, token))
  }
  throw new AppError('edit_conflict')
}

/** Asks the provider and sends what was written. Should this be cut short, the scheduled run does it. */
async function finish(deps: Deps, refundId: string, payment: string | null): Promise<void> {
  await sendDue(deps)
  const refund = await refundById(deps.db, refundId)
  if (refund?.status !== 'pending' || payment === null) return
  await finishRefund(deps, refund, payment, { source: 'buyer' })
  await sendDue(deps)
}

/** @returns false when something has changed since it was read */
function write({ db, clock }: Deps, found: Managed, refundId: string): Promise<boolean> {
  const { order, refunds } = found
  const { id } = order
  const at = clock.now().toISOString()
  const offer = found.given.find(({ shopOrder }) => shopOrderIsLive(shopOrder))
  const amountCents = refundableCents(order, refunds)
  const refund = {
    id: refundId,
    orderId: id,
    key: refundId,
    amountCents,
    reason: REASON,
    share: null,
    requestedBy: null,
  }
  const condition = allOf(
    orderUnchanged(order),
    isNotAccepted(id),
    ...(offer ? [shopOrderUnchanged(offer.shopOrder)] : []),
    mayBeRefunded(refund, { status: order.status, liveId: offer?.shopOrder.id ?? null }),
  )
  const cancelled = { status: 'cancelled', paymentStatus: order.paymentStatus, assignment: 'none' } as const
  const event = { kind: 'status_changed', ...BUYER, data: { from: order.status, to: 'cancelled' } }
  const requested = { kind: 'refund_requested', ...BUYER, data: { refundId, amountCents, reason: REASON } }
  const message = {
    kind: 'order-cancelled',
    recipient: order.customerEmail,
    payload: { byBuyer: true },
  } as const
  return runGuardedBatch(db, id, event, at, condition, (happened) => [
    ...(amountCents > 0
      ? [addOrderEvent(db, id, requested, at, happened), addRefund(db, refund, at, happened)]
      : []),
    ...(offer ? withdraw({ db }, id, offer, at, happened) : []),
    resolveFlag(db, id, 'over_capacity', at, happened),
    deleteUntried(db, id, messagesMadeWrong(cancelled), happened),
    addOrderMessage(db, id, message, at, isNoSample(happened)),
    changeOrder(db, id, { status: 'cancelled', assignmentStatus: 'unassigned' }, at, happened),
  ])
}

/** Takes the order back from the florist who was asked. */
function withdraw(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
  { shopOrder, shop }: Managed['given'][number],
  at: string,
  onlyIf: Condition,
) {
  const data = { shopOrderId: shopOrder.id, shopId: shop.id, shop: shop.name }
  return [
    addOrderEvent(db, orderId, { kind: 'unassigned', ...BUYER, data }, at, onlyIf),
    ...(shop.email === null
      ? []
      : [enqueueFloristWithdrawn(db, { orderId, email: shop.email }, shopOrder.id, at, onlyIf)]),
    revokeLinksOf(db, shopOrder.id, at, onlyIf),
    changeShopOrder(db, shopOrder, { withdrawnAt: at }, at, onlyIf),
  ]
}
