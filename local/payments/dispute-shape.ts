import type Stripe from 'stripe'
import { newId } from './ids.ts'

const ANSWER_WITHIN_SECONDS = 7 * 24 * 60 * 60

/** The first status of a dispute: an enquiry, which takes no money, or a chargeback. */
export type FirstStatus = 'warning_needs_response' | 'needs_response'

/** A dispute over a whole charge, opened by the card holder's bank. `created` in seconds. */
export function newDispute(charge: Stripe.Charge, status: FirstStatus, created: number): Stripe.Dispute {
  return {
    id: newId('du_'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(charge.billing_details),
    evidence_details: {
      due_by: created + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status,
  }
}

function noEvidence(payer: Stripe.Charge.BillingDetails): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: payer.email,
    customer_name: payer.name,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  }
}
