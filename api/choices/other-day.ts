import type { Deps } from '#api/deps.ts'
import type { OrderEvent } from '#api/platform/audit/order-events.ts'
import type { Condition, Statement } from '#api/platform/database/condition.ts'
import { refundStatements, takenBack } from '#api/refunds/cancellation.ts'
import { finishRefund } from '#api/refunds/finish.ts'
import { readForRefund, refundById } from '#api/refunds/queries.ts'
import { isNewRefund, type NewRefund } from '#api/refunds/write-queries.ts'
import type { LiveAssignment } from '#api/shop-orders/assignment-queries.ts'
import { orderStatusEvent } from '#api/shop-orders/change-status.ts'
import { changeOrder } from '#api/shop-orders/queries.ts'
import { promiseOn } from '#domain/broken-promise.ts'
import { refundLimit } from '#domain/disputes.ts'
import { assignmentState, orderStatusAfter } from '#domain/fulfilment.ts'
import { deliveryFeeWithTaxCents } from '#domain/pricing.ts'
import { refundableCents } from '#domain/refunds.ts'
import type { ChoiceRow } from '#drizzle/schema/order-choices.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'

/** Before the order's id: the idempotency key of the refund of its delivery fee, which goes back once. */
const FEE_REFUND_KEY = 'delivery-fee:'

type Who = Pick<OrderEvent, 'actor' | 'actorId'>

/**
 * What moving an order to another day takes, as parts of a batch of the caller: it awaits a shop again, and the fee for a delivery
 * that did not come goes back with its tax, once.
 * @param date YYYY-MM-DD by the market's calendar
 */
export async function moveToDay(
  deps: Deps,
  order: OrderRow,
  live: LiveAssignment | null,
  date: string,
  who: Who,
  at: string,
) {
  const { db } = deps
  const promise = promiseOn(date, order.timeZone)
  const refund = await feeRefund(deps, order)
  const status = orderStatusAfter({ ...order, assignment: assignmentState(live?.shopOrder) }, 'withdrawn')
  const statements = (condition: Condition): Statement[] => [
    ...orderStatusEvent({ db }, order, status, who, at, condition),
    ...(live ? takenBack(db, order, live, who, at, condition) : []),
    ...(refund ? refundStatements(db, refund, who, at, condition) : []),
    changeOrder(db, order.id, { ...promise, status, assignmentStatus: 'unassigned' }, at, condition),
  ]
  const after = async () => {
    if (!refund || order.paymentReference === null) return
    const stored = await refundById(db, refund.id)
    if (stored?.status === 'pending') {
      await finishRefund(deps, stored, order.paymentReference, { source: 'buyer' })
    }
  }
  const unchanged = refund ? [isNewRefund(refund)] : []
  return { promise, statements, unchanged, after }
}

type Money = Pick<Awaited<ReturnType<typeof readForRefund>>, 'refunds' | 'disputes'>

/**
 * What taking another day gives back, in cents: the delivery fee with its tax, unless it went back already or the bank takes no
 * refund of a part.
 */
export function unearnedFeeCents(order: OrderRow, { refunds, disputes }: Money): number {
  const key = `${FEE_REFUND_KEY}${order.id}`
  if (refunds.some(({ idempotencyKey }) => idempotencyKey === key)) return 0
  if (refundLimit(disputes) !== 'any') return 0
  return Math.min(deliveryFeeWithTaxCents(order), refundableNow(order, { refunds, disputes }))
}

/** What can be given back of an order at once, in cents; nothing while the bank has the money. */
export function refundableNow(order: OrderRow, { refunds, disputes }: Money): number {
  return isDisputed({ disputes }) ? 0 : refundableCents(order, refunds)
}

/** Whether the bank keeps the payment from being refunded. */
export function isDisputed({ disputes }: Pick<Money, 'disputes'>): boolean {
  return refundLimit(disputes) === 'none'
}

/** What a choice of another day gave back of the delivery fee, in cents: itself, not an earlier one. */
export function feeRefundOf(
  { orderId, outcome, closedAt }: Pick<ChoiceRow, 'orderId' | 'outcome' | 'closedAt'>,
  refunds: Money['refunds'],
): number {
  const fee = refunds.find(({ idempotencyKey }) => idempotencyKey === `${FEE_REFUND_KEY}${orderId}`)
  const isOwn = outcome === 'day' && fee?.createdAt === closedAt && fee?.status !== 'failed'
  return isOwn ? (fee?.amountCents ?? 0) : 0
}

/** The refund of the delivery fee; null when there is none. */
async function feeRefund({ db }: Deps, order: OrderRow): Promise<NewRefund | null> {
  const amountCents = unearnedFeeCents(order, await readForRefund(db, order.id))
  if (amountCents === 0) return null
  const key = `${FEE_REFUND_KEY}${order.id}`
  const reason = 'Delivery fee: moved to another day'
  return {
    id: crypto.randomUUID(),
    orderId: order.id,
    key,
    amountCents,
    reason,
    share: null,
    requestedBy: null,
  }
}
