import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { eventually, refusal, type StandIn, sessionParams, startStandIn } from './payments-support.ts'

async function paidIntent({ stripe, local }: StandIn): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(
    sessionParams({ payment_intent_data: { metadata: { orderId: 'order-1' } } }),
  )
  const session = await local<Stripe.Checkout.Session>(`/_local/sessions/${id}/pay`, {
    card: '4242424242424242',
  })
  if (typeof session.payment_intent !== 'string') throw new Error('The paid session has no payment intent')
  return session.payment_intent
}

test('a payment has its charge, with the card but never its number', async () => {
  const standIn = await startStandIn()
  const intent = await standIn.stripe.paymentIntents.retrieve(await paidIntent(standIn), {
    expand: ['latest_charge'],
  })
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount: 7419,
    amount_received: 7419,
    currency: 'usd',
    metadata: { orderId: 'order-1' },
    latest_charge: {
      object: 'charge',
      paid: true,
      captured: true,
      refunded: false,
      amount_refunded: 0,
      payment_intent: intent.id,
      billing_details: { name: 'Test Person', email: 'sam@example.com' },
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
      },
    },
  })
  const charge = intent.latest_charge as Stripe.Charge
  expect((await standIn.stripe.charges.retrieve(charge.id)).amount).toBe(7419)
  expect((await standIn.stripe.charges.list({ payment_intent: intent.id })).data.map(({ id }) => id)).toEqual(
    [charge.id],
  )
  expect((await standIn.stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([intent.id])
  const everything = await (await fetch(`${standIn.payments.url}/_local/state`)).text()
  expect(everything).not.toContain('4242424242424242')
})

describe('refunding', () => {
  test('gives back a part, then the rest, and no more', async () => {
    const standIn = await startStandIn()
    const { refunds, charges } = standIn.stripe
    const payment_intent = await paidIntent(standIn)
    const first = await refunds.create({
      payment_intent,
      amount: 1000,
      reason: 'requested_by_customer',
      metadata: { by: 'admin' },
    })
    expect(first).toMatchObject({
      id: expect.stringMatching(/^re_/),
      object: 'refund',
      amount: 1000,
      currency: 'usd',
      status: 'succeeded',
      reason: 'requested_by_customer',
      metadata: { by: 'admin' },
      payment_intent,
    })
    const charge = String(first.charge)
    expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 1000, refunded: false })

    const tooMuch = await refusal(refunds.create({ payment_intent, amount: 6420 }))
    expect(tooMuch).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(tooMuch.message).toBe(
      'Refund amount ($64.20) is greater than unrefunded amount on charge ($64.19)',
    )
    expect(tooMuch.param).toBe('amount')

    const rest = await refunds.create({ charge })
    expect(rest.amount).toBe(6419)
    expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 7419, refunded: true })
    const again = await refusal(refunds.create({ payment_intent }))
    expect(again.code).toBe('charge_already_refunded')
    expect(again.message).toBe(`Charge ${charge} has already been refunded.`)

    expect((await refunds.retrieve(first.id)).amount).toBe(1000)
    expect((await refunds.list({ payment_intent })).data.map(({ id }) => id)).toEqual([rest.id, first.id])
    expect((await refunds.list({ charge, limit: 1 })).has_more).toBe(true)
    expect((await refunds.list({ charge: 'ch_other' })).data).toEqual([])
    const events = await eventually(() => {
      const found = standIn.receiver.of('charge.refunded')
      return found.length === 2 && standIn.receiver.of('refund.created').length === 2 && found
    })
    const amounts = events.map(({ event }) => (event.data.object as Stripe.Charge).amount_refunded)
    expect(amounts.toSorted()).toEqual([1000, 7419])
  })

  const wrong: [string, Stripe.RefundCreateParams, RegExp][] = [
    ['nothing in particular', {}, /One of the following params/],
    ['a payment that is not there', { payment_intent: 'pi_none' }, /^No such payment_intent: 'pi_none'$/],
    ['a charge that is not there', { charge: 'ch_none' }, /^No such charge: 'ch_none'$/],
    ['nothing of it', { charge: 'ch_none', amount: 0 }, /greater than or equal to 1/],
    ['for a reason nobody knows', { charge: 'ch_none', reason: 'whim' }, /Invalid reason: .*duplicate/],
  ]
  test.each(wrong)('refuses %s', async (_, params, message) => {
    const { stripe } = await startStandIn()
    expect((await refusal(stripe.refunds.create(params))).message).toMatch(message)
  })

  test('refuses a payment that has not come through', async () => {
    const { stripe, local } = await startStandIn()
    const { id } = await stripe.checkout.sessions.create(sessionParams())
    const session = await local<Stripe.Checkout.Session>(`/_local/sessions/${id}/pay`, {
      card: '4000000000000077',
    })
    const error = await refusal(stripe.refunds.create({ payment_intent: String(session.payment_intent) }))
    expect(error.message).toContain('does not have a successful charge to refund')
  })
})
