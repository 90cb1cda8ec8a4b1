import { expect, test } from 'vitest'
import { payAt } from '#tests/faults/shoppers.ts'
import { openSimulation, type Simulation } from '#tests/faults/simulation.ts'
import { deliver } from '#tests/faults/webhook-sender.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { createRng } from '#tests/support/prng.ts'
import { AGAIN, IS_SOAK, SEED } from '#tests/support/soak.ts'

// Six things by which we hear of payments, in all their 720 orders, each one to twenty times at once: it always ends the same.

const ALL = 720

const STEPS = ['paid', 'expired', 'given back', 'looks', 'scheduled', 'sends again'] as const
type Step = (typeof STEPS)[number]

/** The n-th order of them all. */
function order(n: number): Step[] {
  const left: Step[] = [...STEPS]
  let rest = n
  return STEPS.map((_, i) => {
    const [chosen] = left.splice(rest % (STEPS.length - i), 1)
    rest = Math.floor(rest / (STEPS.length - i))
    if (!chosen) throw new Error('There are no more')
    return chosen
  })
}

// The gate runs six: each step is first, second … and last once, and directly after each other one once (a Williams design).
const BALANCED = STEPS.map((_, from) => [0, 1, 5, 2, 4, 3].flatMap((step) => STEPS[(step + from) % 6] ?? []))
const ALL_ORDERS = Array.from({ length: ALL }, (_, n) => order(n))
const [FIRST = [], ...OTHERS] = IS_SOAK ? ALL_ORDERS : BALANCED

/** One shopper has paid and was refunded in part, another one's session has expired; no event was delivered yet. */
async function begin(simulation: Simulation) {
  const { scheduler, deps, provider } = simulation
  const form = (email: string) =>
    checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'hour' } })
  const buy = async (what: object) =>
    String((await simulation.post('buys', '/create-checkout-session', what)).body['sessionId'])
  const bought = form('sam@example.com')
  const acts = scheduler.run('before', async () => ({
    paid: await buy(bought),
    expired: await buy(form('kim@example.com')),
  }))
  await scheduler.runAll()
  const { paid, expired } = await acts
  payAt(simulation, paid, '4242424242424242')
  await deps.payments.expireSession(expired)
  const [charge] = provider.store.list('charge', { limit: 1 }).data
  const paymentReference = String(charge?.payment_intent)
  await deps.payments.createRefund(
    { paymentReference, amountCents: 500, refundId: 'by-hand', orderId: '' },
    'by hand',
  )
  const providerEvent = (type: string) => {
    const event = provider.store.list('event', { limit: 100 }).data.find((each) => each.type === type)
    if (!event) throw new Error(`The provider sent no ${type}`)
    return () => deliver(simulation, event)
  }
  const does: Record<Step, () => Promise<unknown>> = {
    paid: providerEvent('checkout.session.completed'),
    expired: providerEvent('checkout.session.expired'),
    'given back': providerEvent('refund.created'),
    looks: () => simulation.post('looks', '/get-order-details', { sessionId: paid }),
    scheduled: () => simulation.scheduled(),
    'sends again': () => simulation.post('buys', '/create-checkout-session', bought),
  }
  return does
}

/** The final state: everything but the times and senders of the news. */
async function outcome({ rows, mailbox }: Simulation) {
  return {
    orders:
      await rows(`select id, status, payment_status, total_cents, refunded_cents, payment_reference, payment_method,
      checkout_session_id, paid_at, promised_by, delivery_date, version from orders order by id`),
    events: await rows(
      "select order_id, coalesce(data ->> 'why', kind) as kind, count(*) as n from order_events group by 1, 2 order by 1, 2",
    ),
    sessions: await rows('select order_id, n, session_id, status from checkout_sessions order by id'),
    refunds: await rows('select order_id, provider_refund_id, amount_cents, status from refunds'),
    flags: await rows('select kind from order_flags'),
    messages: await rows('select kind, order_id, status from outbox order by kind'),
    mails: mailbox
      .list(100)
      .map(({ to, subject }) => `${to.join()}: ${subject}`)
      .sort(),
  }
}

async function play(steps: readonly Step[]) {
  const simulation = await openSimulation({
    seed: `six ${SEED}`,
    start: new Date('2026-06-04T14:30:00.000Z'),
  })
  try {
    const does = await begin(simulation)
    simulation.scheduler.idle = 0
    const rng = createRng(`times ${SEED} ${steps.join()}`)
    for (const step of steps) {
      // Mostly a few times, now and then twenty.
      const times = 1 + Math.floor(20 * rng() ** 4)
      const acts = Array.from({ length: times }, () => simulation.scheduler.run(step, does[step]))
      await simulation.scheduler.runAll()
      await Promise.all(acts)
    }
    simulation.scheduler.advance(2 * 60_000)
    const last = simulation.scheduled()
    await simulation.scheduler.runAll()
    await last
    expect(simulation.wrong, `${steps.join(', ')}; ${AGAIN}`).toEqual([])
    return await outcome(simulation)
  } finally {
    await simulation.close()
  }
}

test('covers all 720 orders', () => {
  expect(new Set(ALL_ORDERS.map((steps) => steps.join())).size).toBe(ALL)
  const followed = BALANCED.flatMap((steps) => steps.slice(1).map((step, n) => `${steps[n]}, ${step}`))
  expect(new Set(followed).size).toBe(30)
})

test('leads to the same state in every order of events', {
  timeout: (1 + OTHERS.length) * 60_000,
}, async () => {
  const first = await play(FIRST)
  expect(first.orders).toMatchObject(
    [
      { payment_status: 'failed', status: 'cancelled', version: 2 },
      { payment_status: 'paid', status: 'confirmed', refunded_cents: 500, version: 3 },
    ].toSorted((one) => (first.orders[0]?.['payment_status'] === one.payment_status ? -1 : 1)),
  )
  expect(first.events.map(({ kind, n }) => `${kind} ${n}`).sort()).toEqual([
    'checkout_opened 1',
    'checkout_opened 1',
    'expired 1',
    'paid 1',
    'placed 1',
    'placed 1',
    'refunded_in_part 1',
  ])
  expect(first.messages.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'order-confirmation sent',
    'order-notice sent',
    'order-refunded sent',
  ])
  expect(first.mails).toHaveLength(3)
  expect(first.flags).toEqual([])
  for (const steps of OTHERS) {
    const ends = await play(steps)
    // The provider's own ids differ from play to play.
    expect(named(ends), `${steps.join(', ')}; ${AGAIN}`).toEqual(named(first))
  }
})

function named(ends: Awaited<ReturnType<typeof outcome>>): unknown {
  const names = new Map<string, string>()
  return JSON.parse(
    JSON.stringify(ends).replaceAll(/\b(?:cs_test|pi|re)_\w+/g, (id) => {
      const name = names.get(id) ?? `${id.split('_')[0]} ${names.size}`
      names.set(id, name)
      return name
    }),
  )
}
