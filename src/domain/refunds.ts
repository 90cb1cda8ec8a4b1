import type { Cents } from './money.ts'
import type { OrderStatus, PaymentStatus } from './order-status.ts'

/** As our books say it; the provider spells the last one with one l. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Why a refund failed, for people: the provider's word, as in `lost_or_stolen_card`, or whole words as they are. */
export function refundFailureText(failure: string): string {
  if (!/^[a-z]+(_[a-z]+)*$/.test(failure)) return failure
  const words = failure.replaceAll('_', ' ')
  return `The bank refused it: ${words}`
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

/** Whether the flowers went out, so that a refund has to be meant (FAQ: no refunds on completed orders). */
export function refundNeedsOverride(status: OrderStatus): boolean {
  return status === 'completed' || status === 'delivered'
}

const RANK: Readonly<Record<RefundStatus, number>> = { pending: 0, succeeded: 1, failed: 2, cancelled: 2 }

/**
 * Whether a refund goes from one status to the other: from pending anywhere, and a refund that succeeded can still fail
 * when a bank sends it back. News that come late change nothing.
 */
export function refundMoves(from: RefundStatus, to: RefundStatus): boolean {
  return RANK[to] > RANK[from]
}
