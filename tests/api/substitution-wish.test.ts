import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ManagedOrder } from '#api/buyer-portal/service.ts'
import type { OrderDetail } from '#src/admin/orders/queries.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { formOf, manageToken } from '#tests/support/manage.ts'
import { loseOrder, orderAtFlorist, orderOfSession, placeOrder } from '#tests/support/placed-order.ts'
import { entriesOf } from '#tests/support/timeline.ts'

// The buyer's wish for a flower that is missing, from the checkout on.

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const send = (request: object) => fixture.shop.post('/create-checkout-session', request)
const placed = (customerInfo: object) => placeOrder(fixture, customerInfo)

test.each([
  ['ask', 'ask'],
  ['refund', 'refund'],
  ['florist', 'florist'],
  ['', 'florist'],
  ['whatever', 'florist'],
  [undefined, 'florist'],
])('sent as %j it is stored as %s', async (substitutionPreference, stored) => {
  expect((await placed({ substitutionPreference })).order).toMatchObject({ substitutionPreference: stored })
})

test('sent again unchanged, it is the same session; another wish is another order', async () => {
  const request = checkoutRequest({ customerInfo: { substitutionPreference: 'ask' } })
  const first = await send(request)
  expect((await send(request)).body).toEqual(first.body)
  const changed = { ...request, customerInfo: { ...request.customerInfo, substitutionPreference: 'refund' } }
  const second = await send(changed)
  expect(second.body['sessionId']).not.toBe(first.body['sessionId'])
  expect(await orderOfSession(fixture, String(first.body['sessionId']))).toMatchObject({
    status: 'cancelled',
  })
  expect(await orderOfSession(fixture, String(second.body['sessionId']))).toMatchObject({
    substitutionPreference: 'refund',
  })
})

test('a form that did not ask is the same attempt as one with the preset', async () => {
  const request = checkoutRequest({ customerInfo: { substitutionPreference: undefined } })
  const first = await send(request)
  const preset = { ...request, customerInfo: { ...request.customerInfo, substitutionPreference: 'florist' } }
  expect((await send(preset)).body).toEqual(first.body)
})

test.each(['ask', 'florist'])(
  'an order rebuilt from the session’s metadata has the wish %s',
  async (wish) => {
    const { order, sessionId } = await placed({ substitutionPreference: wish })
    const { metadata } = await fixture.shop.deps.payments.retrieveSession(sessionId)
    expect(metadata['substitution']).toBe(wish)
    await fixture.shop.pay(sessionId)
    await loseOrder(fixture, order.id)
    await fixture.shop.scheduled()
    expect(await fixture.orderOf(order.id)).toMatchObject({
      substitutionPreference: wish,
      paymentStatus: 'paid',
    })
  },
)

test('florist, back office and sheets show it; the confirmation only unless it is the preset', async () => {
  const [asks, leaves] = [
    await orderAtFlorist(fixture, { substitutionPreference: 'ask', email: 'asks@example.com' }),
    await orderAtFlorist(fixture, { substitutionPreference: 'florist', email: 'leaves@example.com' }),
  ]
  const { body } = await fixture.shop.post('/florist/order', { token: asks.token })
  expect((body as unknown as FloristOrder).substitution.preference).toBe('ask')
  expect((await fixture.admin.get(`/admin/orders/${asks.order.id}`)).body).toMatchObject({
    substitutionPreference: 'ask',
  })
  expect((await fixture.detail(asks.id)).order).toMatchObject({ substitutionPreference: 'ask' })
  const sheets = JSON.stringify((await fixture.admin.get('/admin/shop-orders/print')).body)
  expect(sheets).toContain('"substitutionPreference":"ask"')
  const confirmationTo = async (email: string) =>
    (await fixture.shop.messages(email)).find(({ subject }) => subject.startsWith('Order confirmed'))?.text
  expect(await confirmationTo('asks@example.com')).toMatch(/If a flower is missing\s+Ask me first/)
  expect(await confirmationTo('leaves@example.com')).not.toContain('flower is missing')
  expect(leaves.order.substitutionPreference).toBe('florist')
})

test('its buyer changes it until a florist accepts, who hears of it', async () => {
  const { order, token, florist } = await orderAtFlorist(fixture, { substitutionPreference: 'florist' })
  const own = await manageToken(fixture.shop, order.id)
  const shown = (await fixture.shop.post('/manage', { token: own })).body as unknown as ManagedOrder
  const form = { ...formOf(shown), token: own, substitutionPreference: 'refund' }
  expect(await fixture.shop.post('/manage/change', form)).toMatchObject({
    status: 200,
    body: { personal: { substitutionPreference: 'refund' } },
  })
  await fixture.shop.settled()
  const [mail] = await fixture.shop.messages(String(florist.email))
  expect(mail?.subject).toBe(`Order ${order.orderReference} has changed: wish for missing flowers`)
  const { body } = await fixture.shop.post('/florist/order', { token })
  expect(body).toMatchObject({
    substitution: { preference: 'refund' },
    delivery: { changes: [{ part: 'wish for missing flowers' }] },
  })
  await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
  expect((await fixture.shop.post('/manage/change', { ...form, substitutionPreference: 'ask' })).status).toBe(
    409,
  )
})

test('a form of the buyer from before it was asked keeps it', async () => {
  const { order } = await orderAtFlorist(fixture, { substitutionPreference: 'ask' })
  const own = await manageToken(fixture.shop, order.id)
  const shown = (await fixture.shop.post('/manage', { token: own })).body as unknown as ManagedOrder
  const changed = { ...formOf(shown), token: own, apologyNote: 'Sorry again.' }
  expect((await fixture.shop.post('/manage/change', changed)).status).toBe(200)
  expect(await fixture.orderOf(order.id)).toMatchObject({
    substitutionPreference: 'ask',
    apologyNote: 'Sorry again.',
  })
})

test('an admin corrects it, and leaves it out; the timeline says both in words', async () => {
  const { order } = await placed({ substitutionPreference: 'florist' })
  const { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip } = order
  const must = { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip }
  const correct = (changes: object, version: number) =>
    fixture.admin.put(`/admin/orders/${order.id}`, { ...must, ...changes, version })
  expect((await correct({ substitutionPreference: 'never' }, 1)).status).toBe(422)
  expect((await correct({ substitutionPreference: 'ask' }, 1)).body).toEqual({ version: 2 })
  expect((await correct({}, 2)).body).toEqual({ version: 2 })
  const { body } = await fixture.admin.get(`/admin/orders/${order.id}`)
  const corrected = entriesOf(body as unknown as OrderDetail, 'event').filter(
    ({ kind }) => kind === 'corrected',
  )
  expect(corrected.map(({ data }) => data)).toEqual([
    {
      fields: {
        substitutionPreference: { before: 'Florist’s choice of equal value', after: 'Ask the sender first' },
      },
    },
  ])
})
