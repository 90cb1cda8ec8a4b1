import type Stripe from 'stripe'
import { type Card, SLOW_REFUNDS } from './cards.ts'
import { newId } from './provider.ts'
import type { CreateSessionParams } from './session-params.ts'

// Stripe's objects with the fields that the shop, a person or a test reads: its own have many more.

const ANSWER_WITHIN_SECONDS = 7 * 24 * 60 * 60

export type Session = ReturnType<typeof newSession>
export type PaymentIntent = ReturnType<typeof newPaymentIntent>
export type Charge = ReturnType<typeof newCharge>
export type Refund = ReturnType<typeof newRefund> & Pick<Stripe.Refund, 'failure_reason'>
export type Dispute = ReturnType<typeof newDispute>

/** An open session. Amounts in cents, `created` and `expiresAt` in seconds. */
export function newSession(
  id: string,
  url: string,
  params: CreateSessionParams,
  amounts: { total: number; created: number; expiresAt: number },
) {
  return {
    id,
    object: 'checkout.session' as const,
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    amount_subtotal: amounts.total,
    amount_total: amounts.total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: amounts.created,
    currency: 'usd',
    customer_details: { email: params.customer_email ?? null, name: null as string | null },
    customer_email: params.customer_email ?? null,
    expires_at: amounts.expiresAt,
    livemode: false,
    metadata: params.metadata,
    mode: params.mode,
    payment_intent: null as string | null,
    payment_method_types: params.allowed_payment_method_types ?? ['card'],
    payment_status: 'unpaid' as 'unpaid' | 'paid',
    status: 'open' as Stripe.Checkout.Session.Status,
    success_url: params.success_url,
    url: url as string | null,
  }
}

/** A payment intent as it is made when the first card is tried. `created` in seconds. */
export function newPaymentIntent(session: Session, metadata: Stripe.Metadata, created: number) {
  return {
    id: newId('pi_'),
    object: 'payment_intent' as const,
    amount: session.amount_total,
    amount_received: 0,
    created,
    currency: session.currency,
    last_payment_error: null as Partial<Stripe.PaymentIntent.LastPaymentError> | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata,
    status: 'requires_payment_method' as Stripe.PaymentIntent.Status,
  }
}

/** The charge of a payment that succeeded. */
export function newCharge(
  intent: PaymentIntent,
  payer: Session['customer_details'],
  card: Pick<Card, 'number' | 'expMonth' | 'expYear'>,
  created: number,
) {
  return {
    id: newId('ch_'),
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    billing_details: payer,
    captured: true,
    created,
    currency: intent.currency,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: {
      card: {
        brand: 'visa',
        exp_month: card.expMonth,
        exp_year: card.expYear,
        last4: card.number.slice(-4),
      },
      type: 'card',
    },
    refunded: false,
    status: 'succeeded',
  }
}

/** A refund that went through at once, as refunds of card payments do; of one card they take their time. */
export function newRefund(
  charge: Charge,
  what: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Stripe.Metadata },
  created: number,
) {
  const isSlow = charge.payment_method_details.card.last4 === SLOW_REFUNDS.slice(-4)
  return {
    id: newId('re_'),
    object: 'refund' as const,
    ...what,
    charge: charge.id,
    created,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: isSlow ? 'pending' : 'succeeded',
  }
}

/**
 * A dispute over a whole charge, opened by the card holder's bank. `created` in seconds.
 * @param status of an inquiry, which takes no money, or of a chargeback
 */
export function newDispute(
  charge: Charge,
  status: 'warning_needs_response' | 'needs_response',
  created: number,
) {
  return {
    id: newId('du_'),
    object: 'dispute' as const,
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: {
      due_by: created + ANSWER_WITHIN_SECONDS,
      has_evidence: false,
      submission_count: 0,
    },
    is_charge_refundable: status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: status as Stripe.Dispute.Status,
  }
}
