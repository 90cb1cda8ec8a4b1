import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const track = (token: unknown) => fixture.shop.post('/tracking', { token })
const now = () => fixture.shop.clock.at.toISOString()

test('the tracking page shows each step from payment to delivery', async () => {
  const { body } = await fixture.shop.post('/create-checkout-session', checkoutRequest())
  const sessionId = String(body['sessionId'])
  const placedAt = now()
  const [placed] = await fixture.shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
  const token = placed?.trackingToken
  expect((await track(token)).status).toBe(404)

  fixture.shop.pass(2)
  await fixture.shop.pay(sessionId)
  await fixture.shop.post('/get-order-details', { sessionId })
  const paid = { step: 'paid', done: true, at: now() }
  const first = await track(token)
  const florist = await fixture.florist()
  const { totalCents = 0 } = placed ?? {}
  await fixture.assigned({
    orderId: String(placed?.id),
    shopId: florist.id,
    totalCents,
    shopCostCents: totalCents,
    platformFeeCents: 0,
  })
  const [link] = await fixture.tokensOf(String(florist.email))
  const times: string[] = []
  for (const answer of ['accept', 'ready', 'delivered']) {
    fixture.shop.pass(7)
    times.push(now())
    await answerAsFlorist(fixture.shop, link, answer)
  }
  const open = (step: string) => ({ step, done: false, at: null })
  const order = {
    reference: placed?.orderReference,
    firstName: 'Sam',
    city: 'New York',
    deliveryState: 'NY',
    bouquet: 'Really Bad',
    imageUrl: expect.stringMatching(/\/bouquets\/really-bad\.jpg$/),
    promisedBy: placed?.promisedBy,
    timeZone: 'America/New_York',
    substitutions: [],
    refund: { refundedCents: 0, requestedCents: 0, inFull: false },
  }
  const ordered = { step: 'ordered', done: true, at: placedAt }
  expect(first.body).toEqual({
    ...order,
    photos: [],
    isAsked: false,
    attempt: null,
    headline: expect.objectContaining({ heading: 'We are on it.' }),
    state: 'on-its-way',
    steps: [ordered, paid, open('accepted'), open('ready'), open('delivered')],
  })
  expect((await track(token)).body).toEqual({
    ...order,
    photos: [],
    isAsked: false,
    attempt: {
      outcome: 'recipient',
      name: null,
      nextStep: null,
      nextAt: null,
      at: times[2],
      shopAddress: expect.stringContaining(florist.name),
    },
    headline: expect.objectContaining({ heading: 'Delivered.' }),
    state: 'delivered',
    steps: [
      ordered,
      paid,
      { step: 'accepted', done: true, at: times[0] },
      { step: 'ready', done: true, at: times[1] },
      { step: 'delivered', done: true, at: times[2] },
    ],
  })
  await fixture.shop.settled()
  const mails = await fixture.shop.messages('sam@example.com')
  const linked = mails
    .filter(({ html }) => html.includes(`/track?token=${token}`))
    .map(({ subject }) => subject)
  expect(linked).toEqual([
    expect.stringContaining('A florist accepted your order'),
    expect.stringContaining('Order confirmed'),
  ])
})

test('events of a withdrawn shop order do not count', async () => {
  const { id, order, token } = await fixture.asked()
  await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
  await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 2 })
  const undone = { step: 'accepted', done: false, at: null }
  expect((await track(order.trackingToken)).body['steps']).toContainEqual(undone)
  await fixture.assigned({ orderId: order.id })
  expect((await track(order.trackingToken)).body['steps']).toContainEqual(undone)
})

test.each(['cancelled', 'refunded'] as const)('an order that was %s says so', async (state) => {
  const order = await fixture.bought(
    state === 'cancelled' ? { status: 'cancelled' } : { paymentStatus: 'refunded' },
  )
  expect((await track(order.trackingToken)).body).toMatchObject({ state })
})

test.each(['nobody', 'x'.repeat(200), "' or 1=1 --"])('an unknown token opens nothing: %j', async (token) => {
  const { status, body } = await track(token)
  expect([status, body['error']]).toEqual([404, expect.objectContaining({ code: 'link_unknown' })])
})

test.each([undefined, null, 5, '', 'x'.repeat(201), { $ne: null }])('refuses the token %j', async (token) => {
  expect((await track(token)).status).toBe(422)
})

test('an order without a token cannot be tracked', async () => {
  await fixture.bought({ trackingToken: null })
  expect((await track('null')).status).toBe(404)
})

test('the token is in no log', async () => {
  const order = await fixture.bought()
  await track(order.trackingToken)
  expect(JSON.stringify(fixture.shop.logged)).not.toContain(order.trackingToken)
})
