import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { preparedCheckouts } from '#drizzle/schema/agents.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { agentCalls, agentCheckout, codesOf, idOf, messagesOf } from '#tests/support/agent-calls.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { buyer, limitNewYork } from '#tests/support/limited-market.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// A purchase by an agent: the platform prepares it, its buyer presses pay on our page, and the platform reads what became of it. The
// journey through the page itself is in tests/e2e.

const shop = await shareTestShop()
const { agents, publish, call, create, read, update, cancel } = agentCalls(shop)

beforeEach(() => {
  publish({ name: 'Pelican' })
})

/** The buyer presses pay on the page of a checkout. */
const press = async (
  id: string,
  changes: Parameters<typeof checkoutRequest>[0] = {},
  address = '198.51.100.1',
) => {
  const request = checkoutRequest({ ...changes, attemptKey: id })
  const { status, body } = await shop.post('/create-checkout-session', request, {
    'cf-connecting-ip': address,
  })
  await shop.settled()
  return { status, code: Reflect.get(Object(body['error']), 'code'), sessionId: String(body['sessionId']) }
}
const payFor = async (sessionId: string) => {
  await shop.pay(sessionId)
  const [event] = await shop.events('checkout.session.completed')
  if (event) await shop.deliver(event)
  await shop.settled()
}

test('from discovery to completed: what the buyer pays is what the platform was told', async () => {
  const profile = await agents.request(`${shop.deps.config.origin}/.well-known/ucp`)
  expect(await profile.json()).toHaveProperty('ucp.services')
  const found = await call('POST', '/catalog/search', {
    query: 'flowers',
    filters: { fulfills_to: { address_country: 'US', postal_code: '10001' } },
  })
  const sku = Reflect.get(Object(found.body['products']), 0).variants[0].id
  const created = await create(agentCheckout({ sku, option: 'tomorrow' }))
  const id = idOf(created)
  expect((await update(id, agentCheckout({ sku }))).body['totals']).toContainEqual({
    type: 'total',
    amount: 6358,
  })

  const { sessionId } = await press(id, { customerInfo: { note: 'I am sorry.', name: 'Samantha Sorry' } })
  expect((await read(id)).body).toMatchObject({ status: 'requires_escalation' })
  await payFor(sessionId)

  const [order] = await shop.db.select().from(orders)
  const done = await read(id)
  expect(done.body).toMatchObject({
    status: 'completed',
    totals: [
      { amount: 4999 },
      { type: 'fulfillment', amount: 999 },
      { type: 'tax', amount: 360 },
      { amount: 6358 },
    ],
    order: {
      id: order?.id,
      label: order?.orderReference,
      permalink_url: `${shop.deps.config.origin}/track#${order?.trackingToken}`,
    },
  })
  expect(done.body).not.toHaveProperty('continue_url')
  // Neither what the buyer wrote nor what they changed is the platform's.
  expect(JSON.stringify(done.body)).not.toMatch(/sorry|Samantha|5th Ave|session_id/i)
  expect([(await update(id, agentCheckout())).status, (await cancel(id)).status]).toEqual([409, 409])
  expect((await read(id)).body).toEqual(done.body)
  expect((await press(id)).code).toBe('already_paid')
  expect(await shop.db.select().from(orders)).toHaveLength(1)
})

test('paid once, it stays completed after a refund', async () => {
  const id = idOf(await create(agentCheckout()))
  await payFor((await press(id)).sessionId)
  await shop.client.execute(
    `update orders set payment_status = 'refunded', refunded_cents = total_cents, status = 'cancelled'`,
  )
  expect((await read(id)).body['status']).toBe('completed')
})

describe('between the platform and the page', () => {
  test('the option closes: the platform is told why, and the page refuses it as ever', async () => {
    const id = idOf(await create(agentCheckout()))
    shop.pass(4 * 60)
    const answer = await read(id)
    expect(messagesOf(answer)).toContainEqual({
      type: 'error',
      code: 'fulfillment_option_unavailable',
      path: '$.fulfillment.methods[0].groups[0].selected_option_id',
      content: 'Same day delivery not available after 2pm EST',
      severity: 'recoverable',
    })
    expect(answer.body['totals']).not.toContainEqual(expect.objectContaining({ type: 'fulfillment' }))
    expect((await press(id)).code).toBe('option_closed')
    expect((await press(id, { deliveryDetails: { option: 'tomorrow' } })).status).toBe(200)
  })

  test('the market is paused: nothing is left to choose, and the reason is a warning', async () => {
    const id = idOf(await create(agentCheckout()))
    await shop.client.execute(`update markets set paused_reason = 'Snow' where id = 'market-nyc'`)
    const answer = await read(id)
    expect(codesOf(answer)).toEqual(['fulfillment_option_unavailable', 'closed'])
    expect((await press(id)).code).toBe('option_closed')
  })

  test('the last place goes: the platform is told, and the buyer is refused', async () => {
    await limitNewYork(shop, 1)
    const id = idOf(await create(agentCheckout()))
    expect((await press(crypto.randomUUID(), { customerInfo: buyer(1) }, '198.51.100.2')).status).toBe(200)
    expect(codesOf(await read(id))).toEqual(['fulfillment_option_unavailable'])
    expect((await press(id)).code).toBe('option_closed')
  })

  test('the last place goes to its own buyer: the platform is told of it as before, and others are not', async () => {
    await limitNewYork(shop, 1)
    const [id, other] = [idOf(await create(agentCheckout())), idOf(await create(agentCheckout()))]
    expect((await press(id)).status).toBe(200)
    expect(codesOf(await read(id))).toEqual([])
    expect(codesOf(await update(id, agentCheckout({ buyer: { first_name: 'Samuel' } })))).toEqual([])
    expect(codesOf(await read(other))).toEqual(['fulfillment_option_unavailable'])
  })

  test('the price changes: the next answer has the new one, and what was shown before is not charged', async () => {
    const id = idOf(await create(agentCheckout()))
    await shop.client.execute(`update products set price_cents = 5999 where sku = 'FLOWER-001'`)
    expect((await read(id)).body['totals']).toContainEqual({ type: 'total', amount: 7418 })
    const { code } = await press(id, { shown: { promise: 'Today', totalCents: 6358 } })
    expect(code).toBe('terms_changed')
    expect(await shop.db.select().from(orders)).toEqual([])
  })

  test('the ZIP becomes one of the other market: its clock and its florists count', async () => {
    const id = idOf(await create(agentCheckout()))
    const sanFrancisco = { postal_code: '94110', address_region: 'CA', address_locality: 'San Francisco' }
    const answer = await update(id, agentCheckout({ destination: sanFrancisco }))
    expect(codesOf(answer)).toEqual([])
    expect(JSON.stringify(answer.body['fulfillment'])).toMatch(/by 8 PM PST/)
    await press(id, { customerInfo: { city: 'San Francisco', state: 'CA', zip: '94110' } })
    expect(await shop.db.select({ zone: orders.timeZone }).from(orders)).toEqual([
      { zone: 'America/Los_Angeles' },
    ])
  })

  test('the bouquet leaves the shop: the checkout says so and can take another one', async () => {
    const id = idOf(await create(agentCheckout({ sku: 'FLOWER-003' })))
    await shop.client.execute(`update products set sku = 'OTHER-003' where sku = 'FLOWER-003'`)
    expect(codesOf(await read(id))).toEqual(['item_unavailable'])
    expect((await update(id, agentCheckout())).body).toMatchObject({
      line_items: [{ item: { id: 'FLOWER-001' } }],
    })
  })
})

describe('a cancel while the buyer pays', () => {
  const atProvider = async (sessionId: string) => (await shop.deps.payments.retrieveSession(sessionId)).status

  test('ends the payment page, too: nothing can be paid any more', async () => {
    const id = idOf(await create(agentCheckout()))
    const { sessionId } = await press(id)
    expect((await cancel(id)).body).toMatchObject({ status: 'canceled' })
    expect(await atProvider(sessionId)).toBe('expired')
    expect((await press(id)).code).toBe('checkout_over')
    expect(await shop.db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'cancelled' }])
  })

  test('comes too late for a payment: the checkout is completed', async () => {
    const id = idOf(await create(agentCheckout()))
    await shop.pay((await press(id)).sessionId)
    const { status, body } = await cancel(id)
    expect([status, body['code']]).toEqual([409, 'checkout_over'])
    expect((await read(id)).body['status']).toBe('completed')
  })

  test('says so when the provider does not answer, and ends it when it is sent again', async () => {
    const id = idOf(await create(agentCheckout()))
    const { sessionId } = await press(id)
    const key = crypto.randomUUID()
    const { payments } = shop.deps
    shop.deps.payments = {
      ...payments,
      expireSession: () => Promise.reject(new PaymentsError('unreachable', 'It did not answer')),
    }
    const failed = await cancel(id, { key })
    shop.deps.payments = payments
    expect([failed.status, failed.body['code'], failed.headers.get('retry-after')]).toEqual([
      503,
      'payments_unavailable',
      '10',
    ])
    expect((await cancel(id, { key })).body).toMatchObject({ status: 'canceled' })
    expect(await atProvider(sessionId)).toBe('expired')
  })
})

test('at the payment page a checkout goes on past its end, and is over once that ends', async () => {
  const id = idOf(await create(agentCheckout()))
  shop.pass(5 * 60 + 50)
  await press(id, { deliveryDetails: { option: 'tomorrow' } })
  shop.pass(15)
  expect((await read(id)).body['status']).toBe('requires_escalation')
})

test('a crowd of 60 agents and 60 shoppers for ten places makes ten orders', async () => {
  await limitNewYork(shop, 10)
  const ids = await Promise.all(
    Array.from({ length: 60 }, async () => idOf(await create(agentCheckout({ option: 'today' })))),
  )
  expect(new Set(ids).size).toBe(60)
  expect(await shop.db.select().from(orders)).toEqual([])
  const all = [...ids, ...Array.from({ length: 60 }, () => crypto.randomUUID())]
  const pressed = await Promise.all(
    all.map((key, n) => press(key, { customerInfo: buyer(n + 1) }, `198.51.${100 + (n % 2)}.${n + 1}`)),
  )
  const sold = pressed.filter(({ status }) => status === 200)
  expect(sold).toHaveLength(10)
  expect(new Set(pressed.flatMap(({ status, code }) => (status === 200 ? [] : code)))).toEqual(
    new Set(['option_closed']),
  )
  const taken = await shop.db.select().from(orders).where(eq(orders.status, 'pending'))
  expect(taken).toHaveLength(10)
  expect(await shop.db.select().from(preparedCheckouts)).toHaveLength(60)
})
