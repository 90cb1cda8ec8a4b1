import Stripe from 'stripe'
import type { StoredEvent } from '#local/payments/events.ts'
import { pick } from '#tests/support/prng.ts'
import { WEBHOOK_SECRET } from './simulated-services.ts'
import type { Simulation } from './simulation.ts'

const DELIVERY_MODES = [
  'delivered',
  'delivered',
  'delivered',
  'doubled',
  'out of order',
  'forged',
  'stale',
  'future-dated',
  'dropped',
] as const
const STALE_SECONDS = 301

/** Delivers the provider's events late, twice, out of order or not at all, and invalid ones in between. */
export async function sendWebhooks(simulation: Simulation, steps: number): Promise<void> {
  const { scheduler, provider, injector } = simulation
  const waiting = new Set<string>()
  let seen = 0
  for (let left = steps; left > 0; left--) {
    await scheduler.pause()
    const all = provider.store.list('event', { limit: 1000 }).data.reverse()
    for (const event of all.slice(seen)) waiting.add(event.id)
    seen = all.length
    const here = all.filter(({ id }) => waiting.has(id))
    if (here.length === 0) continue
    const way = pick(scheduler.rng, DELIVERY_MODES)
    const event = way === 'out of order' ? pick(scheduler.rng, all) : pick(scheduler.rng, here.slice(0, 3))
    injector.count(`webhook ${way}`)
    if (way === 'forged' || way === 'stale' || way === 'future-dated') {
      await sendInvalid(simulation, event, way)
      continue
    }
    waiting.delete(event.id)
    if (way === 'dropped') continue
    const answers = await Promise.all(
      Array.from({ length: way === 'doubled' ? 2 : 1 }, () => deliver(simulation, event)),
    )
    // The provider does the same: events without an acknowledgement are sent again.
    if (answers.some(({ status }) => status !== 200)) waiting.add(event.id)
  }
}

/** Sends an event as the provider does, signed now. */
export function deliver(simulation: Simulation, event: StoredEvent) {
  return send(simulation, JSON.stringify(event), 0, WEBHOOK_SECRET)
}

function send(simulation: Simulation, body: string, agedSeconds: number, secret: string) {
  const timestamp = Math.floor(simulation.scheduler.time.now / 1000) - agedSeconds
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  return simulation.post('a webhook', '/webhooks/stripe', body, { 'stripe-signature': signature })
}

async function sendInvalid(
  simulation: Simulation,
  event: StoredEvent,
  way: 'forged' | 'stale' | 'future-dated',
) {
  const aged = way === 'stale' ? STALE_SECONDS : way === 'future-dated' ? -STALE_SECONDS : 0
  const object = { ...event.data.object, status: 'complete', payment_status: 'paid' }
  const forged = { ...event, id: 'evt_of_a_faulty_provider', data: { object } }
  const secret = way === 'forged' ? 'whsec_guessed' : WEBHOOK_SECRET
  // Time may pass before it is read, and an event from the future could become valid.
  const { status } = await send(
    simulation,
    JSON.stringify(forged),
    way === 'future-dated' ? aged * 4 : aged,
    secret,
  )
  if (status !== 400) simulation.wrong.push(`A ${way} webhook was answered with ${status}`)
}
