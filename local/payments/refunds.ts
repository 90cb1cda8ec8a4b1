import * as z from 'zod'
import { formatMoney } from '#domain/money.ts'
import { closeEnquiries, isChargedBack } from './disputes.ts'
import { recordEvent } from './events.ts'
import { expand, metadata, positiveInteger, text } from './params.ts'
import { invalid, noSuch, refused } from './problems.ts'
import { type Call, newId, type Provider, seconds } from './provider.ts'
import { type Charge, newRefund, type Refund } from './shapes.ts'

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
export function createRefund(provider: Provider, params: CreateRefundParams, call: Call): Refund {
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
    const message = `Refund amount (${formatMoney(amount)}) is greater than unrefunded amount on charge (${formatMoney(left)})`
    throw refused(message, { param: 'amount' })
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
export function finishRefund(provider: Provider, id: string, succeeded: boolean): Refund {
  const { store } = provider
  const refund = store.get('refund', id)
  if (!refund) throw noSuch('refund', id, 'id')
  const isOpen = refund.status === 'pending' || (refund.status === 'succeeded' && !succeeded)
  if (!isOpen) throw refused(`This refund has a status of \`${refund.status}\`.`)
  const failure = { failure_balance_transaction: newId('txn_'), failure_reason: 'lost_or_stolen_card' }
  const finished = succeeded
    ? { ...refund, status: 'succeeded' }
    : { ...refund, status: 'failed', ...failure }
  store.put('refund', finished)
  const charge = succeeded ? undefined : store.get('charge', refund.charge)
  if (charge) {
    const amount_refunded = charge.amount_refunded - refund.amount
    store.put('charge', { ...charge, amount_refunded, refunded: false })
  }
  recordEvent(provider, 'refund.updated', finished, null)
  recordEvent(provider, 'charge.refund.updated', finished, null)
  if (!succeeded) recordEvent(provider, 'refund.failed', finished, null)
  return finished
}

function chargeToRefund(provider: Provider, params: CreateRefundParams): Charge {
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
    intent.latest_charge === null ? undefined : provider.store.get('charge', intent.latest_charge)
  if (!charge) throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return charge
}
