import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { renewBlockHashes } from '#api/blocks/refuse.ts'
import { blockByCard } from '#api/stop/block-orders.ts'
import type { StopWish } from '#domain/blocks.ts'
import { blocks } from '#drizzle/schema/blocks.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { manageToken } from '#tests/support/manage.ts'
import { orderAtFlorist, placeOrder } from '#tests/support/placed-order.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()
let fixture: FloristFixture
let n = 0

beforeEach(async () => {
  fixture = await openFloristFixture(shop)
})

const SENDER = { email: 'ex@example.com', phone: '(646) 555-0111' }
const RECIPIENT = { address: '77 Juniper Ave', unit: 'Apt 4B', recipientName: 'Alex Smith' }

/** A buyer whom nobody knows. */
const somebody = () => ({ email: `somebody-${++n}@example.com`, phone: `(917) 555-${String(1000 + n)}` })

/** An order that was delivered, and whose card is in the recipient's hands. */
async function received(info: object = {}) {
  const { order, token } = await orderAtFlorist(fixture, { ...SENDER, ...RECIPIENT, ...info })
  for (const said of ['accept', 'ready', 'delivered']) await answerAsFlorist(shop, token, said)
  await shop.settled()
  return order
}
async function stopped(wish: StopWish, info: object = {}) {
  const order = await received(info)
  await blockByCard(shop.deps, order.id, wish)
  await shop.settled()
  return order
}
async function place(info: object, more: object = {}) {
  const request = checkoutRequest({ customerInfo: { ...RECIPIENT, ...info }, ...more })
  const { status, body } = await shop.post('/create-checkout-session', request)
  await shop.settled()
  const error = body['error'] as { code: string; message: string } | undefined
  return { status, code: error?.code, message: error?.message, body }
}
const stored = async () =>
  (await shop.db.select().from(blocks)).sort((a, b) => a.createdAt.localeCompare(b.createdAt))
const orderOf = async (id: string) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]

describe('the placement', () => {
  test('refuses a sender whom the recipient does not want, by email or by phone, and nobody else', async () => {
    await stopped('sender')
    const refused = { status: 409, code: 'not_deliverable' }
    expect(await place(SENDER)).toMatchObject(refused)
    expect(await place({ ...somebody(), email: 'EX@example.com' })).toMatchObject(refused)
    expect(await place({ ...somebody(), phone: '646.555.0111' })).toMatchObject(refused)
    expect(
      await place({ ...SENDER, recipientName: 'My love', address: '77 juniper avenue', unit: '#4b' }),
    ).toMatchObject(refused)
    expect((await place({ ...SENDER, address: '12 Other St' })).status).toBe(200)
    expect((await place(somebody())).status).toBe(200)
  })

  test('refuses everybody for a recipient who wants nothing, and lets others at the house through', async () => {
    await stopped('recipient')
    expect((await place(somebody())).code).toBe('not_deliverable')
    expect((await place({ ...somebody(), recipientName: 'alex' })).code).toBe('not_deliverable')
    expect((await place({ ...somebody(), recipientName: '' })).code).toBe('not_deliverable')
    expect((await place({ ...somebody(), recipientName: 'Robin Jones' })).status).toBe(200)
    expect((await place({ ...somebody(), unit: 'Apt 5A' })).status).toBe(200)
  })

  test('stores nothing, opens no session, and charges nothing', async () => {
    await stopped('sender')
    const before = await shop.db.select().from(checkoutSessions)
    const made = await shop.db.select().from(orders)
    await place(SENDER)
    expect(await shop.db.select().from(checkoutSessions)).toHaveLength(before.length)
    expect(await shop.db.select().from(orders)).toHaveLength(made.length)
  })

  test('says the same as of an address to which nothing can be delivered', async () => {
    await stopped('sender')
    const { status } = await fixture.admin.post('/admin/blocks', {
      ...{ address: '9 Pier Rd', unit: '', city: 'New York', state: 'NY', zip: '10001' },
      note: 'The building takes no flowers',
    })
    expect(status).toBe(200)
    const [blocked, undeliverable] = [
      await place(SENDER),
      await place({ ...somebody(), address: '9 Pier Road' }),
    ]
    const said = ({ body, ...rest }: typeof blocked) => ({
      ...rest,
      body: JSON.stringify(body).replace(/"requestId":"[^"]+"/, ''),
    })
    expect(said(blocked)).toEqual(said(undeliverable))
    expect(blocked.message).toBe('We can’t deliver flowers to this address.')
  })
})

describe('an order that is open when a block is made', () => {
  test.each([
    ['nobody was asked', []],
    ['a florist was asked', ['asked']],
    ['a florist has accepted', ['asked', 'accept']],
    ['it is tied', ['asked', 'accept', 'ready']],
  ])('is cancelled and refunded while %s', async (_, steps) => {
    const card = await received()
    const { order, sessionId } = await placeOrder(fixture, { ...SENDER, ...RECIPIENT })
    await shop.pay(sessionId)
    await shop.post('/get-order-details', { sessionId })
    const florist = await fixture.florist()
    if (steps.includes('asked')) {
      const split = { totalCents: order.totalCents, shopCostCents: order.totalCents, platformFeeCents: 0 }
      await fixture.assigned({ orderId: order.id, shopId: florist.id, ...split })
      const [token] = await fixture.tokensOf(String(florist.email))
      for (const said of steps.slice(1)) await answerAsFlorist(shop, token, said)
    }
    await blockByCard(shop.deps, card.id, 'sender')
    await shop.settled()
    expect(await orderOf(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refundedCents: order.totalCents,
      assignmentStatus: 'unassigned',
    })
    expect((await fixture.eventsOf(order.id)).map(({ kind }) => kind)).toContain('blocked')
    const mails = await shop.messages(SENDER.email)
    const own = mails.filter(({ text }) => text.includes(order.orderReference)).map(({ text }) => text)
    expect(own.join()).not.toMatch(/block|unwanted|recipient (?:asked|wants)|stop/i)
  })

  test('is not paid any more when it waits for its payment', async () => {
    const card = await received()
    const { order, sessionId } = await placeOrder(fixture, { ...SENDER, ...RECIPIENT })
    await blockByCard(shop.deps, card.id, 'sender')
    await shop.settled()
    expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'pending' })
    const [session] = await shop.db
      .select()
      .from(checkoutSessions)
      .where(eq(checkoutSessions.sessionId, sessionId))
    expect(session?.status).toBe('expired')
  })

  test('of somebody else stays as it is, as does one that is delivered', async () => {
    const card = await received()
    const other = await placeOrder(fixture, { ...somebody(), ...RECIPIENT })
    await shop.pay(other.sessionId)
    await shop.post('/get-order-details', { sessionId: other.sessionId })
    await blockByCard(shop.deps, card.id, 'sender')
    await shop.settled()
    expect(await orderOf(other.order.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await orderOf(card.id)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' })
  })

  test('does not show its address to its buyer again', async () => {
    const card = await received()
    const { order, sessionId } = await placeOrder(fixture, { ...SENDER, ...RECIPIENT })
    await shop.pay(sessionId)
    await shop.post('/get-order-details', { sessionId })
    await blockByCard(shop.deps, card.id, 'recipient')
    await shop.settled()
    const pages = [
      await shop.post('/get-order-details', { sessionId }),
      await shop.post('/manage', { token: await manageToken(shop, order.id) }),
      await shop.post('/tracking', { token: order.trackingToken }),
    ]
    for (const { status, body } of pages) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/Juniper|Apt/)
    }
    const [confirmation] = await fixture.messagesOf(order.id, 'order-confirmation')
    expect(confirmation && (await shop.deps.renderEmail(shop.deps, confirmation))).toBeNull()
    const last = (await shop.messages(SENDER.email)).find(({ subject }) => subject.includes('cancelled'))
    expect(last?.text).not.toMatch(/Juniper|Apt/)
  })
})

test('a wish that is said twice is kept once, and the other one can be added', async () => {
  const order = await stopped('sender')
  await blockByCard(shop.deps, order.id, 'sender')
  await blockByCard(shop.deps, order.id, 'recipient')
  expect((await stored()).map(({ kind }) => kind).sort()).toEqual(['recipient', 'sender'])
})

test('no block holds an address, a name, an email or a number', async () => {
  await stopped('recipient')
  const text = JSON.stringify(await stored()).toLowerCase()
  for (const known of ['juniper', 'alex', 'smith', SENDER.email, '6465550111', '10001'])
    expect(text).not.toContain(known)
})

test('a buyer cannot change an order to an address that is blocked', async () => {
  await stopped('sender')
  const { order, sessionId } = await placeOrder(fixture, { ...SENDER, address: '12 Other St' })
  await shop.pay(sessionId)
  await shop.post('/get-order-details', { sessionId })
  const token = await manageToken(shop, order.id)
  const { body } = await shop.post('/manage', { token })
  const { fingerprint, personal } = body as { fingerprint: string; personal: Record<string, unknown> }
  const { customerName: _n, customerEmail: _e, ...form } = personal
  const changed = await shop.post('/manage/change', {
    ...{ token, fingerprint, ...form },
    deliveryAddress: '77 Juniper Av',
    deliveryUnit: '4-B',
  })
  expect([changed.status, changed.body['error']]).toEqual([
    409,
    expect.objectContaining({ code: 'not_deliverable' }),
  ])
  expect((await orderOf(order.id))?.deliveryAddress).toBe('12 Other St')
})

test('the third attempt of a blocked sender raises a flag at the order whose card it was', async () => {
  const card = await stopped('sender')
  const flags = () => shop.db.select().from(orderFlags).where(eq(orderFlags.orderId, card.id))
  await place(SENDER)
  await place(SENDER)
  await shop.scheduled()
  expect(await flags()).toEqual([])
  await place(SENDER)
  await shop.scheduled()
  await shop.scheduled()
  expect(await flags()).toMatchObject([{ kind: 'blocked_again', detail: '3 orders were refused' }])
  expect(await stored()).toMatchObject([{ attempts: 3, lastAttemptAt: shop.clock.at.toISOString() }])
})

describe('the back office', () => {
  test('lists blocks without an address, and lifts one with a reason, once', async () => {
    const card = await stopped('sender')
    const list = async () => (await fixture.admin.get('/admin/blocks')).body['rows'] as { id: string }[]
    const [block] = await list()
    expect(block).toMatchObject({
      kind: 'sender',
      orderId: card.id,
      reference: card.orderReference,
      attempts: 0,
    })
    expect(JSON.stringify(block)).not.toMatch(/hash|Juniper/i)
    const lift = (reason: string) => fixture.admin.post(`/admin/blocks/${block?.id}/lift`, { reason })
    expect((await lift(' ')).status).toBe(422)
    expect((await lift('They called')).status).toBe(200)
    expect((await lift('Again')).status).toBe(200)
    expect(await list()).toMatchObject([
      { liftedAt: shop.clock.at.toISOString(), liftReason: 'They called', liftedByEmail: expect.any(String) },
    ])
    expect((await place(SENDER)).status).toBe(200)
    expect((await fixture.admin.post('/admin/blocks/nobody/lift', { reason: 'x' })).status).toBe(404)
  })
})

describe('keys', () => {
  test('a block of an older key counts, and is hashed anew with the newest', async () => {
    await stopped('sender')
    const { config } = shop.deps
    const [old] = config.authKeys
    shop.deps.config = { ...config, authKeys: [{ id: 'next', secret: 's'.repeat(40) }, old] }
    expect((await place(SENDER)).code).toBe('not_deliverable')
    await renewBlockHashes(shop.deps)
    shop.deps.config = { ...config, authKeys: [{ id: 'next', secret: 's'.repeat(40) }] }
    expect((await place(SENDER)).code).toBe('not_deliverable')
    shop.deps.config = config
  })
})
