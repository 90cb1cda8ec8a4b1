import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#drizzle/schema/orders.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const look = async (token: string) => (await fixture.shop.post('/florist/order', { token })).body
const answer = (token: string, what: string) =>
  answerAsFlorist(fixture.shop, token, what, { reason: 'No peonies left.' })
const track = async (token: string | null) => (await fixture.shop.post('/tracking', { token })).body

async function setOrderStatus(orderId: string, status: string) {
  const { version } = (await fixture.orderOf(orderId)) ?? {}
  const given = await fixture.admin.put(`/admin/orders/${orderId}/status`, { status, version })
  expect(given.status).toBe(200)
  await fixture.shop.settled()
}

async function setShopOrderStatus(id: string, status: string) {
  const { version } = await fixture.detail(id)
  const given = await fixture.admin.put(`/admin/shop-orders/${id}/status`, { status, reason: null, version })
  expect(given.status).toBe(200)
  await fixture.shop.settled()
}

/** Subjects of the mails to somebody about an order, oldest first, without its reference. */
async function subjects(email: string | null, reference: string): Promise<string[]> {
  const mails = await fixture.shop.messages(String(email))
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(reference))
    .map((subject) => subject.replace(` (${reference})`, ''))
    .toReversed()
}

const OVER =
  'This order has been taken care of, so there is nothing left for you to do. Thank you for looking.'

describe('an order that an admin sets while its shop has not answered', () => {
  test.each([
    ['delivered', 'over', OVER],
    ['completed', 'over', OVER],
    ['cancelled', 'cancelled', 'This order was cancelled. Please do not make it.'],
  ])('%s: the florist’s page is over and refuses every answer', async (status, view, message) => {
    const { id, order, token } = await fixture.asked()
    await setOrderStatus(order.id, status)
    expect(await look(token)).toMatchObject({ answers: [], view, delivery: null })
    for (const what of ['accept', 'reject', 'ready', 'delivered']) {
      const given = await answer(token, what)
      expect([what, given.status, given.body['error']]).toEqual([
        what,
        409,
        expect.objectContaining({ code: 'florist_too_late', message }),
      ])
    }
    expect(await fixture.detail(id)).toMatchObject({ status: 'pending' })
    expect(await fixture.orderOf(order.id)).toMatchObject({ status })
  })

  test.each(['delivered', 'completed'])('%s, then set back: the florist is asked again', async (status) => {
    const { id, order, token } = await fixture.asked()
    await setOrderStatus(order.id, status)
    await setOrderStatus(order.id, 'confirmed')
    expect(await look(token)).toMatchObject({ view: 'asked', answers: ['accept', 'reject'] })
    expect(await track(order.trackingToken)).toMatchObject({ state: 'on-its-way' })
    expect((await answer(token, 'accept')).status).toBe(200)
    expect(await fixture.detail(id)).toMatchObject({ status: 'confirmed' })
  })

  test('refunded in full: the florist’s page is over', async () => {
    const { order, token } = await fixture.asked()
    const refunded = { paymentStatus: 'refunded', refundedCents: order.totalCents } as const
    await fixture.shop.db.update(orders).set(refunded).where(eq(orders.id, order.id))
    expect(await look(token)).toMatchObject({ view: 'cancelled', answers: [], delivery: null })
    expect((await answer(token, 'accept')).status).toBe(409)
  })
})

describe('an order that an admin sets while its shop is making it', () => {
  test.each(['accept', 'ready'])('delivered after %s: over, and nothing can be answered', async (last) => {
    const { order, token } = await fixture.asked()
    await answer(token, 'accept')
    if (last === 'ready') await answer(token, 'ready')
    await setOrderStatus(order.id, 'delivered')
    expect(await look(token)).toMatchObject({ view: 'over', answers: [], delivery: null })
    expect((await answer(token, 'delivered')).status).toBe(409)
  })

  test('cancelled, then set back: the florist hears both, once each', async () => {
    const { order, florist, token } = await fixture.asked()
    await answer(token, 'accept')
    await setOrderStatus(order.id, 'cancelled')
    await setOrderStatus(order.id, 'confirmed')
    expect(await look(token)).toMatchObject({ view: 'accepted', answers: ['ready', 'delivered', 'reject'] })
    expect((await subjects(florist.email, order.orderReference)).slice(1)).toEqual([
      `Order ${order.orderReference} was cancelled: please don’t make it`,
      `Order ${order.orderReference} is back on: please make it`,
    ])
    const [mail] = await fixture.shop.messages(String(florist.email))
    expect(mail?.html).toContain(`/florist?token=${token}`)
    expect(mail?.html).not.toContain('5th Ave')
  })

  test('cancelled and set back after the florist delivered: nobody is asked again', async () => {
    const { order, florist, token } = await fixture.asked()
    await answer(token, 'accept')
    await answer(token, 'delivered')
    await setOrderStatus(order.id, 'cancelled')
    expect(await look(token)).toMatchObject({ view: 'delivered', answers: [] })
    await setOrderStatus(order.id, 'confirmed')
    expect(await subjects(florist.email, order.orderReference)).toHaveLength(1)
  })
})

const DELIVERED = /^Delivered at \d+:\d\d [AP]M EST$/

describe('the buyer is told a fact once', () => {
  test('delivered by the admin, then accepted and delivered at the shop', async () => {
    const { id, order } = await fixture.asked()
    await setOrderStatus(order.id, 'delivered')
    await setShopOrderStatus(id, 'confirmed')
    await setShopOrderStatus(id, 'delivered')
    expect(await subjects(order.customerEmail, order.orderReference)).toEqual([
      expect.stringMatching(DELIVERED),
    ])
  })

  test('delivered by the shop, then by the admin', async () => {
    const { order, token } = await fixture.asked()
    await answer(token, 'accept')
    await answer(token, 'delivered')
    await setOrderStatus(order.id, 'confirmed')
    await setOrderStatus(order.id, 'delivered')
    await setOrderStatus(order.id, 'completed')
    expect(await subjects(order.customerEmail, order.orderReference)).toEqual([
      'A florist accepted your order',
      expect.stringMatching(DELIVERED),
    ])
  })

  test('completed writes to nobody', async () => {
    const { order } = await fixture.asked()
    await setOrderStatus(order.id, 'completed')
    expect(await subjects(order.customerEmail, order.orderReference)).toEqual([])
    expect(await track(order.trackingToken)).toMatchObject({ state: 'delivered' })
  })

  test('accepted for a cancelled order: not told that a florist has it', async () => {
    const { id, order } = await fixture.asked()
    await setOrderStatus(order.id, 'cancelled')
    await setShopOrderStatus(id, 'confirmed')
    expect(await subjects(order.customerEmail, order.orderReference)).toEqual(['Your order was cancelled'])
  })
})

describe('a new link', () => {
  test.each(['delivered', 'completed', 'cancelled'])('is refused for a %s order', async (status) => {
    const { id, order, florist } = await fixture.asked()
    await setOrderStatus(order.id, status)
    const given = await fixture.admin.post(`/admin/shop-orders/${id}/link`)
    expect([given.status, given.body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'order_over',
        message: `This order is ${status}. It doesn’t need a florist.`,
      }),
    ])
    expect(await fixture.tokensOf(String(florist.email))).toHaveLength(1)
  })

  test('whose mail was still waiting when the order was delivered is not sent', async () => {
    const florist = await fixture.florist()
    const order = await fixture.bought()
    const { mail } = fixture.shop.deps
    fixture.shop.deps.mail = { ...mail, send: () => Promise.reject(new Error('down')) }
    await fixture.assigned({ orderId: order.id, shopId: florist.id })
    await setOrderStatus(order.id, 'completed')
    fixture.shop.deps.mail = mail
    fixture.shop.pass(60)
    expect(await fixture.tokensOf(String(florist.email))).toEqual([])
    expect(await fixture.messagesOf(order.id, 'florist-order')).toEqual([])
  })
})

test('the dashboard does not wait for a florist whose order is over', async () => {
  const waiting = async () =>
    (await fixture.admin.get('/admin/dashboard')).body['waitingForFlorist'] as { total: number }
  const before = (await waiting()).total
  const { order } = await fixture.asked()
  expect((await waiting()).total).toBe(before + 1)
  await setOrderStatus(order.id, 'delivered')
  expect((await waiting()).total).toBe(before)
})
