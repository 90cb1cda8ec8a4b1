import type { Db, Deps } from '#api/deps.ts'
import { isNoSample, resolveFlag } from '#api/orders/write-queries.ts'
import { addOrderEvent, addOrderFlag, type OrderEvent } from '#api/platform/audit/order-events.ts'
import { allOf, type Condition, type Statement } from '#api/platform/database/condition.ts'
import { addOrderMessage, deleteUntried } from '#api/platform/outbox/outbox.ts'
import { type LiveAssignment, liveAssignment } from '#api/shop-orders/assignment-queries.ts'
import { orderStatusEvent } from '#api/shop-orders/change-status.ts'
import { changeOrder, orderUnchanged, shopOrderUnchanged } from '#api/shop-orders/queries.ts'
import { withdrawal } from '#api/shop-orders/unassign.ts'
import { refundLimit } from '#domain/disputes.ts'
import { messagesMadeWrong } from '#domain/fulfilment.ts'
import { refundableCents } from '#domain/refunds.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { finishRefund } from './finish.ts'
import { readForRefund, refundById } from './queries.ts'
import { addRefund, mayBeRefunded, type NewRefund } from './write-queries.ts'

type Who = Pick<OrderEvent, 'actor' | 'actorId'>

/** A paid order that is about to be cancelled with a full refund. */
export type Cancellation = {
  order: OrderRow
  live: LiveAssignment | null
  /** Null when nothing can be given back: the bank decides about it, or it is on its way. */
  refund: NewRefund | null
  /** What has to be so when the batch begins: all is as it was read. */
  unchanged: Condition
  /** Cancels the order, takes it back from its shop with a share of nothing, and stores the refund. */
  statements: (condition: Condition) => Statement[]
}

/**
 * What cancelling a paid order with a full refund takes, as parts of a batch of the caller; {@link finishCancellation} comes
 * after it.
 * @param refundKey the same key is the same refund
 * @param how `reason`: of the refund; `byBuyer`: the buyer asked for it, which the message says
 * @returns null when there is no such order
 */
export async function planCancellation(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
  {
    refundKey,
    reason,
    who,
    byBuyer = false,
  }: { refundKey: string; reason: string; who: Who; byBuyer?: boolean },
  at: string,
): Promise<Cancellation | null> {
  const [read, [live]] = await Promise.all([readForRefund(db, orderId), liveAssignment(db, orderId)])
  const { order, refunds, disputes } = read
  // Read apart: a shop order that came in between fails the condition below.
  if (!order || read.live?.id !== live?.shopOrder.id) return null
  const left = refundableCents(order, refunds)
  const mayRefund = left > 0 && refundLimit(disputes) !== 'none'
  const refund = mayRefund
    ? newRefund({ orderId, key: refundKey, amountCents: left, reason }, read.live)
    : null
  const unchanged = allOf(
    orderUnchanged(order),
    ...(live ? [shopOrderUnchanged(live.shopOrder)] : []),
    ...(refund ? [mayBeRefunded(refund, { status: order.status, liveId: live?.shopOrder.id ?? null })] : []),
  )
  const statements = (condition: Condition) => [
    ...orderStatusEvent({ db }, order, 'cancelled', who, at, condition),
    // Before the order is taken back: the log says whose share the refund corrects.
    ...(refund ? refundStatements(db, refund, who, at, condition) : []),
    ...(live ? takenBack(db, order, live, who, at, condition) : []),
    deleteUntried(
      db,
      orderId,
      messagesMadeWrong({ status: 'cancelled', paymentStatus: order.paymentStatus, assignment: 'none' }),
      condition,
    ),
    ...(left > 0 && !refund ? [addOrderFlag(db, orderId, NOT_REFUNDED, at, condition)] : []),
    resolveFlag(db, orderId, 'over_capacity', at, condition),
    addOrderMessage(
      db,
      orderId,
      { kind: 'order-cancelled', recipient: order.customerEmail, ...(byBuyer && { payload: { byBuyer } }) },
      at,
      isNoSample(condition),
    ),
    changeOrder(db, orderId, { status: 'cancelled', assignmentStatus: 'unassigned' }, at, condition),
  ]
  return { order, live: live ?? null, refund, unchanged, statements }
}

const NOT_REFUNDED = { kind: 'needs_refund', detail: 'Cancelled while the payment is disputed' } as const

/** Asks the provider for the refund of a cancellation. Without an answer the scheduled run asks again. */
export async function finishCancellation(
  deps: Deps,
  { order, refund }: Cancellation,
  source: 'buyer' | 'system',
): Promise<void> {
  if (!refund || order.paymentReference === null) return
  const stored = await refundById(deps.db, refund.id)
  if (stored?.status === 'pending') {
    await finishRefund(deps, stored, order.paymentReference, { source })
  }
}

type Share = { id: string; shopCostCents: number; correctedCents: number }

/** @param live the shop order whose share becomes nothing */
function newRefund(
  row: Pick<NewRefund, 'orderId' | 'key' | 'amountCents' | 'reason'>,
  live: Share | null,
): NewRefund {
  const shareCents = live ? live.shopCostCents + live.correctedCents : 0
  const share =
    live && shareCents > 0 ? { shopOrderId: live.id, amountCents: -shareCents, reason: row.reason } : null
  return { ...row, id: crypto.randomUUID(), share, requestedBy: null }
}

/** Statements: a refund that nobody of us asked for, and its event. */
export function refundStatements(
  db: Db,
  refund: NewRefund,
  who: Who,
  at: string,
  condition: Condition,
): Statement[] {
  const { id, orderId, amountCents, reason, share } = refund
  const data = {
    refundId: id,
    amountCents,
    reason,
    ...(share && { shareCorrectionCents: share.amountCents }),
  }
  return [
    addRefund(db, refund, at, condition),
    addOrderEvent(db, orderId, { kind: 'refund_requested', ...who, data }, at, condition),
  ]
}

/** Statements: an order is taken back from its shop by its buyer or the system. */
export function takenBack(
  db: Db,
  order: { id: string },
  live: LiveAssignment,
  who: Who,
  at: string,
  condition: Condition,
): Statement[] {
  const data = { shopOrderId: live.shopOrder.id, shopId: live.shop.id, shop: live.shop.name }
  return [
    addOrderEvent(db, order.id, { kind: 'unassigned', ...who, data }, at, condition),
    ...withdrawal(db, live, at, condition),
  ]
}
