import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { eventually, refusal, type StandIn, sessionParams, startStandIn } from './payments-support.ts'

// Changes of a payment days after it was made: refunds that take time or come back, disputes.

/** A card whose refunds are pending at first. */
const SLOW_REFUNDS = '4000000000007726'

async function paid(card = '4242424242424242') {
  const standIn = await startStandIn()
  const { id } = await standIn.stripe.checkout.sessions.create(sessionParams())
  const session = await standIn.local<Stripe.Checkout.Session>(`/_local/sessions/${id}/pay`, { card })
  const payment_intent = String(session.payment_intent)
  const intent = await standIn.stripe.paymentIntents.retrieve(payment_intent)
  return { standIn, payment_intent, charge: String(intent.latest_charge) }
}

/** The types of the events about an object so far, the oldest first. */
async function eventTypesOf({ stripe }: StandIn, id: string): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 })
  const about = data.filter(({ data: { object } }) => 'id' in object && object.id === id)
  return about.map(({ type }) => type).reverse()
}

describe('a refund that takes time', () => {
  test('is pending, then succeeds', async () => {
    const { standIn, payment_intent, charge } = await paid(SLOW_REFUNDS)
    const refund = await standIn.stripe.refunds.create({ payment_intent, amount: 1000 })
    expect(refund.status).toBe('pending')
    expect(await standIn.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1000 })
    expect(await standIn.local(`/_local/refunds/${refund.id}/succeed`)).toMatchObject({ status: 'succeeded' })
    expect((await standIn.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(await eventTypesOf(standIn, refund.id)).toEqual([
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
    ])
    const update = await eventually(() => standIn.receiver.of('refund.updated')[0])
    expect(update.event.data.object).toMatchObject({ id: refund.id, status: 'succeeded' })
  })

  test.each([
    ['a pending one', SLOW_REFUNDS],
    ['one that had succeeded', '4242424242424242'],
  ])('fails: %s is the shop’s money again', async (_, card) => {
    const { standIn, payment_intent, charge } = await paid(card)
    const refund = await standIn.stripe.refunds.create({ payment_intent })
    expect(await standIn.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true })
    await standIn.local(`/_local/refunds/${refund.id}/fail`)
    expect(await standIn.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    })
    expect(await standIn.stripe.charges.retrieve(charge)).toMatchObject({
      refunded: false,
      amount_refunded: 0,
    })
    expect(await eventTypesOf(standIn, refund.id)).toEqual([
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
    ])
    // It can be given back again.
    expect((await standIn.stripe.refunds.create({ payment_intent })).amount).toBe(7419)
  })
})

describe('a dispute', () => {
  async function disputed() {
    const start = await paid()
    const { id } = await start.standIn.local<Stripe.Dispute>(`/_local/charges/${start.charge}/dispute`)
    return { ...start, id }
  }

  test('is answered and won: the money comes back', async () => {
    const { standIn, id } = await disputed()
    await standIn.local(`/_local/disputes/${id}/answer`)
    expect(await standIn.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'under_review',
      evidence_details: { has_evidence: true, submission_count: 1 },
    })
    await standIn.local(`/_local/disputes/${id}/win`)
    expect((await standIn.stripe.disputes.retrieve(id)).status).toBe('won')
    expect(await eventTypesOf(standIn, id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  test('that was lost can still be won, and is not decided otherwise', async () => {
    const { standIn, id } = await disputed()
    await standIn.local(`/_local/disputes/${id}/lose`)
    for (const what of ['answer', 'escalate', 'lose']) {
      expect(await standIn.local(`/_local/disputes/${id}/${what}`)).toMatchObject({
        error: { message: 'This dispute has a status of `lost`.' },
      })
    }
    await standIn.local(`/_local/disputes/${id}/win`)
    expect((await standIn.stripe.disputes.retrieve(id)).status).toBe('won')
    expect(await standIn.local(`/_local/disputes/${id}/win`)).toMatchObject({
      error: { message: 'This dispute has a status of `won`.' },
    })
  })

  test.each([
    ['open', []],
    ['under review', ['answer']],
    ['lost', ['lose']],
  ])('that is %s lets nothing be refunded', async (_, happens) => {
    const { standIn, payment_intent, charge, id } = await disputed()
    for (const what of happens) await standIn.local(`/_local/disputes/${id}/${what}`)
    const error = await refusal(standIn.stripe.refunds.create({ payment_intent, amount: 100 }))
    expect(error).toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'charge_disputed',
    })
    expect(error.message).toBe(`Charge ${charge} has been charged back; cannot issue a refund.`)
  })
})

describe('an inquiry of the bank', () => {
  async function asked() {
    const start = await paid()
    const { id } = await start.standIn.local<Stripe.Dispute>(`/_local/charges/${start.charge}/enquiry`)
    return { ...start, id }
  }

  test('takes no money and lets it be refunded; all of it closes the inquiry', async () => {
    const { standIn, payment_intent, id } = await asked()
    expect(await standIn.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'warning_needs_response',
      is_charge_refundable: true,
    })
    await standIn.stripe.refunds.create({ payment_intent, amount: 100 })
    expect((await standIn.stripe.disputes.retrieve(id)).status).toBe('warning_needs_response')
    await standIn.stripe.refunds.create({ payment_intent })
    expect((await standIn.stripe.disputes.retrieve(id)).status).toBe('warning_closed')
    expect(await eventTypesOf(standIn, id)).toEqual(['charge.dispute.created', 'charge.dispute.closed'])
  })

  test('is answered, then becomes a chargeback that lets nothing be refunded', async () => {
    const { standIn, payment_intent, id } = await asked()
    await standIn.local(`/_local/disputes/${id}/answer`)
    expect((await standIn.stripe.disputes.retrieve(id)).status).toBe('warning_under_review')
    expect(await standIn.local(`/_local/disputes/${id}/lose`)).toMatchObject({ error: {} })
    await standIn.local(`/_local/disputes/${id}/escalate`)
    expect((await standIn.stripe.disputes.retrieve(id)).status).toBe('needs_response')
    const error = await refusal(standIn.stripe.refunds.create({ payment_intent }))
    expect(error).toMatchObject({ code: 'charge_disputed' })
  })
})

test('the operator page offers what can happen to a refund and to a dispute', async () => {
  const { standIn, payment_intent, charge } = await paid(SLOW_REFUNDS)
  const refund = await standIn.stripe.refunds.create({ payment_intent, amount: 1000 })
  const page = async () => (await fetch(standIn.payments.url)).text()
  expect(await page()).toContain(`/_local/refunds/${refund.id}/succeed`)
  expect(await page()).toContain('$10.00 refund pending')
  await standIn.local(`/_local/refunds/${refund.id}/fail`)
  expect(await page()).not.toContain(`/_local/refunds/${refund.id}/`)
  expect(await page()).toContain('$10.00 refund failed')
  const { id } = await standIn.local<Stripe.Dispute>(`/_local/charges/${charge}/dispute`)
  for (const what of ['answer', 'win', 'lose']) {
    expect(await page()).toContain(`/_local/disputes/${id}/${what}`)
  }
  await standIn.local(`/_local/disputes/${id}/lose`)
  expect(await page()).not.toContain(`/_local/disputes/${id}/lose`)
  expect(await page()).toContain('dispute lost')
})
