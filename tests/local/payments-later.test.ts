import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { eventually, refusal, sessionParams, startWorld, type World } from './payments-support.ts'

// What happens to a payment days after it was made: refunds that take time or come back, disputes.

/** Its refunds are pending at first. */
const SLOW_REFUNDS = '4000000000007726'

async function paid(card = '4242424242424242') {
  const world = await startWorld()
  const { id } = await world.stripe.checkout.sessions.create(sessionParams())
  const session = await world.local<Stripe.Checkout.Session>(`/_local/sessions/${id}/pay`, { card })
  const payment_intent = String(session.payment_intent)
  const intent = await world.stripe.paymentIntents.retrieve(payment_intent)
  return { world, payment_intent, charge: String(intent.latest_charge) }
}

/** The types of the events about an object so far, the oldest first. */
async function told({ stripe }: World, id: string): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 })
  const about = data.filter(({ data: { object } }) => 'id' in object && object.id === id)
  return about.map(({ type }) => type).reverse()
}

describe('a refund that takes time', () => {
  test('is pending, then succeeds', async () => {
    const { world, payment_intent, charge } = await paid(SLOW_REFUNDS)
    const refund = await world.stripe.refunds.create({ payment_intent, amount: 1000 })
    expect(refund.status).toBe('pending')
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1000 })
    expect(await world.local(`/_local/refunds/${refund.id}/succeed`)).toMatchObject({ status: 'succeeded' })
    expect((await world.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(await told(world, refund.id)).toEqual([
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
    ])
    const update = await eventually(() => world.receiver.of('refund.updated')[0])
    expect(update.event.data.object).toMatchObject({ id: refund.id, status: 'succeeded' })
  })

  test.each([
    ['a pending one', SLOW_REFUNDS],
    ['one that had succeeded', '4242424242424242'],
  ])('fails: %s is the shop’s money again', async (_, card) => {
    const { world, payment_intent, charge } = await paid(card)
    const refund = await world.stripe.refunds.create({ payment_intent })
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true })
    await world.local(`/_local/refunds/${refund.id}/fail`)
    expect(await world.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    })
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 0 })
    expect(await told(world, refund.id)).toEqual([
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
    ])
    // And can be given back again.
    expect((await world.stripe.refunds.create({ payment_intent })).amount).toBe(7419)
  })

  test('ends once', async () => {
    const { world, payment_intent } = await paid(SLOW_REFUNDS)
    const { id } = await world.stripe.refunds.create({ payment_intent })
    await world.local(`/_local/refunds/${id}/fail`)
    for (const end of ['succeed', 'fail']) {
      expect(await world.local(`/_local/refunds/${id}/${end}`)).toMatchObject({
        error: { message: 'This refund has a status of `failed`.' },
      })
    }
    expect(await world.local('/_local/refunds/re_none/fail')).toMatchObject({
      error: { code: 'resource_missing' },
    })
  })
})

describe('a dispute', () => {
  async function disputed() {
    const start = await paid()
    const { id } = await start.world.local<Stripe.Dispute>(`/_local/charges/${start.charge}/dispute`)
    return { ...start, id }
  }

  test('is answered and won: the money comes back', async () => {
    const { world, id } = await disputed()
    await world.local(`/_local/disputes/${id}/answer`)
    expect(await world.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'under_review',
      evidence_details: { has_evidence: true, submission_count: 1 },
    })
    await world.local(`/_local/disputes/${id}/win`)
    expect((await world.stripe.disputes.retrieve(id)).status).toBe('won')
    expect(await told(world, id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  test('is lost without an answer', async () => {
    const { world, id } = await disputed()
    await world.local(`/_local/disputes/${id}/lose`)
    expect((await world.stripe.disputes.retrieve(id)).status).toBe('lost')
    expect((await told(world, id)).at(-1)).toBe('charge.dispute.closed')
  })

  test('is decided once', async () => {
    const { world, id } = await disputed()
    await world.local(`/_local/disputes/${id}/lose`)
    for (const what of ['answer', 'win', 'lose']) {
      expect(await world.local(`/_local/disputes/${id}/${what}`)).toMatchObject({
        error: { message: 'This dispute has a status of `lost`.' },
      })
    }
  })

  test.each([
    ['open', []],
    ['under review', ['answer']],
    ['lost', ['lose']],
  ])('that is %s lets nothing be refunded', async (_, happens) => {
    const { world, payment_intent, charge, id } = await disputed()
    for (const what of happens) await world.local(`/_local/disputes/${id}/${what}`)
    const error = await refusal(world.stripe.refunds.create({ payment_intent, amount: 100 }))
    expect(error).toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'charge_disputed',
    })
    expect(error.message).toBe(`Charge ${charge} has been charged back; cannot issue a refund.`)
  })

  test('that was won lets the money be refunded', async () => {
    const { world, payment_intent, id } = await disputed()
    await world.local(`/_local/disputes/${id}/win`)
    expect((await world.stripe.refunds.create({ payment_intent })).status).toBe('succeeded')
  })
})

test('the operator page offers what can happen to a refund and to a dispute', async () => {
  const { world, payment_intent, charge } = await paid(SLOW_REFUNDS)
  const refund = await world.stripe.refunds.create({ payment_intent, amount: 1000 })
  const page = async () => (await fetch(world.payments.url)).text()
  expect(await page()).toContain(`/_local/refunds/${refund.id}/succeed`)
  expect(await page()).toContain('$10.00 refund pending')
  await world.local(`/_local/refunds/${refund.id}/fail`)
  expect(await page()).not.toContain(`/_local/refunds/${refund.id}/`)
  expect(await page()).toContain('$10.00 refund failed')
  const { id } = await world.local<Stripe.Dispute>(`/_local/charges/${charge}/dispute`)
  for (const what of ['answer', 'win', 'lose']) {
    expect(await page()).toContain(`/_local/disputes/${id}/${what}`)
  }
  await world.local(`/_local/disputes/${id}/lose`)
  expect(await page()).not.toContain(`/_local/disputes/${id}/`)
  expect(await page()).toContain('dispute lost')
})
