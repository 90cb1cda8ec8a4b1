import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import type { OrderDetail } from '#src/admin/orders/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { loseOrder, orderAtFlorist, orderOfSession, placeOrder } from '#tests/support/placed-order.ts'
import { entriesOf } from '#tests/support/timeline.ts'

const UNIT = 'Apt 4B'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const send = (request: object) => fixture.shop.post('/create-checkout-session', request)

const placed = (customerInfo: object) => placeOrder(fixture, customerInfo)
const atFlorist = (customerInfo: object) => orderAtFlorist(fixture, customerInfo)

test.each([
  [UNIT, UNIT],
  ['  Floor 12 ', 'Floor 12'],
  ['', null],
  ['   ', null],
  [undefined, null],
  ['x'.repeat(60), 'x'.repeat(60)],
])('given as %j it is stored as %j', async (unit, deliveryUnit) => {
  expect((await placed({ unit })).order).toMatchObject({ deliveryAddress: '350 5th Ave', deliveryUnit })
})

test('refuses more than 60 characters', async () => {
  const { status, body } = await send(checkoutRequest({ customerInfo: { unit: 'x'.repeat(61) } }))
  expect([status, body['error']]).toEqual([
    422,
    expect.objectContaining({
      issues: [{ path: 'customerInfo.unit', message: 'Please keep this to 60 characters' }],
    }),
  ])
})

test('sent again unchanged, it is the same session; another unit is another order', async () => {
  const request = checkoutRequest({ customerInfo: { unit: UNIT } })
  const first = await send(request)
  expect((await send(request)).body).toEqual(first.body)
  const changed = { ...request, customerInfo: { ...request.customerInfo, unit: 'Apt 5C' } }
  const second = await send(changed)
  expect(second.body['sessionId']).not.toBe(first.body['sessionId'])
  expect(await orderOfSession(fixture, String(first.body['sessionId']))).toMatchObject({
    status: 'cancelled',
  })
  expect(await orderOfSession(fixture, String(second.body['sessionId']))).toMatchObject({
    status: 'pending',
    deliveryUnit: 'Apt 5C',
  })
})

test('the florist’s page, the back office and the confirmation show it', async () => {
  const { id, order, sessionId, token } = await atFlorist({ unit: UNIT })
  const page = await fixture.shop.post('/florist/order', { token })
  expect(page.body['delivery']).toMatchObject({ address: '350 5th Ave', unit: UNIT })
  expect((await fixture.admin.get(`/admin/orders/${order.id}`)).body).toMatchObject({ deliveryUnit: UNIT })
  expect((await fixture.detail(id)).order).toMatchObject({ address: '350 5th Ave', unit: UNIT })
  const choices = await fixture.admin.get(`/admin/assignments/${order.id}`)
  expect(choices.body['order']).toMatchObject({ unit: UNIT })
  const confirmation = await fixture.shop.post('/get-order-details', { sessionId })
  expect(confirmation.body['order']).toMatchObject({ deliveryUnit: UNIT })
})

test('the buyer’s confirmation and the owner’s notice have it behind the street', async () => {
  const { order } = await atFlorist({ unit: UNIT })
  await fixture.shop.settled()
  for (const email of [SITE.ownerEmail, order.customerEmail]) {
    const mails = await fixture.shop.messages(email)
    const mail = mails.findLast(({ text }) => text.includes(order.orderReference))
    expect(mail?.text).toContain(`350 5th Ave, ${UNIT}, New York, NY 10001`)
  }
})

test('the florist’s mail and the tracking page leave it out, as they do the street', async () => {
  const { order, florist } = await atFlorist({ unit: UNIT })
  const [mail] = await fixture.shop.messages(String(florist.email))
  expect(mail?.text).toContain(order.orderReference)
  const tracking = await fixture.shop.post('/tracking', { token: order.trackingToken })
  expect(tracking.status).toBe(200)
  for (const text of [mail?.text, JSON.stringify(tracking.body)]) expect(text).not.toMatch(/350 5th|Apt 4B/)
})

test('a day later neither the confirmation nor the florist’s page shows it', async () => {
  const { sessionId, token } = await atFlorist({ unit: UNIT })
  for (const answer of ['accept', 'ready', 'delivered']) {
    expect((await answerAsFlorist(fixture.shop, token, answer)).status).toBe(200)
  }
  fixture.shop.pass(2 * 24 * 60)
  const confirmation = await fixture.shop.post('/get-order-details', { sessionId })
  expect(confirmation.body['order']).toMatchObject({ deliveryAddress: null, deliveryUnit: null })
  const page = await fixture.shop.post('/florist/order', { token })
  expect(JSON.stringify([confirmation.body, page.body])).not.toContain(UNIT)
})

test('an admin corrects and removes it; the timeline has both values', async () => {
  const { order } = await placed({ unit: UNIT })
  const { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip } = order
  const place = { deliveryAddress, deliveryCity, deliveryState, deliveryZip }
  const correct = (deliveryUnit: object, version: number) =>
    fixture.admin.put(`/admin/orders/${order.id}`, { customerPhone, ...place, ...deliveryUnit, version })
  const changes = async () => {
    const { body } = await fixture.admin.get(`/admin/orders/${order.id}`)
    return entriesOf(body as unknown as OrderDetail, 'event')
      .filter(({ kind }) => kind === 'corrected')
      .map(({ data }) => data)
  }
  expect((await correct({ deliveryUnit: 'x'.repeat(61) }, 1)).body['error']).toMatchObject({
    issues: [{ path: 'deliveryUnit', message: 'Please keep this to 60 characters' }],
  })
  expect((await correct({ deliveryUnit: ' Suite  9 ' }, 1)).body).toEqual({ version: 2 })
  expect((await correct({}, 2)).body).toEqual({ version: 2 })
  expect(await fixture.orderOf(order.id)).toMatchObject({ deliveryUnit: 'Suite 9' })
  expect((await correct({ deliveryUnit: '' }, 2)).body).toEqual({ version: 3 })
  expect(await fixture.orderOf(order.id)).toMatchObject({ deliveryUnit: null })
  expect(await changes()).toEqual([
    { fields: { deliveryUnit: { before: UNIT, after: 'Suite 9' } } },
    { fields: { deliveryUnit: { before: 'Suite 9', after: null } } },
  ])
})

test.each([UNIT, ''])('an order rebuilt from the session’s metadata has the unit %j', async (unit) => {
  const { order, sessionId } = await placed({ unit })
  const { metadata } = await fixture.shop.deps.payments.retrieveSession(sessionId)
  // A session from before the field existed has no such key either.
  expect(metadata['unit']).toBe(unit || undefined)
  await fixture.shop.pay(sessionId)
  await loseOrder(fixture, order.id)
  await fixture.shop.scheduled()
  expect(await fixture.orderOf(order.id)).toMatchObject({ deliveryUnit: unit || null, paymentStatus: 'paid' })
})
