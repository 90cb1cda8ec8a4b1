import { DatabaseSync } from 'node:sqlite'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { startPayments } from '#local/payments/server.ts'
import type { State } from '#local/payments/state.ts'
import {
  clientOf,
  type Delivery,
  eventually,
  type StandIn,
  sessionParams,
  startStandIn,
  WEBHOOK_SECRET,
} from './payments-support.ts'

const CARD = '4242424242424242'

async function paidSession({ stripe, local }: StandIn): Promise<Stripe.Checkout.Session> {
  const session = await stripe.checkout.sessions.create(sessionParams())
  return local(`/_local/sessions/${session.id}/pay`, { card: CARD })
}

async function expiredSession({ stripe }: StandIn): Promise<void> {
  const session = await stripe.checkout.sessions.create(sessionParams())
  await stripe.checkout.sessions.expire(session.id)
}

async function state({ payments }: StandIn): Promise<State> {
  return (await fetch(`${payments.url}/_local/state`)).json() as Promise<State>
}

/** The delivery of the only event, once `settled` holds for it. */
async function only(standIn: StandIn, settled: (delivery: State['deliveries'][number]) => boolean) {
  return eventually(async () => (await state(standIn)).deliveries.find(settled))
}

function verify({ body, signature }: Delivery, secret = WEBHOOK_SECRET): Promise<Stripe.Event> {
  return new Stripe('sk_test_unused').webhooks.constructEventAsync(body, signature, secret)
}

describe('a webhook', () => {
  test('carries the event as it happened, signed as the library checks it', async () => {
    const standIn = await startStandIn()
    const session = await paidSession(standIn)
    const completed = await eventually(() => standIn.receiver.of('checkout.session.completed')[0])
    const succeeded = await eventually(() => standIn.receiver.of('payment_intent.succeeded')[0])

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
    let seconds = 0
    const now = () => new Date(Date.now() + 1000 * seconds++)
    const standIn = await startStandIn({ retryDelaysMs: [1, 1], now })
    standIn.receiver.answers.push(500, 302)
    await expiredSession(standIn)
    const delivered = await only(standIn, (delivery) => delivery.state === 'delivered')
    expect(delivered).toMatchObject({ attempts: 3, last_status: 200 })
    const { deliveries } = standIn.receiver
    expect(deliveries).toHaveLength(3)
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
    expect(deliveries[2]?.signature).not.toBe(deliveries[0]?.signature)
    await Promise.all(deliveries.map((delivery) => verify(delivery)))

    const { data } = await standIn.stripe.events.list()
    expect(data).toMatchObject([{ type: 'checkout.session.expired', pending_webhooks: 0 }])
  })

  test('is given up after the last attempt, and can be sent by hand still', async () => {
    const standIn = await startStandIn({ retryDelaysMs: [10, 10] })
    standIn.receiver.answers.push(500, 404, 503)
    await expiredSession(standIn)
    const failed = await only(standIn, (delivery) => delivery.state === 'failed')
    expect(failed).toMatchObject({ attempts: 3, last_status: 503 })
    expect((await standIn.stripe.events.list()).data).toMatchObject([{ pending_webhooks: 1 }])
    await standIn.local(`/_local/events/${failed.event_id}/resend`)
    await only(standIn, (delivery) => delivery.state === 'delivered')
  })

  test('that was not taken before a restart is sent after it', async () => {
    const standIn = await startStandIn({ retryDelaysMs: [60_000] })
    standIn.receiver.answers.push(503)
    await expiredSession(standIn)
    await only(standIn, (delivery) => delivery.attempts === 1)
    await standIn.payments.close()
    expect(standIn.receiver.deliveries).toHaveLength(1)
    // The minute is over.
    const file = new DatabaseSync(standIn.file)
    file.exec('update deliveries set next_at = 0')
    file.close()

    const again = await startPayments(standIn.options)
    try {
      await eventually(() => standIn.receiver.deliveries.length === 2)
      const events = await eventually(async () => {
        const { data } = await clientOf(again)().events.list()
        return data[0]?.pending_webhooks === 0 && data
      })
      expect(events).toHaveLength(1)
    } finally {
      await again.close()
    }
  })
})

describe('by hand', () => {
  test('all webhooks can be held, one of them sent, and the rest let go', async () => {
    const standIn = await startStandIn()
    expect(await standIn.local('/_local/webhooks', { enabled: false })).toEqual({ enabled: false })
    await paidSession(standIn)
    const { deliveries } = await state(standIn)
    expect(deliveries.map((delivery) => delivery.state)).toEqual(['waiting', 'waiting'])
    const [completed, succeeded] = deliveries
    if (!completed || !succeeded) throw new Error('Two events were to be there')
    await standIn.local(`/_local/events/${completed.event_id}/resend`)
    await eventually(() => standIn.receiver.deliveries.length === 1)
    // Again: whatever else went out with the first would be here before it.
    await only(standIn, ({ state }) => state === 'delivered')
    await standIn.local(`/_local/events/${completed.event_id}/resend`)
    await eventually(() => standIn.receiver.deliveries.length === 2)
    const sent = standIn.receiver.deliveries.map(({ event }) => event.id)
    expect(sent).toEqual([completed.event_id, completed.event_id])

    await standIn.local('/_local/webhooks', { enabled: true })
    await eventually(() => standIn.receiver.deliveries.length === 3)
    expect(standIn.receiver.deliveries[2]?.event.id).toBe(succeeded.event_id)
  })

  test('an event can be sent twice at once', async () => {
    const standIn = await startStandIn()
    await standIn.local('/_local/webhooks', { enabled: false })
    await expiredSession(standIn)
    const { event_id } = await only(standIn, (delivery) => delivery.state === 'waiting')
    await standIn.local(`/_local/events/${event_id}/double`)
    await only(standIn, (delivery) => delivery.state === 'delivered')
    expect(standIn.receiver.deliveries.map(({ event }) => event.id)).toEqual([event_id, event_id])
    await standIn.local(`/_local/events/${event_id}/resend`)
    await eventually(() => standIn.receiver.deliveries.length === 3)
  })

  test('an event can be dropped, which keeps it from ever being sent, and delayed by 30 seconds', async () => {
    const standIn = await startStandIn()
    await standIn.local('/_local/webhooks', { enabled: false })
    await paidSession(standIn)
    const [first, second] = (await state(standIn)).deliveries
    await standIn.local(`/_local/events/${first?.event_id}/drop`)
    const before = Date.now()
    const delayed = await standIn.local<State['deliveries'][number]>(
      `/_local/events/${second?.event_id}/delay`,
    )
    expect(delayed.state).toBe('waiting')
    expect(delayed.next_at).toBeGreaterThanOrEqual(before + 30_000)
    expect(delayed.next_at).toBeLessThanOrEqual(Date.now() + 30_000)
    await standIn.local('/_local/webhooks', { enabled: true })
    // Earlier events that may go out have gone when a later one is there.
    await expiredSession(standIn)
    await only(standIn, ({ state }) => state === 'delivered')
    const types = standIn.receiver.deliveries.map(({ event }) => event.type)
    expect(types).toEqual(['checkout.session.expired'])
    const states = new Map((await state(standIn)).deliveries.map((each) => [each.event_id, each.state]))
    expect([first, second].map((each) => states.get(each?.event_id ?? ''))).toEqual(['dropped', 'waiting'])
  })
})
