import Stripe from 'stripe'
import type { StoredEvent } from '#local/payments/store.ts'
import { pick } from '#tools/art/prng.ts'
import { WEBHOOK_SECRET } from './outside.ts'
import type { World } from './world.ts'

const WAYS = [
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

/** Brings the provider's news: late, twice, the last first, or not at all; and false ones in between. */
export async function courier(world: World, steps: number): Promise<void> {
  const { stage, provider, weather } = world
  const waiting = new Set<string>()
  let seen = 0
  for (let left = steps; left > 0; left--) {
    await stage.pause()
    const all = provider.store.list('event', { limit: 1000 }).data.reverse()
    for (const event of all.slice(seen)) waiting.add(event.id)
    seen = all.length
    const here = all.filter(({ id }) => waiting.has(id))
    if (here.length === 0) continue
    const way = pick(stage.rng, WAYS)
    const event = way === 'out of order' ? pick(stage.rng, all) : pick(stage.rng, here.slice(0, 3))
    weather.count(`webhook ${way}`)
    if (way === 'forged' || way === 'stale' || way === 'future-dated') {
      await lie(world, event, way)
      continue
    }
    waiting.delete(event.id)
    if (way === 'dropped') continue
    const answers = await Promise.all(
      Array.from({ length: way === 'doubled' ? 2 : 1 }, () => deliver(world, event)),
    )
    // As the provider does: what was not acknowledged comes again.
    if (answers.some(({ status }) => status !== 200)) waiting.add(event.id)
  }
}

/** An event as the provider tells it, signed now. */
export function deliver(world: World, event: StoredEvent) {
  return send(world, JSON.stringify(event), 0, WEBHOOK_SECRET)
}

function send(world: World, body: string, agedSeconds: number, secret: string) {
  const timestamp = Math.floor(world.stage.time.now / 1000) - agedSeconds
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  return world.post('a webhook', '/webhooks/stripe', body, { 'stripe-signature': signature })
}

async function lie(world: World, event: StoredEvent, way: 'forged' | 'stale' | 'future-dated') {
  const aged = way === 'stale' ? STALE_SECONDS : way === 'future-dated' ? -STALE_SECONDS : 0
  const object = { ...event.data.object, status: 'complete', payment_status: 'paid' }
  const told = { ...event, id: 'evt_of_a_liar', data: { object } }
  const secret = way === 'forged' ? 'whsec_guessed' : WEBHOOK_SECRET
  // Time may pass before it is read: a stale one only grows staler, one from the future might come true.
  const { status } = await send(world, JSON.stringify(told), way === 'future-dated' ? aged * 4 : aged, secret)
  if (status !== 400) world.wrong.push(`A ${way} webhook was answered with ${status}`)
}
