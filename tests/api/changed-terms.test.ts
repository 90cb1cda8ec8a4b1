import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DELIVERY_OPTION_IDS, type DeliveryOptionId } from '#domain/delivery.ts'
import type { OrderTerms } from '#domain/order-terms.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// A form is sent later than it was drawn: what was shown is compared with what is true then.

const shop = await shareTestShop()

const SF = { zip: '94110', city: 'San Francisco', state: 'CA' }

const send = (request: unknown) => shop.post('/create-checkout-session', request)
const errorOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']]

/** The terms that the checkout shows of an option for a ZIP now. */
async function shownFor(option: DeliveryOptionId, zip: string) {
  const { body } = await shop.get(`/storefront?sku=FLOWER-001&zip=${zip}&option=${option}`)
  const { promise, price } = body['terms'] as OrderTerms
  return { promise, totalCents: price.totalCents }
}

async function form(option: DeliveryOptionId, customerInfo = {}, zip = '10001') {
  const shown = await shownFor(option, zip)
  return { ...checkoutRequest({ deliveryDetails: { option }, customerInfo }), shown }
}

const setPrice = (priceCents: number) =>
  shop.db.update(products).set({ priceCents }).where(eq(products.id, 'product-really-bad'))
const open = async () => (await shop.db.select().from(orders)).filter(({ status }) => status === 'pending')

test.each(DELIVERY_OPTION_IDS)('%s is placed as it was shown', async (option) => {
  for (const [zip, place] of [
    ['10001', {}],
    ['94110', SF],
  ] as const) {
    shop.clock.at = new Date('2026-06-04T17:00:00Z')
    const { totalCents } = await shownFor(option, zip)
    expect((await send(await form(option, place, zip))).status).toBe(200)
    expect((await open()).at(-1)).toMatchObject({ totalCents, deliveryOption: option })
  }
})

test('a form that was drawn before midnight asks again with the new day, and the next press places it', async () => {
  shop.clock.at = new Date('2026-06-05T03:55:00Z')
  const request = await form('tomorrow')
  expect(request.shown).toMatchObject({ promise: 'Tomorrow, Fri Jun 5, by 12 PM EST' })
  shop.pass(10)
  expect(errorOf(await send(request))).toEqual([
    409,
    expect.objectContaining({
      code: 'terms_changed',
      message: 'Delivery is now: Tomorrow, Sat Jun 6, by 12 PM EST. Nothing was charged.',
    }),
  ])
  expect([await shop.db.$count(orders), (await shop.providerState()).sessions]).toEqual([0, []])
  const again = { ...request, shown: await shownFor('tomorrow', '10001') }
  expect((await send(again)).status).toBe(200)
  expect(await open()).toMatchObject([{ promisedBy: '2026-06-06T16:00:00.000Z' }])
})

test('a form that was drawn for the other market asks again with its time', async () => {
  const request = await form('today', SF)
  expect(errorOf(await send(request))).toEqual([
    409,
    expect.objectContaining({
      message: 'Delivery is now: Today, Thu Jun 4, by 8 PM PST. Nothing was charged.',
    }),
  ])
  expect((await send({ ...request, shown: await shownFor('today', '94110') })).status).toBe(200)
})

test('an option that is closed in the other market is refused with that market’s reason', async () => {
  // 14:30 in New York, 11:30 in San Francisco.
  shop.clock.at = new Date('2026-06-04T18:30:00Z')
  const request = await form('today', {}, '94110')
  expect(errorOf(await send(request))).toEqual([
    409,
    expect.objectContaining({
      code: 'option_closed',
      message: 'Same day delivery not available after 2pm EST',
    }),
  ])
})

describe('a price that changed while the form was open', () => {
  test('is said before anything is paid, and the next press pays it', async () => {
    const request = await form('tomorrow')
    await setPrice(5199)
    expect(errorOf(await send(request))).toEqual([
      409,
      expect.objectContaining({
        code: 'terms_changed',
        message: 'The price is now $55.11. Nothing was charged.',
        issues: [],
      }),
    ])
    expect(await shop.db.$count(orders)).toBe(0)
    const again = { ...request, shown: { ...request.shown, totalCents: 5511 } }
    const { body } = await send(again)
    const session = await shop.deps.payments.retrieveSession(String(body['sessionId']))
    expect(session.amountTotalCents).toBe(5511)
  })

  test('after the first press: the open session stays as it was shown, and a form drawn again gets another', async () => {
    const request = await form('tomorrow')
    const first = await send(request)
    await setPrice(5199)
    expect((await send(request)).body).toEqual(first.body)
    const second = await send({ ...request, shown: await shownFor('tomorrow', '10001') })
    expect(second.body['sessionId']).not.toBe(first.body['sessionId'])
    expect(await open()).toMatchObject([{ totalCents: 5511 }])
    const old = await shop.deps.payments.retrieveSession(String(first.body['sessionId']))
    expect(old.status).toBe('expired')
  })

  test('after the payment, an unchanged form leads to its order and charges nothing', async () => {
    const request = await form('tomorrow')
    const { body } = await send(request)
    await shop.pay(String(body['sessionId']))
    for (const event of await shop.events('checkout.session.completed')) await shop.deliver(event)
    await setPrice(5199)
    for (const shown of [request.shown, await shownFor('tomorrow', '10001')]) {
      const again = await send({ ...request, shown })
      expect(again.body['url']).toBe(`http://localhost:8787/thank-you?session_id=${body['sessionId']}`)
    }
    expect(await shop.db.$count(orders)).toBe(1)
  })
})

test('a session of the next hours is kept for a form that is drawn again: its time counts from the payment', async () => {
  const request = await form('hour')
  const first = await send(request)
  shop.pass(25)
  const again = await send({ ...request, shown: await shownFor('hour', '10001') })
  expect(again.body).toEqual(first.body)
})

test.each([
  ['', 0],
  ['Today, Thu Jun 4, by 8 PM EST', -1],
  ['Tomorrow', 6358],
])('a form that showed “%s” and %i cents is asked, never charged', async (promise, totalCents) => {
  const answer = await send(checkoutRequest({ shown: { promise, totalCents } }))
  expect(errorOf(answer)).toEqual([409, expect.objectContaining({ code: 'terms_changed' })])
  expect(await shop.db.$count(orders)).toBe(0)
})

describe('the specified deliveryDetails', () => {
  const place = { address: '1 Ferry Building', city: 'San Francisco', state: 'CA', zip: '94111' }

  test('say where to deliver; date and fee count for nothing', async () => {
    const details = { ...place, option: 'today', date: '1999-01-01T00:00:00Z', fee: 0.01 }
    expect((await send(checkoutRequest({ deliveryDetails: details }))).status).toBe(200)
    expect(await open()).toMatchObject([
      {
        deliveryAddress: '1 Ferry Building',
        deliveryZip: '94111',
        timeZone: 'America/Los_Angeles',
        deliveryFeeCents: 999,
        promisedBy: '2026-06-05T03:00:00.000Z',
      },
    ])
  })

  test('are checked like the form', async () => {
    const { status, body } = await send(checkoutRequest({ deliveryDetails: { ...place, zip: '9411' } }))
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({
      issues: [{ path: 'deliveryDetails.zip', message: 'Please enter a 5-digit ZIP code' }],
    })
  })
})

describe('after a payment that never came back', () => {
  async function paid(settled: boolean) {
    const request = checkoutRequest({ deliveryDetails: { option: 'tomorrow' } })
    const { body } = await send(request)
    await shop.pay(String(body['sessionId']))
    const [completed] = await shop.events('checkout.session.completed')
    if (settled && completed) await shop.deliver(completed)
    return { request, sessionId: String(body['sessionId']) }
  }

  test.each([false, true])(
    'the form names the order and where to follow it (webhook: %s)',
    async (settled) => {
      const { request, sessionId } = await paid(settled)
      const other = { ...request, customerInfo: { ...request.customerInfo, note: 'And the other thing.' } }
      const refused = await send(other)
      const [order] = await shop.db.select().from(orders)
      const reference = order?.orderReference ?? ''
      expect(errorOf(refused)).toEqual([
        409,
        expect.objectContaining({
          code: 'already_paid',
          message: `${reference} is paid. View it, or start another order.`,
          paidOrder: { reference, url: `http://localhost:8787/thank-you?session_id=${sessionId}` },
        }),
      ])
      // The other order has another key, and then it is placed at once.
      const second = await send({ ...other, attemptKey: crypto.randomUUID() })
      expect([second.status, await shop.db.$count(orders)]).toEqual([200, 2])
      expect((await send(other)).status).toBe(409)
      expect(await shop.db.$count(orders)).toBe(2)
    },
  )

  test('an order whose money went back does not stand in the way of the next', async () => {
    const { request } = await paid(true)
    await shop.db
      .update(orders)
      .set({ paymentStatus: 'refunded', status: 'cancelled', refundedCents: sql`total_cents` })
    for (const note of ['Again.', 'Again, and unchanged.']) {
      const again = { ...request, customerInfo: { ...request.customerInfo, note } }
      expect((await send(again)).status).toBe(200)
    }
    expect((await shop.db.select().from(orders)).map(({ paymentStatus }) => paymentStatus).sort()).toEqual([
      'failed',
      'pending',
      'refunded',
    ])
  })
})
