import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { startPayments } from '#local/payments/server.ts'
import { clientOf, eventually, refusal, sessionParams, startStandIn } from './payments-support.ts'

const MINUTE = 60_000

describe('creating a session', () => {
  test('answers an open session with its amounts and a page to pay on', async () => {
    const { stripe, payments } = await startStandIn()
    const before = Math.floor(Date.now() / 1000)
    const session = await stripe.checkout.sessions.create(
      sessionParams({
        metadata: { option: 'hour', note: 'I am sorry, ünïcode & <b>' },
        expires_at: before + 31 * 60,
        adaptive_pricing: { enabled: false },
        allowed_payment_method_types: ['card'],
      }),
    )

    expect(session.id).toMatch(/^cs_test_[0-9A-Za-z]{58}$/)
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 7419,
      amount_subtotal: 7419,
      currency: 'usd',
      livemode: false,
      client_reference_id: 'order-1',
      customer_email: 'sam@example.com',
      metadata: { option: 'hour', note: 'I am sorry, ünïcode & <b>' },
      adaptive_pricing: { enabled: false },
      payment_method_types: ['card'],
      expires_at: before + 31 * 60,
      success_url: 'https://shop.example/thank-you?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example/payment?canceled=1',
      url: `${payments.url}/c/pay/${session.id}`,
    })
    expect(session.created).toBeGreaterThanOrEqual(before)
    expect(session.line_items).toBeUndefined()
    expect(session.lastResponse.requestId).toMatch(/^req_/)
    expect(session.lastResponse.apiVersion).toBe(Stripe.API_VERSION)
  })

  test('lives 24 hours when nothing else is said', async () => {
    const { stripe } = await startStandIn()
    const session = await stripe.checkout.sessions.create(sessionParams())
    expect(session.expires_at - session.created).toBe(24 * 60 * 60)
  })
})

describe('listing sessions', () => {
  test('pages from the newest to the oldest', async () => {
    const { stripe } = await startStandIn()
    const ids: string[] = []
    for (let count = 0; count < 5; count++)
      ids.unshift((await stripe.checkout.sessions.create(sessionParams())).id)
    const [a, b, c, d, e] = ids

    const first = await stripe.checkout.sessions.list({ limit: 2 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([[a, b], true])
    const second = await stripe.checkout.sessions.list({ limit: 2, starting_after: b ?? '' })
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([[c, d], true])
    const last = await stripe.checkout.sessions.list({ limit: 2, starting_after: d ?? '' })
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([[e], false])
    const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(ids)
  })

  test('filters by status, payment and time of creation', async () => {
    let offset = 0
    const { stripe, local } = await startStandIn({ now: () => new Date(Date.now() + offset) })
    const old = await stripe.checkout.sessions.create(sessionParams())
    offset = 10 * MINUTE
    const paid = await stripe.checkout.sessions.create(sessionParams())
    const expired = await stripe.checkout.sessions.create(sessionParams())
    await local(`/_local/sessions/${paid.id}/pay`, { card: '4242424242424242' })
    await stripe.checkout.sessions.expire(expired.id)
    const { payment_intent } = await stripe.checkout.sessions.retrieve(paid.id)
    if (typeof payment_intent !== 'string') throw new Error('The paid session has no payment intent')

    const idsOf = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id)
    expect(await idsOf({ status: 'open' })).toEqual([old.id])
    expect(await idsOf({ status: 'complete' })).toEqual([paid.id])
    expect(await idsOf({ status: 'expired' })).toEqual([expired.id])
    expect(await idsOf({ payment_intent })).toEqual([paid.id])
    expect(await idsOf({ created: { gte: old.created + 1 } })).toEqual([expired.id, paid.id])
    expect(await idsOf({ created: { gte: old.created } })).toEqual([expired.id, paid.id, old.id])

    const listed = await stripe.checkout.sessions.list({
      status: 'complete',
      expand: ['data.payment_intent.latest_charge'],
    })
    const intent = listed.data[0]?.payment_intent
    expect(intent).toMatchObject({ id: payment_intent, latest_charge: { object: 'charge', amount: 7419 } })
  })
})

describe('the end of a session', () => {
  test('comes when it is expired, once', async () => {
    const { stripe, receiver } = await startStandIn()
    const session = await stripe.checkout.sessions.create(sessionParams())
    const expired = await stripe.checkout.sessions.expire(session.id)
    expect(expired).toMatchObject({ id: session.id, status: 'expired', payment_status: 'unpaid', url: null })

    const error = await refusal(stripe.checkout.sessions.expire(session.id))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error.message).toBe(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    )
    const delivery = await eventually(() => receiver.of('checkout.session.expired')[0])
    expect(delivery.event.data.object).toMatchObject({ id: session.id, status: 'expired' })
    expect(delivery.event.request?.id).toMatch(/^req_/)
  })

  test('comes by itself at its time, whether or not anyone looks', async () => {
    let offset = 0
    const { stripe, receiver } = await startStandIn({ now: () => new Date(Date.now() + offset) })
    const params = sessionParams({ expires_at: Math.floor(Date.now() / 1000) + 31 * 60 })
    const looked = await stripe.checkout.sessions.create(params)
    const ignored = await stripe.checkout.sessions.create(params)
    offset = 30 * MINUTE
    expect((await stripe.checkout.sessions.retrieve(looked.id)).status).toBe('open')
    offset = 31 * MINUTE + 1000
    expect(await stripe.checkout.sessions.retrieve(looked.id)).toMatchObject({ status: 'expired', url: null })
    const events = await eventually(() => {
      const found = receiver.of('checkout.session.expired')
      return found.length === 2 && found
    })
    const ids = events.map(({ event }) => (event.data.object as Stripe.Checkout.Session).id)
    expect(new Set(ids)).toEqual(new Set([looked.id, ignored.id]))
  })

  test('cannot come after payment', async () => {
    const { stripe, local } = await startStandIn()
    const session = await stripe.checkout.sessions.create(sessionParams())
    await local(`/_local/sessions/${session.id}/pay`, { card: '4242424242424242' })
    expect((await refusal(stripe.checkout.sessions.expire(session.id))).message).toContain(
      'status of `complete`',
    )
  })
})

test('a restart keeps sessions, payments and idempotency keys', async () => {
  const { stripe, payments, options, local } = await startStandIn()
  const params = sessionParams()
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey: 'order-1:1' })
  const open = await stripe.checkout.sessions.create(params)
  await local(`/_local/sessions/${session.id}/pay`, { card: '4242424242424242' })
  await payments.close()

  const again = await startPayments(options)
  try {
    const client = clientOf(again)()
    const replayed = await client.checkout.sessions.create(params, { idempotencyKey: 'order-1:1' })
    expect(replayed.id).toBe(session.id)
    expect(await client.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })).toMatchObject(
      {
        status: 'complete',
        payment_intent: { status: 'succeeded', amount_received: 7419 },
      },
    )
    expect((await client.checkout.sessions.retrieve(open.id)).status).toBe('open')
  } finally {
    await again.close()
  }
})
