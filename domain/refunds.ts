import { type Cents, formatMoney } from './money.ts'
import type { OrderStatus, PaymentStatus } from './order-status.ts'

/** Our spelling; the provider spells the last one with one l. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * A refund of more than this, in one request, asks an admin once more who they are. The dearest order of the first catalogue is
 * below $200, so a higher amount would never ask; most partial refunds and whole ones of the smallest bouquet go through.
 */
export const REFUND_CONFIRMED_ABOVE_CENTS: Cents = 100_00

/** Why a refund failed, for people: the provider's word, as in `lost_or_stolen_card`, or whole words as they are. */
export function refundFailureText(failure: string): string {
  if (!/^[a-z]+(_[a-z]+)*$/.test(failure)) return failure
  const reason = failure.replaceAll('_', ' ')
  return `The bank refused it: ${reason}`
}

/**
 * Cents of an order that can still be given back: what was paid, less what was given back or is on its way.
 * Sample orders and orders without a payment at the provider hold nothing.
 */
export function refundableCents(
  order: { paymentStatus: PaymentStatus; paymentReference: string | null; totalCents: Cents },
  refunds: readonly { status: RefundStatus; amountCents: Cents }[],
): Cents {
  if (order.paymentStatus !== 'paid' || order.paymentReference === null) return 0
  const taken = refunds.filter(({ status }) => status === 'pending' || status === 'succeeded')
  return Math.max(0, order.totalCents - taken.reduce((sum, { amountCents }) => sum + amountCents, 0))
}

/** True if the flowers went out, so that a refund has to be meant (content/faq/pricing-payments/refund.md: none on completed orders). */
export function refundNeedsOverride(status: OrderStatus): boolean {
  return status === 'completed' || status === 'delivered'
}

/** Cents of the refunds that were asked for and are not through yet. */
export function requestedCentsOf(refunds: readonly { status: RefundStatus; amountCents: Cents }[]): Cents {
  return refunds.reduce(
    (cents, { status, amountCents }) => cents + (status === 'pending' ? amountCents : 0),
    0,
  )
}

const RANK: Readonly<Record<RefundStatus, number>> = { pending: 0, succeeded: 1, failed: 2, cancelled: 2 }

/**
 * True if a refund can go from one status to the other: from pending anywhere, and a refund that succeeded can still fail
 * when a bank sends it back. News that come late change nothing.
 */
export function refundMoves(from: RefundStatus, to: RefundStatus): boolean {
  return RANK[to] > RANK[from]
}

/** The refunded part of a payment, as its buyer may see it. */
type RefundSummary = {
  /** The sum of the refunds that went through. */
  refundedCents: Cents
  /** The sum of the refunds that were asked for and have not gone through yet. */
  requestedCents: Cents
  inFull: boolean
}

/** @returns null for an order that nobody has paid for */
export function refundSummary(
  { paymentStatus, refundedCents }: { paymentStatus: PaymentStatus; refundedCents: Cents },
  requestedCents: Cents,
): RefundSummary | null {
  if (paymentStatus !== 'paid' && paymentStatus !== 'refunded') return null
  return { refundedCents, requestedCents, inFull: paymentStatus === 'refunded' }
}

/** Tells a buyer about their money, in a sentence or two. */
export function refundSentence({ refundedCents, requestedCents, inFull }: RefundSummary): string {
  const [refunded, requested] = [formatMoney(refundedCents), formatMoney(requestedCents)]
  const banks = 'Banks take five to ten days to show'
  if (inFull) return `We refunded all of your payment, ${refunded}. ${banks} it.`
  if (refundedCents > 0 && requestedCents > 0) {
    return `We refunded ${refunded} of your payment, and another ${requested} has been requested. ${banks} a refund.`
  }
  if (refundedCents > 0) return `We refunded ${refunded} of your payment. ${banks} it.`
  if (requestedCents > 0)
    return `A refund of ${requested} has been requested. You’ll get an email when it is sent.`
  return 'Your payment has not been refunded. If a refund is sent, you’ll get an email.'
}

/** True if there is a refund to speak of, all or part, through or not. */
export function hasRefund({ refundedCents, requestedCents }: RefundSummary): boolean {
  return refundedCents + requestedCents > 0
}
