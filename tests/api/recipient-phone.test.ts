import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { loseOrder, orderAtFlorist, placeOrder } from '#tests/support/placed-order.ts'

const SENDER = '(212) 555-0100'
const RECIPIENT = '(646) 555-0123'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const place = (customerInfo: object) =>
  fixture.shop.post('/create-checkout-session', checkoutRequest({ customerInfo }))

const placed = (customerInfo: object) => placeOrder(fixture, customerInfo)
const atFlorist = (customerInfo: object) => orderAtFlorist(fixture, customerInfo)

test.each([
  ['6465550123', RECIPIENT],
  [' 646.555.0123 ', RECIPIENT],
  ['+1 646 555 0123', RECIPIENT],
  ['', null],
  ['   ', null],
  [undefined, null],
])('given as %j it is kept as %j', async (recipientPhone, kept) => {
  expect((await placed({ recipientPhone })).order).toMatchObject({
    customerPhone: SENDER,
    recipientPhone: kept,
  })
})

test.each(['12', '646-555-01234', 'ask the doorman', '646 555 O123'])(
  'refuses %j',
  async (recipientPhone) => {
    const { status, body } = await place({ recipientPhone })
    expect([status, body['error']]).toEqual([
      422,
      expect.objectContaining({
        issues: [{ path: 'customerInfo.recipientPhone', message: 'Please enter a valid phone number' }],
      }),
    ])
  },
)

test('the florist sees whose number is whose; one that was not given is not there', async () => {
  const given = await atFlorist({ recipientPhone: RECIPIENT })
  const { body } = await fixture.shop.post('/florist/order', { token: given.token })
  expect(body['delivery']).toMatchObject({ recipientPhone: RECIPIENT, senderPhone: SENDER })
  expect(body['delivery']).not.toHaveProperty('phone')
  const without = await atFlorist({})
  const answer = await fixture.shop.post('/florist/order', { token: without.token })
  expect(answer.body['delivery']).toMatchObject({ recipientPhone: null, senderPhone: SENDER })
})

test('the florist’s mail carries neither number: both stand behind its link', async () => {
  const { florist } = await atFlorist({ recipientPhone: RECIPIENT })
  const [mail] = await fixture.shop.messages(String(florist.email))
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    'the address, phone numbers, card message and instructions',
  )
  for (const number of [RECIPIENT, SENDER]) expect(mail?.text).not.toContain(number)
})

test('the back office, its export, the owner’s notice and the buyer’s confirmation have it', async () => {
  const { id, order } = await atFlorist({ recipientPhone: RECIPIENT })
  expect((await fixture.admin.get(`/admin/orders/${order.id}`)).body).toMatchObject({
    recipientPhone: RECIPIENT,
  })
  expect((await fixture.detail(id)).order).toMatchObject({ recipientPhone: RECIPIENT, customerPhone: SENDER })
  await fixture.shop.settled()
  for (const email of [SITE.ownerEmail, order.customerEmail]) {
    const mails = await fixture.shop.messages(email)
    const mail = mails.findLast(({ text }) => text.includes(order.orderReference))
    expect(mail?.text).toContain(RECIPIENT)
  }
})

test('an admin can put it right, and take it away', async () => {
  const { order } = await placed({ recipientPhone: RECIPIENT })
  const correct = (recipientPhone: string, version: number) =>
    fixture.admin.put(`/admin/orders/${order.id}`, {
      customerPhone: SENDER,
      recipientName: 'Alex',
      recipientPhone,
      apologyNote: order.apologyNote,
      deliveryAddress: order.deliveryAddress,
      deliveryCity: order.deliveryCity,
      deliveryState: order.deliveryState,
      deliveryZip: order.deliveryZip,
      deliveryInstructions: order.deliveryInstructions,
      version,
    })
  expect((await correct('12', order.version)).body['error']).toMatchObject({
    issues: [{ path: 'recipientPhone', message: 'Please enter a valid phone number' }],
  })
  expect((await correct('646 555 0199', order.version)).status).toBe(200)
  expect(await fixture.orderOf(order.id)).toMatchObject({ recipientPhone: '(646) 555-0199' })
  expect((await correct('', order.version + 1)).status).toBe(200)
  expect(await fixture.orderOf(order.id)).toMatchObject({ recipientPhone: null })
})

test('an order that is rebuilt from the provider’s books has it', async () => {
  const { order, sessionId } = await placed({ recipientPhone: RECIPIENT })
  await fixture.shop.pay(sessionId)
  await loseOrder(fixture, order.id)
  await fixture.shop.scheduled()
  expect(await fixture.orderOf(order.id)).toMatchObject({ recipientPhone: RECIPIENT, paymentStatus: 'paid' })
})

test('an order of before has none, and its florist is shown the sender’s', async () => {
  const { order, token } = await fixture.asked()
  expect(order.recipientPhone ?? null).toBeNull()
  const { body } = await fixture.shop.post('/florist/order', { token })
  expect(body['delivery']).toMatchObject({ recipientPhone: null, senderPhone: SENDER })
})

test('a number keeps its extension, and its order is found with and without it', async () => {
  const { order } = await placed({ phone: '646-555-0187 ext. 4021', recipientPhone: '+1 646 555 0188,7' })
  expect(order).toMatchObject({ customerPhone: '(646) 555-0187 x4021', recipientPhone: '(646) 555-0188 x7' })
  for (const q of ['6465550187', '5550188', '(646) 555-0187 x4021', '646 555 0188 ext 7']) {
    const { body } = await fixture.admin.get(`/admin/orders?q=${encodeURIComponent(q)}`)
    expect(body['rows'], q).toMatchObject([{ id: order.id }])
  }
})
