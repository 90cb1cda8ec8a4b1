import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { pick } from '#tests/support/prng.ts'
import type { Expected } from './auditor.ts'
import { payAt, WISHES } from './shoppers.ts'
import type { Simulation } from './simulation.ts'
import { deliver } from './webhook-sender.ts'

/** Places and pays an order before faults begin, and sometimes assigns it. */
export async function placeInitialOrder(
  simulation: Simulation,
  name: string,
  { attempts, acknowledged }: Expected,
): Promise<void> {
  const { scheduler, provider, admins } = simulation
  const [admin] = admins
  const email = `${name}@example.com`
  const customerInfo = { email, substitutionPreference: pick(scheduler.rng, WISHES) }
  const form = checkoutRequest({ customerInfo, deliveryDetails: { option: 'tomorrow' } })
  const attempt = { name, email, key: form.attemptKey, forms: [form], sessionIds: new Set<string>() }
  attempts.push(attempt)
  const { status, body } = await simulation.post(`${name} buys`, '/create-checkout-session', form)
  // Time passes without faults, too: the request may have timed out.
  if (status !== 200) return
  const sessionId = String(body['sessionId'])
  attempt.sessionIds.add(sessionId)
  payAt(simulation, sessionId, '4242424242424242')
  for (const event of provider.store.list('event', { limit: 100 }).data) await deliver(simulation, event)
  if (scheduler.rng() < 0.4) return
  const [row] = await simulation.rows('select id, total_cents from orders where customer_email = ?', email)
  const shops = await simulation.rows('select id from shops where active = 1 and email is not null')
  const [orderId, totalCents] = [String(row?.['id']), Number(row?.['total_cents'])]
  const shopCostCents = Math.round(totalCents * 0.8)
  const assigned = await simulation.ask('ada assigns', () =>
    admin.post('/admin/assignments', {
      orderId,
      shopId: pick(scheduler.rng, shops)['id'],
      totalCents,
      shopCostCents,
      platformFeeCents: totalCents - shopCostCents,
      specialInstructions: null,
    }),
  )
  if (assigned.status !== 200) return
  acknowledged.push({
    what: 'assigned',
    id: String(assigned.body['shopOrderId']),
    orderId,
    cents: shopCostCents,
  })
  await simulation.scheduled()
}
