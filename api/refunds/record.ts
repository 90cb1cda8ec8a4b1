import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { addProviderEvent } from '#api/orders/payment-queries.ts'
import type { ProviderDispute, ProviderRefund } from '#api/platform/payments/payments.ts'
import { DISPUTE_RULES } from '#domain/disputes.ts'
import type { Command } from '#domain/order/decide.ts'

export type RefundSource = {
  source: 'admin' | 'buyer' | 'system' | 'webhook' | 'reconciliation'
  /** The provider's event, when there is one: stored in the same batch. */
  event?: { id: string; type: string }
}

/**
 * Records what the provider says about a refund, whoever requested it. However often and in whatever order it is reported, the
 * result is the same.
 * @returns `ignored` for a payment that belongs to none of our orders
 */
export async function recordRefund(
  deps: Deps,
  refund: ProviderRefund,
  from: RefundSource,
): Promise<'settled' | 'ignored'> {
  const { source } = from
  const command = { type: 'record_refund', refund, newId: crypto.randomUUID(), source } as const
  return (await applyToPayment(deps, refund.paymentReference, command, from)) ? 'settled' : 'ignored'
}

/**
 * Records a dispute as the provider reports it. The order is flagged while the bank decides, and stays flagged if we lose. The
 * latest report holds, in whatever order they arrive: a dispute that was lost can still be won.
 * @param asOf the instant that the report tells of; Stripe counts in whole seconds
 * @returns `ignored` for a payment that belongs to none of our orders
 */
export async function recordDispute(
  deps: Deps,
  report: ProviderDispute,
  from: RefundSource,
  asOf: Date,
): Promise<'settled' | 'ignored'> {
  const { id, amountCents, reason, status, createdAt } = report
  const dispute = {
    id,
    amountCents,
    reason,
    status,
    respondBy: report.respondBy?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: asOf.toISOString(),
  }
  const command = { type: 'record_dispute', dispute, source: from.source } as const
  const orderId = await applyToPayment(deps, report.paymentReference, command, from)
  if (orderId === null) return 'ignored'
  const { stage } = DISPUTE_RULES[status]
  if (stage === 'respond' || stage === 'review') {
    deps.log('warn', 'payment_disputed', { orderId, disputeId: id })
  }
  return 'settled'
}

/** @returns the id of the order of a payment; null when it belongs to none */
async function applyToPayment(
  deps: Deps,
  paymentReference: string | null,
  command: Command,
  { event }: RefundSource,
): Promise<string | null> {
  try {
    const { after } = await applyToOrder(
      deps,
      { paymentReference: paymentReference ?? '' },
      command,
      { actor: 'provider' },
      { also: (_order, at) => addProviderEvent(deps.db, event, 'settled', at) },
    )
    return after.order.id
  } catch (error) {
    if (error instanceof AppError && error.code === 'order_not_found') return null
    throw error
  }
}
