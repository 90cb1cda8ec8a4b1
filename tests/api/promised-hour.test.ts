import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketSchedule } from '#domain/availability.ts'
import { byOption, type DeliveryOptionId } from '#domain/delivery.ts'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { OrderSummary } from '#src/storefront/confirmation/order-summary.tsx'
import DeliveryPicker from '#src/storefront/delivery/delivery-picker.tsx'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { orderOfSession } from '#tests/support/placed-order.ts'

// The promises of a market outside New York follow its own clock, from the form to the florist, also when clocks change.

let fixture: FloristFixture
beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const ZONE = 'America/Los_Angeles'
const MINUTES_TO_PAY = 10

type Case = {
  option: DeliveryOptionId
  placedAt: string
  offered: string
  /** The promise at placing, and once it is paid ten minutes later. */
  promised: [string, string]
  deliveryDate: string
  subject: string
  /** The one form on every page and in every email. */
  time: string
}

const CASES: Record<string, Case> = {
  'tonight in summer': {
    option: 'today',
    placedAt: '2026-06-04T18:00:00Z',
    offered: 'Today, Thu Jun 4, by 8 PM PST',
    promised: ['2026-06-05T03:00:00.000Z', '2026-06-05T03:00:00.000Z'],
    deliveryDate: '2026-06-05T06:59:59.000Z',
    subject: 'by 8 PM PST',
    time: 'Thu Jun 4, 8 PM PST',
  },
  'tomorrow, ordered when New York is a day ahead': {
    option: 'tomorrow',
    placedAt: '2026-06-05T06:00:00Z',
    offered: 'Tomorrow, Fri Jun 5, by 12 PM PST',
    promised: ['2026-06-05T19:00:00.000Z', '2026-06-05T19:00:00.000Z'],
    deliveryDate: '2026-06-05T19:00:00.000Z',
    subject: 'by Fri Jun 5, 12 PM PST',
    time: 'Fri Jun 5, 12 PM PST',
  },
  'the next hour': {
    option: 'hour',
    placedAt: '2026-06-06T18:00:00Z',
    offered: 'Today, Sat Jun 6, by 12 PM PST',
    promised: ['2026-06-06T19:00:00.000Z', '2026-06-06T19:10:00.000Z'],
    deliveryDate: '2026-06-06T19:10:00.000Z',
    subject: 'by 12:10 PM PST',
    time: 'Sat Jun 6, 12:10 PM PST',
  },
  'the next hours, over the end of daylight saving': {
    option: 'few-hours',
    placedAt: '2026-11-01T07:55:00Z',
    offered: 'Today, Sun Nov 1, by 2:55 AM PST',
    promised: ['2026-11-01T10:55:00.000Z', '2026-11-01T11:05:00.000Z'],
    deliveryDate: '2026-11-01T11:05:00.000Z',
    subject: 'by 3:05 AM PST',
    time: 'Sun Nov 1, 3:05 AM PST',
  },
  'tonight, on the day on which clocks go back': {
    option: 'today',
    placedAt: '2026-11-01T08:30:00Z',
    offered: 'Today, Sun Nov 1, by 8 PM PST',
    promised: ['2026-11-02T04:00:00.000Z', '2026-11-02T04:00:00.000Z'],
    deliveryDate: '2026-11-02T07:59:59.000Z',
    subject: 'by 8 PM PST',
    time: 'Sun Nov 1, 8 PM PST',
  },
  'tomorrow, on the eve of daylight saving': {
    option: 'tomorrow',
    placedAt: '2027-03-14T07:30:00Z',
    offered: 'Tomorrow, Sun Mar 14, by 12 PM PST',
    promised: ['2027-03-14T19:00:00.000Z', '2027-03-14T19:00:00.000Z'],
    deliveryDate: '2027-03-14T19:00:00.000Z',
    subject: 'by Sun Mar 14, 12 PM PST',
    time: 'Sun Mar 14, 12 PM PST',
  },
}

const textOf = (page: React.ReactElement) => renderToStaticMarkup(page).replace(/<[^>]+>/g, '')

test.each(Object.entries(CASES))('San Francisco promises by its own clock: %s', async (name, expected) => {
  const { shop } = fixture
  const { option, placedAt, promised } = expected
  const email = `${name.replace(/\W+/g, '-')}@example.com`
  shop.clock.at = new Date(placedAt)
  const { body: offered } = await shop.get('/storefront?sku=FLOWER-001&zip=94103')
  const { market } = offered['zip'] as { market: { name: string; schedule: MarketSchedule } }
  const renderedAt = shop.clock.at.toISOString()
  const price = { priceCents: 4999, totals: byOption(() => 4999) }
  const step = { bouquet: {}, ...price, market, zip: '94103', renderedAt, chosen: option, children: null }
  expect(textOf(createElement(DeliveryPicker, step))).toContain(expected.offered)

  const form = checkoutRequest({
    customerInfo: { email, zip: '94103', city: 'San Francisco', state: 'CA' },
    deliveryDetails: { option },
  })
  const { body } = await shop.post('/create-checkout-session', form)
  const sessionId = String(body['sessionId'])
  const placed = await orderOfSession(fixture, sessionId)
  expect(placed).toMatchObject({ timeZone: ZONE, promisedBy: promised[0] })
  expect((await shop.deps.payments.retrieveSession(sessionId)).metadata['time_zone']).toBe(ZONE)

  shop.pass(MINUTES_TO_PAY)
  await shop.pay(sessionId)
  const stored = { timeZone: ZONE, promisedBy: promised[1], deliveryDate: expected.deliveryDate }
  const { body: found } = await shop.post('/get-order-details', { sessionId })
  const order = found['order'] as ConfirmationOrder
  expect(order).toMatchObject({ timeZone: ZONE, promisedBy: promised[1] })
  expect(textOf(createElement(OrderSummary, { order }))).toContain(expected.time)
  expect(await orderOfSession(fixture, sessionId)).toMatchObject(stored)
  const { body: tracked } = await shop.post('/tracking', { token: placed.trackingToken })
  expect(tracked).toMatchObject({ timeZone: ZONE, promisedBy: promised[1] })

  const florist = await fixture.florist({ marketId: 'market-sf' })
  await fixture.assigned({
    orderId: placed.id,
    shopId: florist.id,
    totalCents: placed.totalCents,
    shopCostCents: placed.totalCents,
    platformFeeCents: 0,
  })
  await shop.settled()
  await shop.scheduled()
  for (const recipient of [email, String(florist.email)]) {
    const [mail] = await shop.messages(recipient)
    expect(mail?.subject, recipient).toContain(expected.subject)
    expect(mail?.text, recipient).toContain(expected.time)
  }
})
