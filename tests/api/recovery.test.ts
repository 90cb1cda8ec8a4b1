import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { auditSimulation, type Expected } from '#tests/faults/auditor.ts'
import { payAt } from '#tests/faults/shoppers.ts'
import { openSimulation, type Simulation } from '#tests/faults/simulation.ts'
import { deliver } from '#tests/faults/webhook-sender.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// Many at once, without the provider's news, and with a database that has forgotten the last minutes.

/** The number of lost orders; only in the soak they have more messages than one run sends. */
const MANY = IS_SOAK ? 30 : 5

const FRISCO = { zip: '94103', city: 'San Francisco', state: 'CA', address: '1 Dr Carlton B Goodlett Pl' }

let simulation: Simulation
let expected: Expected

beforeEach(async () => {
  simulation = await openSimulation({ seed: 'recovery', start: new Date('2026-06-04T14:30:00.000Z') })
  simulation.scheduler.idle = 0
  expected = {
    attempts: [],
    acknowledged: [],
    waiting: [],
    prices: new Set([4999, 8999, 13999]),
    uploads: [],
  }
})
afterEach(() => simulation.close())

/** Shoppers, all at once: their forms differ in whatever a form can differ in. */
async function buy(from: number, count: number): Promise<string[]> {
  const acts = Array.from({ length: count }, async (_, i) => {
    const n = from + i
    const name = `shopper${n}`
    const form = checkoutRequest({
      productId: n % 2 ? 'product-really-bad' : 'product-nuclear-bad',
      customerInfo: {
        email: `${name}@example.com`,
        note: n % 3 ? `Sorry, ${n} times. 🌹` : '',
        instructions: n % 4 ? 'Ring twice' : '',
        recipientName: n % 5 ? 'Zoë O’Neil' : '',
        recipientPhone: n % 3 ? '(646) 555-0123' : '',
        unit: n % 2 ? 'Apt 4B' : '',
        ...(n % 2 && FRISCO),
      },
      deliveryDetails: { option: DELIVERY_OPTION_IDS[n % DELIVERY_OPTION_IDS.length] },
    })
    const { status, body } = await simulation.post(`${name} buys`, '/create-checkout-session', form)
    expect(status).toBe(200)
    const sessionId = String(body['sessionId'])
    expected.attempts.push({
      name,
      email: `${name}@example.com`,
      key: form.attemptKey,
      forms: [form],
      sessionIds: new Set([sessionId]),
    })
    return sessionId
  })
  await simulation.scheduler.runAll()
  return Promise.all(acts)
}

async function runAllOf<T>(...acts: Promise<T>[]): Promise<T[]> {
  await simulation.scheduler.runAll()
  return Promise.all(acts)
}

/** Messages go twenty a run. */
async function scheduled(runs: number): Promise<void> {
  for (let n = 0; n < runs; n++) await runAllOf(simulation.scheduled())
}

const paidCount = async () =>
  (await simulation.rows("select count(*) as n from orders where payment_status = 'paid'"))[0]?.['n']

test('recovers many payments from the webhooks of a tenth and scheduled runs', async () => {
  for (const sessionId of await buy(0, 2 * MANY)) payAt(simulation, sessionId, '4242424242424242')
  const events = simulation.provider.store.list('event', { limit: 1000 }).data
  const completed = events.filter(({ type }) => type === 'checkout.session.completed')
  const answers = await runAllOf(...completed.slice(0, MANY / 5).map((event) => deliver(simulation, event)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await scheduled(8)
  expect(await auditSimulation(simulation, expected)).toEqual([])
  expect(await paidCount()).toBe(2 * MANY)
})

test('recovers every payment in one scheduled run without webhooks or look-ups', async () => {
  for (const sessionId of await buy(0, MANY)) payAt(simulation, sessionId, '4242424242424242')
  await scheduled(1)
  expect(await paidCount()).toBe(MANY)
  await scheduled(3)
  expect(await auditSimulation(simulation, expected)).toEqual([])
})

describe('the database is restored to a copy that is some seconds old', () => {
  /** Columns that must be the same; stamps of ours may differ. */
  const ORDERS = `select id, user_id, order_reference, customer_name, customer_email, customer_phone, recipient_name, recipient_phone,
    apology_note, delivery_address, delivery_unit, delivery_city, delivery_state, delivery_zip, delivery_instructions, market_id,
    time_zone, subtotal_cents, delivery_fee_cents, tax_cents, discount_cents, total_cents, refunded_cents, currency, status,
    payment_status, payment_method, payment_reference, checkout_session_id, delivery_option, delivery_date, promised_by,
    assignment_status, is_sample, tracking_token, paid_at, created_at from orders order by id`
  const ITEMS = `select order_id, product_id, sku, title, image_url, price_at_purchase_cents, quantity
    from order_items order by order_id`
  const readOrders = async () => ({
    orders: await simulation.rows(ORDERS),
    items: await simulation.rows(ITEMS),
  })

  test('rebuilds every paid order with all its columns', async () => {
    for (const sessionId of await buy(0, 8)) payAt(simulation, sessionId, '4242424242424242')
    await scheduled(2)
    // Some have paid and some have not when the copy is made, and more come after it.
    const between = await buy(8, 6)
    for (const sessionId of between.slice(0, 3)) payAt(simulation, sessionId, '4242424242424242')
    const goBack = await simulation.copy()
    simulation.scheduler.advance(5_000)
    for (const sessionId of [...between.slice(3), ...(await buy(14, 16))]) {
      payAt(simulation, sessionId, '4242424242424242')
    }
    const events = simulation.provider.store.list('event', { limit: 1000 }).data
    await runAllOf(...events.map((event) => deliver(simulation, event)))
    // One of the lost orders was given some of its money back.
    const [lost] = await simulation.rows(
      'select id from orders where customer_email = ?',
      'shopper20@example.com',
    )
    const refund = { key: crypto.randomUUID(), amountCents: 700, reason: 'Late' }
    const [given] = await runAllOf(
      simulation.ask('gives back', () =>
        simulation.admins[0].post(`/admin/orders/${lost?.['id']}/refunds`, refund),
      ),
    )
    expect(given?.status).toBe(200)
    await scheduled(4)
    const before = await readOrders()
    expect(before.orders).toHaveLength(30)

    goBack()
    expect((await readOrders()).orders).toHaveLength(14)
    await scheduled(1)
    expect(await readOrders()).toEqual(before)
    const rebuilt = await simulation.rows("select order_id from order_flags where kind = 'rebuilt'")
    expect(rebuilt).toHaveLength(16)
    const kinds = `select kind, count(*) as n from order_events
      where order_id in (select order_id from order_flags where kind = 'rebuilt') group by kind order by kind`
    expect(await simulation.rows(kinds)).toMatchObject([
      { kind: 'paid', n: 16 },
      { kind: 'rebuilt', n: 16 },
      { kind: 'refunded_in_part', n: 1 },
    ])
    // The entry that the confirmation had gone is lost, but the mail provider still knows it.
    await scheduled(2)
    const reference = String(before.orders.find(({ id }) => id === lost?.['id'])?.['order_reference'])
    const confirmations = simulation.mailbox
      .list(1000)
      .filter(({ subject }) => subject.startsWith('Order confirmed') && subject.includes(reference))
    expect(confirmations).toHaveLength(1)
    // Once more changes nothing.
    await scheduled(5)
    expect(await readOrders()).toEqual(before)
    expect(await simulation.rows("select order_id from order_flags where kind = 'rebuilt'")).toHaveLength(16)
  })
})
