import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import type { OrderDetail } from '#src/admin/orders/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { loseOrder, orderAtFlorist, orderOfSession, placeOrder } from '#tests/support/placed-order.ts'
import { entriesOf } from '#tests/support/timeline.ts'

// The fields of the checkout that a buyer may leave out, on their way through the shop.

const UNIT = 'Apt 4B'
const SENDER = '(212) 555-0100'
const RECIPIENT = '(646) 555-0123'

let fixture: FloristFixture
beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const send = (customerInfo: object) =>
  fixture.shop.post('/create-checkout-session', checkoutRequest({ customerInfo }))
const placed = (customerInfo: object) => placeOrder(fixture, customerInfo)
const atFlorist = (customerInfo: object) => orderAtFlorist(fixture, customerInfo)
const atItsFlorist = async (token: string) =>
  (await fixture.shop.post('/florist/order', { token })).body['delivery']

const FIELDS = [
  {
    field: 'unit',
    column: 'deliveryUnit',
    kept: UNIT,
    typed: [UNIT, '  Apt   4B '],
    other: { typed: ' Suite  9 ', kept: 'Suite 9' },
    inMail: `350 5th Ave, ${UNIT}, New York, NY 10001`,
    wrong: ['x'.repeat(61)],
    message: 'Please keep this to 60 characters',
  },
  {
    field: 'recipientPhone',
    column: 'recipientPhone',
    kept: RECIPIENT,
    typed: ['6465550123', ' 646.555.0123 ', '+1 646 555 0123'],
    other: { typed: '646 555 0199', kept: '(646) 555-0199' },
    inMail: RECIPIENT,
    wrong: ['12', '646-555-01234', 'ask the doorman', '646 555 O123'],
    message: 'Please enter a valid phone number',
  },
]

describe.each(FIELDS)('$field', ({ field, column, kept, typed, other, inMail, wrong, message }) => {
  test.each<[string | undefined, string | null]>([
    ...typed.map((text): [string, string] => [text, kept]),
    ['', null],
    ['   ', null],
    [undefined, null],
  ])('given as %j is stored as %j', async (text, stored) => {
    const { order } = await placed({ [field]: text })
    expect(order).toMatchObject({
      deliveryAddress: '350 5th Ave',
      customerPhone: SENDER,
      [column]: stored,
    })
  })

  test.each(wrong)('is refused at its field as %j', async (text) => {
    expect(await send({ [field]: text })).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path: `customerInfo.${field}`, message }] } },
    })
  })

  test('is in the back office, the owner’s notice and the buyer’s confirmation', async () => {
    const { id, order } = await atFlorist({ [field]: kept })
    expect((await fixture.admin.get(`/admin/orders/${order.id}`)).body).toMatchObject({ [column]: kept })
    expect((await fixture.detail(id)).order).toMatchObject({ [field]: kept })
    await fixture.shop.settled()
    for (const email of [SITE.ownerEmail, order.customerEmail]) {
      const mails = await fixture.shop.messages(email)
      const mail = mails.findLast(({ text }) => text.includes(order.orderReference))
      expect(mail?.text).toContain(inMail)
    }
  })

  test('is on the florist’s page, and not in the email that leads to it', async () => {
    const { florist, order, token } = await atFlorist({ [field]: kept })
    expect(await atItsFlorist(token)).toMatchObject({ [field]: kept })
    const [mail] = await fixture.shop.messages(String(florist.email))
    expect(mail?.text).toContain(order.orderReference)
    for (const hidden of [kept, SENDER, '350 5th']) expect(mail?.text).not.toContain(hidden)
  })

  test('is corrected and removed by an admin, and the timeline has both values', async () => {
    const { order } = await placed({ [field]: kept })
    const { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip } = order
    const place = { deliveryAddress, deliveryCity, deliveryState, deliveryZip }
    const correct = (change: object, version: number) =>
      fixture.admin.put(`/admin/orders/${order.id}`, { customerPhone, ...place, ...change, version })
    const stored = async () => Reflect.get((await fixture.orderOf(order.id)) ?? {}, column)
    expect((await correct({ [column]: wrong[0] }, 1)).body['error']).toMatchObject({
      issues: [{ path: column, message }],
    })
    expect((await correct({ [column]: other.typed }, 1)).body).toEqual({ version: 2 })
    expect((await correct({}, 2)).body).toEqual({ version: 2 })
    expect(await stored()).toBe(other.kept)
    expect((await correct({ [column]: '' }, 2)).body).toEqual({ version: 3 })
    expect(await stored()).toBeNull()
    const { body } = await fixture.admin.get(`/admin/orders/${order.id}`)
    const corrections = entriesOf(body as unknown as OrderDetail, 'event').filter(
      ({ kind }) => kind === 'corrected',
    )
    expect(corrections.map(({ data }) => data)).toEqual([
      { fields: { [column]: { before: kept, after: other.kept } } },
      { fields: { [column]: { before: other.kept, after: null } } },
    ])
  })

  test.each([kept, ''])('is %j in an order that is rebuilt from its session’s metadata', async (text) => {
    const { order, sessionId } = await placed({ [field]: text })
    await fixture.shop.pay(sessionId)
    await loseOrder(fixture, order.id)
    await fixture.shop.scheduled()
    expect(await fixture.orderOf(order.id)).toMatchObject({ [column]: text || null, paymentStatus: 'paid' })
  })

  test('sent again unchanged is the same session; another one is another order', async () => {
    const request = checkoutRequest({ customerInfo: { [field]: kept } })
    const place = (changes: object) =>
      fixture.shop.post('/create-checkout-session', {
        ...request,
        customerInfo: { ...request.customerInfo, ...changes },
      })
    const first = await place({})
    expect((await place({})).body).toEqual(first.body)
    const second = await place({ [field]: other.typed })
    expect(second.body['sessionId']).not.toBe(first.body['sessionId'])
    const orderOf = ({ body }: typeof first) => orderOfSession(fixture, String(body['sessionId']))
    expect(await orderOf(first)).toMatchObject({ status: 'cancelled' })
    expect(await orderOf(second)).toMatchObject({ status: 'pending', [column]: other.kept })
  })
})

test('the confirmation and the choice of a shop show the unit, and the tracking page leaves it out', async () => {
  const { order, sessionId } = await atFlorist({ unit: UNIT })
  const confirmation = await fixture.shop.post('/get-order-details', { sessionId })
  expect(confirmation.body['order']).toMatchObject({ deliveryUnit: UNIT })
  const choices = await fixture.admin.get(`/admin/assignments/${order.id}`)
  expect(choices.body['order']).toMatchObject({ unit: UNIT })
  const tracking = await fixture.shop.post('/tracking', { token: order.trackingToken })
  expect(tracking.status).toBe(200)
  expect(JSON.stringify(tracking.body)).not.toMatch(/350 5th|Apt 4B/)
})

test('a day later neither the confirmation nor the florist’s page shows the unit', async () => {
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

test('the florist sees whose number is whose; one that was not given is not there', async () => {
  const given = await atItsFlorist((await atFlorist({ recipientPhone: RECIPIENT })).token)
  expect(given).toMatchObject({ recipientPhone: RECIPIENT, senderPhone: SENDER })
  expect(given).not.toHaveProperty('phone')
  const without = await atItsFlorist((await atFlorist({})).token)
  expect(without).toMatchObject({ recipientPhone: null, senderPhone: SENDER })
})

test('a number keeps its extension, and its order is found with and without it', async () => {
  const { order } = await placed({ phone: '646-555-0187 ext. 4021', recipientPhone: '+1 646 555 0188,7' })
  expect(order).toMatchObject({ customerPhone: '(646) 555-0187 x4021', recipientPhone: '(646) 555-0188 x7' })
  for (const q of ['6465550187', '5550188', '(646) 555-0187 x4021', '646 555 0188 ext 7']) {
    const { body } = await fixture.admin.get(`/admin/orders?q=${encodeURIComponent(q)}`)
    expect(body['rows'], q).toMatchObject([{ id: order.id }])
  }
})
