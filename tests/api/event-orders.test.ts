import { expect, test } from 'vitest'
import { deliver } from '#tests/faults/courier.ts'
import { payAt } from '#tests/faults/shoppers.ts'
import { openWorld, type World } from '#tests/faults/world.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { createRng } from '#tools/art/prng.ts'

// Six things by which we hear of payments, in all their 720 orders, each one to twenty times at once: it always ends the same.

/** All of them: `EVENT_ORDERS=720 vitest run tests/api/event-orders.test.ts`. */
const ORDERS = Number(process.env['EVENT_ORDERS'] ?? 24)
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

/** One shopper has paid and got some of it back, another one's session is over; nobody has told us. */
async function begin(world: World) {
  const { stage, deps, provider } = world
  const form = (email: string) =>
    checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'hour' } })
  const buy = async (what: object) =>
    String((await world.post('buys', '/create-checkout-session', what)).body['sessionId'])
  const bought = form('sam@example.com')
  const acts = stage.run('before', async () => ({
    paid: await buy(bought),
    expired: await buy(form('kim@example.com')),
  }))
  await stage.play()
  const { paid, expired } = await acts
  payAt(world, paid, '4242424242424242')
  await deps.payments.expireSession(expired)
  const [charge] = provider.store.list('charge', { limit: 1 }).data
  const paymentReference = String(charge?.payment_intent)
  await deps.payments.createRefund(
    { paymentReference, amountCents: 500, refundId: 'by-hand', orderId: '' },
    'by hand',
  )
  const told = (type: string) => {
    const event = provider.store.list('event', { limit: 100 }).data.find((each) => each.type === type)
    if (!event) throw new Error(`The provider told of no ${type}`)
    return () => deliver(world, event)
  }
  const does: Record<Step, () => Promise<unknown>> = {
    paid: told('checkout.session.completed'),
    expired: told('checkout.session.expired'),
    'given back': told('refund.created'),
    looks: () => world.post('looks', '/get-order-details', { sessionId: paid }),
    scheduled: () => world.scheduled(),
    'sends again': () => world.post('buys', '/create-checkout-session', bought),
  }
  return does
}

/** What it comes to: everything but when it was heard and from whom. */
async function outcome({ rows, mailbox }: World) {
  return {
    orders:
      await rows(`select id, status, payment_status, total_cents, refunded_cents, payment_reference, payment_method,
      checkout_session_id, paid_at, promised_by, delivery_date, version from orders order by id`),
    events: await rows(
      'select order_id, kind, count(*) as n from order_events group by order_id, kind order by 1, 2',
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

async function play(n: number) {
  const world = await openWorld({ seed: 'six', start: new Date('2026-06-04T14:30:00.000Z') })
  try {
    const does = await begin(world)
    world.stage.idle = 0
    const rng = createRng(`times ${n}`)
    for (const step of order(n)) {
      // Mostly a few times, now and then twenty.
      const times = 1 + Math.floor(20 * rng() ** 4)
      const acts = Array.from({ length: times }, () => world.stage.run(step, does[step]))
      await world.stage.play()
      await Promise.all(acts)
    }
    world.stage.leap(2 * 60_000)
    const last = world.scheduled()
    await world.stage.play()
    await last
    expect(world.wrong).toEqual([])
    return await outcome(world)
  } finally {
    await world.close()
  }
}

test('there are 720 orders', () => {
  expect(new Set(Array.from({ length: ALL }, (_, n) => order(n).join())).size).toBe(ALL)
})

test('every order of events ends in the same state', { timeout: 60_000 + ORDERS * 2_000 }, async () => {
  const first = await play(0)
  expect(first.orders).toMatchObject(
    [
      { payment_status: 'failed', status: 'cancelled', version: 2 },
      { payment_status: 'paid', status: 'confirmed', refunded_cents: 500, version: 3 },
    ].toSorted((one) => (first.orders[0]?.['payment_status'] === one.payment_status ? -1 : 1)),
  )
  expect(first.events.map(({ kind, n }) => `${kind} ${n}`).sort()).toEqual([
    'expired 1',
    'paid 1',
    'placed 1',
    'placed 1',
    'refunded 1',
  ])
  expect(first.messages.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'order-confirmation sent',
    'order-notice sent',
    'order-refunded sent',
  ])
  expect(first.mails).toHaveLength(3)
  expect(first.flags).toEqual([])
  // Every so-manieth, so that a few of them are of every kind.
  for (let n = 1; n < ORDERS; n++) {
    const at = Math.floor((n * ALL) / ORDERS)
    const ends = await play(at)
    // The provider's own ids differ from play to play.
    expect(named(ends), `order ${at}: ${order(at).join(', ')}`).toEqual(named(first))
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
