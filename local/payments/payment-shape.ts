import type Stripe from 'stripe'
import { type Card, SLOW_REFUNDS } from './cards.ts'
import { newId } from './ids.ts'
import type { Checkout } from './store.ts'

/** A payment intent as it is made when the first card is tried. `created` in seconds. */
export function newPaymentIntent(
  session: Stripe.Checkout.Session,
  checkout: Checkout,
  created: number,
): Stripe.PaymentIntent {
  const id = newId('pi_')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_local`,
    confirmation_method: 'automatic',
    created,
    currency: session.currency ?? 'usd',
    customer: null,
    customer_account: null,
    description: checkout.intentDescription,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: checkout.intentMetadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: checkout.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: checkout.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

/** The charge of a payment that succeeded. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  payer: { email: string | null; name: string },
  card: Pick<Card, 'number' | 'expMonth' | 'expYear'>,
  created: number,
): Stripe.Charge {
  return {
    id: newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: newId('txn_'),
    billing_details: {
      address: { city: null, country: 'US', line1: null, line2: null, postal_code: null, state: null },
      email: payer.email,
      name: payer.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'LOCAL TEST',
    captured: true,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: newId('pm_'),
    payment_method_details: { card: cardDetails(card, intent.amount), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function cardDetails(
  card: Pick<Card, 'number' | 'expMonth' | 'expYear'>,
  amount: number,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: 'credit',
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: 'visa',
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

/** A refund that went through at once, as refunds of card payments do; of one card they take their time. */
export function newRefund(
  charge: Stripe.Charge,
  what: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Stripe.Metadata },
  created: number,
): Stripe.Refund {
  return {
    id: newId('re_'),
    object: 'refund',
    amount: what.amount,
    balance_transaction: newId('txn_'),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: what.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: what.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: hasSlowRefunds(charge) ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}

/** A refund that the card holder's bank did not take. */
export function failedRefund(refund: Stripe.Refund): Stripe.Refund {
  return {
    ...refund,
    status: 'failed',
    failure_balance_transaction: newId('txn_'),
    failure_reason: 'lost_or_stolen_card',
  }
}

function hasSlowRefunds({ payment_method_details: details }: Stripe.Charge): boolean {
  return details?.card?.last4 === SLOW_REFUNDS.slice(-4)
}
