import type Stripe from 'stripe'
import type { RefundParams, SessionParams } from './payments.ts'

/** Puts the request for a session into Stripe's own shape. */
export function wireParams(params: SessionParams): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    client_reference_id: params.orderId,
    customer_email: params.customerEmail,
    allowed_payment_method_types: params.paymentMethods,
    // Our amounts in our currency, whatever the provider would offer otherwise.
    adaptive_pricing: { enabled: false },
    line_items: params.lineItems.map((item) => ({
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: item.amountCents,
        product_data: {
          name: item.name,
          ...(item.description ? { description: item.description } : {}),
          ...(item.imageUrl ? { images: [item.imageUrl] } : {}),
        },
      },
    })),
    success_url: params.successUrl,
    cancel_url: params.cancelUrl,
    expires_at: params.expiresAt,
    metadata: params.metadata,
    payment_intent_data: { metadata: { order_id: params.orderId } },
  }
}

/** The reason is not sent: it is free text, and Stripe takes one of three values. */
export function wireRefund(params: RefundParams): Stripe.RefundCreateParams {
  return {
    payment_intent: params.paymentReference,
    amount: params.amountCents,
    reason: 'requested_by_customer',
    metadata: { refund_id: params.refundId, order_id: params.orderId },
  }
}
