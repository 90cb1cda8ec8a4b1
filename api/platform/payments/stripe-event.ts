import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { AppError } from '#api/errors.ts'
import type { ProviderEvent } from './payments.ts'
import { readDispute, readRefund, readSession, referenceOf } from './stripe-read.ts'

// The parts of an event that are read, and no more: Stripe may add what it likes, and a signature says who sent it, not what it is.

/** Unix seconds until the year 9999, which is as far as a stored instant goes. */
const unix = z.int().check(z.minimum(0), z.maximum(253_402_300_799))
/** At least one cent. */
const amount = z.int().check(z.minimum(1))
const text = z.nullish(z.string())
const charge = z.looseObject({
  created: unix,
  payment_method_details: z.nullish(z.looseObject({ type: z.string() })),
})
const payment = z.nullish(
  z.union([
    z.string(),
    z.looseObject({ id: z.string(), latest_charge: z.nullish(z.union([z.string(), charge])) }),
  ]),
)

const wireEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  created: unix,
  data: z.looseObject({ object: z.looseObject({ object: text }) }),
})
const wireSession = z.looseObject({
  id: z.string(),
  status: text,
  payment_status: z.string(),
  url: text,
  client_reference_id: text,
  amount_total: z.nullish(z.int()),
  currency: text,
  payment_intent: payment,
  payment_method_types: z.nullish(z.array(z.string())),
  created: unix,
  expires_at: unix,
  metadata: z.nullish(z.record(z.string(), z.string())),
})
const wireRefund = z.looseObject({
  id: z.string(),
  payment_intent: payment,
  amount,
  status: text,
  failure_reason: text,
  metadata: z.nullish(z.record(z.string(), z.string())),
  created: unix,
})
const wireDispute = z.looseObject({
  id: z.string(),
  payment_intent: payment,
  amount,
  reason: z.string(),
  status: z.string(),
  evidence_details: z.nullish(z.looseObject({ due_by: z.nullish(unix) })),
  payment_method_details: z.nullish(z.looseObject({ card: z.nullish(z.looseObject({ case_type: text })) })),
  created: unix,
})
const wireCharge = z.looseObject({ payment_intent: payment })

/**
 * An event of Stripe's, with what it is about.
 * @param signed what was in the signed body
 * @throws AppError `malformed` when that is no event
 */
export function readEvent(signed: unknown): ProviderEvent {
  const { id, type, created, data } = checked<Stripe.Event>(wireEvent, signed)
  const about = { session: null, refund: null, dispute: null, refundedPayment: null }
  const read = { id, type, createdAt: new Date(created * 1000), ...about }
  // By the object, not by the event's name: refunds come under three of them.
  const { object } = data as { object: { object?: string } }
  if (type.startsWith('checkout.session.')) {
    return { ...read, session: readSession(checked<Stripe.Checkout.Session>(wireSession, object)) }
  }
  if (object.object === 'refund') {
    return { ...read, refund: readRefund(checked<Stripe.Refund>(wireRefund, object)) }
  }
  if (object.object === 'dispute') {
    return { ...read, dispute: readDispute(checked<Stripe.Dispute>(wireDispute, object)) }
  }
  if (type !== 'charge.refunded') return read
  const { payment_intent } = checked<Stripe.Charge>(wireCharge, object)
  return { ...read, refundedPayment: referenceOf(payment_intent) }
}

function checked<Wire>(schema: z.ZodMiniType, wire: unknown): Wire {
  if (!schema.safeParse(wire).success) throw new AppError('malformed')
  return wire as Wire
}
