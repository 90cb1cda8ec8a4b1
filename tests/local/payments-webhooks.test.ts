import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { startPayments } from '#local/payments/server.ts'
import type { State } from '#local/payments/state.ts'
import {
  clientOf,
  type Delivery,
  eventually,
  sessionParams,
  startWorld,
  WEBHOOK_SECRET,
  type World,
} from './payments-support.ts'

const CARD = '4242424242424242'

async function paidSession({ stripe, local }: World): Promise<Stripe.Checkout.Session> {
  const session = await stripe.checkout.sessions.create(sessionParams())
  return local(`/_local/sessions/${session.id}/pay`, { card: CARD })
}

async function expiredSession({ stripe }: World): Promise<void> {
  const session = await stripe.checkout.sessions.create(sessionParams())
  await stripe.checkout.sessions.expire(session.id)
}

async function state({ payments }: World): Promise<State> {
  return (await fetch(`${payments.url}/_local/state`)).json() as Promise<State>
}

/** The delivery of the only event, once `settled` holds for it. */
async function only(world: World, settled: (delivery: State['deliveries'][number]) => boolean) {
  return eventually(async () => (await state(world)).deliveries.find(settled))
}

function verify({ body, signature }: Delivery, secret = WEBHOOK_SECRET): Promise<Stripe.Event> {
  return new Stripe('sk_test_unused').webhooks.constructEventAsync(body, signature, secret)
}

describe('a webhook', () => {
  test('carries the event as it happened, signed as the library checks it', async () => {
    const world = await startWorld()
    const session = await paidSession(world)
    const completed = await eventually(() => world.receiver.of('checkout.session.completed')[0])
    const succeeded = await eventually(() => world.receiver.of('payment_intent.succeeded')[0])

    const event = await verify(completed)
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      object: 'event',
      api_version: Stripe.API_VERSION,
      livemode: false,
      pending_webhooks: 1,
      type: 'checkout.session.completed',
      request: { id: null, idempotency_key: null },
      data: {
        object: {
          id: session.id,
          object: 'checkout.session',
          status: 'complete',
          payment_status: 'paid',
          amount_total: 7419,
          url: null,
          client_reference_id: 'order-1',
          payment_intent: expect.stringMatching(/^pi_/),
          customer_details: { email: 'sam@example.com', name: 'Test Person' },
        },
      },
    })
    await expect(verify(completed, 'whsec_other')).rejects.toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
    await expect(verify({ ...completed, body: completed.body.replace('7419', '1') })).rejects.toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
    expect(succeeded.event.data.object).toMatchObject({ status: 'succeeded', amount_received: 7419 })
  })

  test('is sent again, freshly signed, until it is taken', async () => {
    const world = await startWorld({ retryDelaysMs: [20, 1100, 20] })
    world.receiver.answers.push(500, 302)
    await expiredSession(world)
    const delivered = await only(world, (delivery) => delivery.state === 'delivered')
    expect(delivered).toMatchObject({ attempts: 3, last_status: 200 })
    const { deliveries } = world.receiver
    expect(deliveries).toHaveLength(3)
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
    expect(deliveries[2]?.signature).not.toBe(deliveries[0]?.signature)
    await Promise.all(deliveries.map((delivery) => verify(delivery)))

    const { data } = await world.stripe.events.list({ delivery_success: true })
    expect(data).toMatchObject([{ type: 'checkout.session.expired', pending_webhooks: 0 }])
  })

  test('is given up after the last attempt, and can be sent by hand still', async () => {
    const world = await startWorld({ retryDelaysMs: [10, 10] })
    world.receiver.answers.push(500, 404, 503)
    await expiredSession(world)
    const failed = await only(world, (delivery) => delivery.state === 'failed')
    expect(failed).toMatchObject({ attempts: 3, last_status: 503 })
    expect((await world.stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
    await world.local(`/_local/events/${failed.event_id}/resend`)
    await only(world, (delivery) => delivery.state === 'delivered')
  })

  test('that was not taken before a restart is sent after it', async () => {
    const world = await startWorld({ retryDelaysMs: [300, 10] })
    world.receiver.answers.push(503)
    await expiredSession(world)
    await only(world, (delivery) => delivery.attempts === 1)
    await world.payments.close()
    expect(world.receiver.deliveries).toHaveLength(1)

    const again = await startPayments(world.options)
    try {
      await eventually(() => world.receiver.deliveries.length === 2)
      const events = await eventually(async () => {
        const { data } = await clientOf(again)().events.list()
        return data[0]?.pending_webhooks === 0 && data
      })
      expect(events).toHaveLength(1)
    } finally {
      await again.close()
    }
  })

  test('waits while nobody listens', async () => {
    const world = await startWorld({ webhookUrl: 'http://127.0.0.1:1/webhook', retryDelaysMs: [60_000] })
    await expiredSession(world)
    const waiting = await only(world, (delivery) => delivery.attempts === 1)
    expect(waiting).toMatchObject({ state: 'waiting', last_status: null })
    expect(waiting.last_error).toMatch(/ECONNREFUSED|bad port/)
    expect(waiting.next_at).toBeGreaterThan(Date.now() + 50_000)
  })
})

describe('by hand', () => {
  test('all webhooks can be held, one of them sent, and the rest let go', async () => {
    const world = await startWorld()
    expect(await world.local('/_local/webhooks', { enabled: false })).toEqual({ enabled: false })
    await paidSession(world)
    const { deliveries } = await state(world)
    expect(deliveries.map((delivery) => delivery.state)).toEqual(['waiting', 'waiting'])
    const [completed, succeeded] = deliveries
    if (!completed || !succeeded) throw new Error('Two events were to be there')
    await world.local(`/_local/events/${completed.event_id}/resend`)
    await eventually(() => world.receiver.deliveries.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(world.receiver.deliveries.map(({ event }) => event.id)).toEqual([completed.event_id])

    await world.local('/_local/webhooks', { enabled: true })
    await eventually(() => world.receiver.deliveries.length === 2)
    expect(world.receiver.deliveries[1]?.event.id).toBe(succeeded.event_id)
  })

  test('an event can be sent twice at once', async () => {
    const world = await startWorld()
    await world.local('/_local/webhooks', { enabled: false })
    await expiredSession(world)
    const { event_id } = await only(world, (delivery) => delivery.state === 'waiting')
    await world.local(`/_local/events/${event_id}/double`)
    await only(world, (delivery) => delivery.state === 'delivered')
    expect(world.receiver.deliveries.map(({ event }) => event.id)).toEqual([event_id, event_id])
    await world.local(`/_local/events/${event_id}/resend`)
    await eventually(() => world.receiver.deliveries.length === 3)
  })

  test('an event can be dropped, which keeps it from ever being sent, and delayed by 30 seconds', async () => {
    const world = await startWorld()
    await world.local('/_local/webhooks', { enabled: false })
    await paidSession(world)
    const [first, second] = (await state(world)).deliveries
    await world.local(`/_local/events/${first?.event_id}/drop`)
    const delayed = await world.local<State['deliveries'][number]>(`/_local/events/${second?.event_id}/delay`)
    expect(delayed.state).toBe('waiting')
    expect(delayed.next_at - Date.now()).toBeGreaterThan(29_000)
    expect(delayed.next_at - Date.now()).toBeLessThanOrEqual(30_000)
    await world.local('/_local/webhooks', { enabled: true })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(world.receiver.deliveries).toEqual([])
    expect((await state(world)).deliveries.map((delivery) => delivery.state)).toEqual(['dropped', 'waiting'])
  })

  test('an event that is not there is said to be missing', async () => {
    const world = await startWorld()
    expect(await world.local('/_local/events/evt_none/resend')).toEqual({
      error: { message: 'No such event.' },
    })
  })
})

test('events are listed newest first, by type and one by one', async () => {
  const world = await startWorld()
  await paidSession(world)
  await expiredSession(world)
  const { events } = world.stripe
  const typesOf = async (params: Stripe.EventListParams) =>
    (await events.list(params)).data.map(({ type }) => type)
  expect(await typesOf({})).toEqual([
    'checkout.session.expired',
    'checkout.session.completed',
    'payment_intent.succeeded',
  ])
  expect(await typesOf({ type: 'checkout.session.completed' })).toEqual(['checkout.session.completed'])
  const types = ['checkout.session.expired', 'payment_intent.succeeded']
  expect(await typesOf({ types })).toEqual(types)
  const [newest] = (await events.list({ limit: 1 })).data
  expect((await events.retrieve(newest?.id ?? '')).type).toBe('checkout.session.expired')
})
