import type Stripe from 'stripe'
import { DISPUTE_STATUSES, type DisputeStatus } from '#domain/disputes.ts'
import type { CheckoutSession, ProviderDispute, ProviderRefund } from './payments.ts'

/** A checkout session of Stripe's. */
export function readSession(session: Stripe.Checkout.Session): CheckoutSession {
  const intent = session.payment_intent
  const charge = typeof intent === 'object' && intent !== null ? intent.latest_charge : null
  const details = typeof charge === 'object' && charge !== null ? charge : null
  return {
    id: session.id,
    status: statusOf(session.status),
    paid: session.payment_status === 'paid',
    url: session.url,
    orderId: orderIdOf(session),
    amountTotalCents: session.amount_total,
    currency: session.currency,
    paymentReference: referenceOf(intent),
    paymentMethod: details?.payment_method_details?.type ?? session.payment_method_types?.[0] ?? null,
    paidAt: details ? new Date(details.created * 1000) : null,
    createdAt: new Date(session.created * 1000),
    expiresAt: new Date(session.expires_at * 1000),
    metadata: session.metadata ?? {},
  }
}

/** Other software on a shared account has references of its own; ours stand in the metadata, too. */
function orderIdOf({ client_reference_id, metadata }: Stripe.Checkout.Session): string | null {
  return client_reference_id && client_reference_id === metadata?.['order_id'] ? client_reference_id : null
}

// A status that Stripe may add one day decides nothing: the session counts as open until it is one of the two ends.
function statusOf(status: string | null): CheckoutSession['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

/** A refund of Stripe's. What it does not know yet counts as pending. */
export function readRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    paymentReference: referenceOf(refund.payment_intent),
    amountCents: refund.amount,
    status: REFUND_STATUSES.get(refund.status ?? '') ?? 'pending',
    failure: refund.failure_reason ?? null,
    refundId: refund.metadata?.['refund_id'] ?? null,
    createdAt: new Date(refund.created * 1000),
  }
}

const REFUND_STATUSES: ReadonlyMap<string, ProviderRefund['status']> = new Map([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'cancelled'],
])

/** A dispute of Stripe's. */
export function readDispute(dispute: Stripe.Dispute): ProviderDispute {
  const dueBy = dispute.evidence_details?.due_by ?? null
  return {
    id: dispute.id,
    paymentReference: referenceOf(dispute.payment_intent),
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: disputeStatusOf(dispute),
    respondBy: dueBy === null ? null : new Date(dueBy * 1000),
    createdAt: new Date(dispute.created * 1000),
  }
}

function disputeStatusOf({ status, payment_method_details }: Stripe.Dispute): DisputeStatus {
  // The network blocked it before anything happened: nobody was refunded.
  if (status === 'prevented' && payment_method_details?.card?.case_type === 'block') return 'won'
  // A status that Stripe may add one day is for a person to look at.
  return DISPUTE_STATUSES.find((known) => known === status) ?? 'needs_response'
}

/** The id of something of Stripe's that comes whole or as its id. */
export function referenceOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}
