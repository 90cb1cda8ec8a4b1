import type Stripe from 'stripe'
import * as z from 'zod'
import { formatAmount } from './amounts.ts'
import { closeEnquiries, isChargedBack } from './disputes.ts'
import { recordEvent } from './events.ts'
import { expand, metadata, positiveInteger, text } from './params.ts'
import { failedRefund, newRefund } from './payment-shape.ts'
import { invalid, noSuch, refused } from './problems.ts'
import { type Call, type Provider, seconds } from './provider.ts'

export const createRefundParams = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: positiveInteger.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
  expand,
})
export type CreateRefundParams = z.output<typeof createRefundParams>

/** Gives back some of a charge, or all that is left of it. Throws StripeProblem for what Stripe refuses. */
export function createRefund(provider: Provider, params: CreateRefundParams, call: Call): Stripe.Refund {
  const charge = chargeToRefund(provider, params)
  if (isChargedBack(provider, charge))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = charge.amount_captured - charge.amount_refunded
  const amount = params.amount ?? left
  if (left === 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left) {
    const [asked, rest] = [formatAmount(amount, charge.currency), formatAmount(left, charge.currency)]
    throw refused(`Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    })
  }

  const refund = newRefund(
    charge,
    { amount, reason: params.reason ?? null, metadata: params.metadata },
    seconds(provider),
  )
  const amountRefunded = charge.amount_refunded + amount
  const after = {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  }
  provider.store.put('refund', refund)
  provider.store.put('charge', after)
  recordEvent(provider, 'refund.created', refund, call)
  recordEvent(provider, 'charge.refunded', after, call)
  if (after.refunded) closeEnquiries(provider, after)
  return refund
}

/**
 * A pending refund comes through, or a bank sends one back: then the money is the shop's again. Throws StripeProblem when
 * there is no such refund, or it has ended.
 */
export function finishRefund(provider: Provider, id: string, succeeded: boolean): Stripe.Refund {
  const { store } = provider
  const refund = store.get('refund', id)
  if (!refund) throw noSuch('refund', id, 'id')
  const isOpen = refund.status === 'pending' || (refund.status === 'succeeded' && !succeeded)
  if (!isOpen) throw refused(`This refund has a status of \`${refund.status}\`.`)
  const finished = succeeded ? { ...refund, status: 'succeeded' } : failedRefund(refund)
  store.put('refund', finished)
  const charge = succeeded ? undefined : store.get('charge', String(refund.charge))
  if (charge) {
    const amount_refunded = charge.amount_refunded - refund.amount
    store.put('charge', { ...charge, amount_refunded, refunded: false })
  }
  recordEvent(provider, 'refund.updated', finished, null)
  recordEvent(provider, 'charge.refund.updated', finished, null)
  if (!succeeded) recordEvent(provider, 'refund.failed', finished, null)
  return finished
}

function chargeToRefund(provider: Provider, params: CreateRefundParams): Stripe.Charge {
  if (params.charge !== undefined) {
    const charge = provider.store.get('charge', params.charge)
    if (!charge) throw noSuch('charge', params.charge, 'charge')
    return charge
  }
  if (params.payment_intent === undefined)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = provider.store.get('payment_intent', params.payment_intent)
  if (!intent) throw noSuch('payment_intent', params.payment_intent, 'payment_intent')
  const charge =
    typeof intent.latest_charge === 'string' ? provider.store.get('charge', intent.latest_charge) : undefined
  if (!charge) throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return charge
}
