import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { pick } from '#tools/art/prng.ts'
import type { Promised } from './auditor.ts'
import { deliver } from './courier.ts'
import { payAt } from './shoppers.ts'
import type { World } from './world.ts'

/** What was bought on a quiet day before it all begins: an order that is paid, and maybe with a florist already. */
export async function quietDay(world: World, name: string, { attempts, told }: Promised): Promise<void> {
  const { stage, provider, admins } = world
  const [admin] = admins
  const email = `${name}@example.com`
  const form = checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'tomorrow' } })
  const attempt = { name, email, key: form.attemptKey, forms: [form], told: new Set<string>() }
  attempts.push(attempt)
  const { status, body } = await world.post(`${name} buys`, '/create-checkout-session', form)
  // Time passes even on a quiet day: it may have taken too long.
  if (status !== 200) return
  const sessionId = String(body['sessionId'])
  attempt.told.add(sessionId)
  payAt(world, sessionId, '4242424242424242')
  for (const event of provider.store.list('event', { limit: 100 }).data) await deliver(world, event)
  if (stage.rng() < 0.4) return
  const [row] = await world.rows('select id, total_cents from orders where customer_email = ?', email)
  const shops = await world.rows('select id from shops where active = 1 and email is not null')
  const [orderId, totalCents] = [String(row?.['id']), Number(row?.['total_cents'])]
  const shopCostCents = Math.round(totalCents * 0.8)
  const assigned = await world.ask('ada assigns', () =>
    admin.post('/admin/assignments', {
      orderId,
      shopId: pick(stage.rng, shops)['id'],
      totalCents,
      shopCostCents,
      platformFeeCents: totalCents - shopCostCents,
      specialInstructions: null,
    }),
  )
  if (assigned.status !== 200) return
  told.push({ what: 'assigned', id: String(assigned.body['shopOrderId']), orderId, cents: shopCostCents })
  await world.scheduled()
}
