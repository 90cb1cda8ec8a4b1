import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentsError, type SessionParams } from '#api/platform/payments/payments.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { loseOrder, placeOrder } from '#tests/support/placed-order.ts'

// Values that the shop allows and the payment provider would refuse: it takes metadata values of 500 characters, names of 250,
// ASCII addresses, and no total below 50 cents.

const fixture = await openFloristFixture()
const { shop } = fixture
afterAll(() => shop.close())

const SKU = 'FLOWER-001'
const CATALOGUE = { title: 'Really Bad', priceCents: 4999, imageUrl: null }
const setProduct = (changes: Partial<typeof products.$inferInsert>) =>
  shop.db.update(products).set(changes).where(eq(products.sku, SKU))
const place = (changes?: Parameters<typeof checkoutRequest>[0]) =>
  shop.post('/create-checkout-session', checkoutRequest(changes))

beforeEach(async () => {
  await setProduct(CATALOGUE)
})

/** The bouquet's line of a new session, as the provider took it. */
async function bouquetLine() {
  const { status, body } = await place()
  expect(status).toBe(200)
  const [session] = await shop.db
    .select()
    .from(checkoutSessions)
    .where(eq(checkoutSessions.sessionId, String(body['sessionId'])))
  const { lineItems } = (session ?? { params: { lineItems: [] } }).params as Pick<SessionParams, 'lineItems'>
  return { name: lineItems[0]?.name, imageUrl: lineItems[0]?.imageUrl }
}

/** A letter of two UTF-16 units. */
const FANCY = '𝓈'

describe('texts as long as they may be', () => {
  const LONGEST = {
    name: FANCY.repeat(100),
    recipientName: FANCY.repeat(100),
    address: FANCY.repeat(200),
    unit: FANCY.repeat(60),
    city: FANCY.repeat(100),
    note: `${'𝓈 \n'.repeat(99)}end`,
    instructions: FANCY.repeat(300),
  }

  test('can be ordered, and the order is rebuilt from the provider’s books with all of them', async () => {
    await setProduct({ title: FANCY.repeat(255) })
    const { order, sessionId } = await placeOrder(fixture, LONGEST)
    await shop.pay(sessionId)
    await loseOrder(fixture, order.id)
    await shop.scheduled()
    expect(await fixture.orderOf(order.id)).toMatchObject({
      paymentStatus: 'paid',
      customerName: LONGEST.name,
      deliveryAddress: LONGEST.address,
      apologyNote: LONGEST.note,
      deliveryInstructions: LONGEST.instructions,
    })
  })

  test('are shortened on the payment page only, between two characters', async () => {
    await setProduct({ title: `x${FANCY.repeat(254)}` })
    expect((await bouquetLine()).name).toBe(`x${FANCY.repeat(124)}`)
  })

  test('one character more is refused beside the field', async () => {
    const { status, body } = await place({ customerInfo: { note: FANCY.repeat(301) } })
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({
      issues: [{ path: 'customerInfo.note', message: 'Please keep this to 300 characters' }],
    })
  })
})

test.each([
  ['/bouquets/rose.jpg', `${shop.deps.config.origin}/bouquets/really-bad.jpg`],
  ['https://bücher.example/größe.jpg', 'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe.jpg'],
  [`https://example.com/${'好'.repeat(230)}`, `${shop.deps.config.origin}/bouquets/really-bad.jpg`],
])('a picture at %s is shown to the provider as %s', async (imageUrl, shown) => {
  await setProduct({ imageUrl })
  expect((await bouquetLine()).imageUrl).toBe(shown)
})

describe('a total that no card can be charged', () => {
  const MESSAGE =
    'This bouquet can’t be ordered right now: its total is less than a card can be charged. Please choose another bouquet or delivery time.'

  test.each([
    [1, 'tomorrow', 409],
    [46, 'tomorrow', 409],
    [47, 'tomorrow', 200],
    [1, 'today', 200],
  ])('a price of %i cents, delivered %s, answers %i', async (priceCents, option, status) => {
    await setProduct({ priceCents })
    const before = await shop.db.$count(orders)
    const answer = await place({ deliveryDetails: { option } })
    expect(answer.status).toBe(status)
    if (status === 200) return
    expect(answer.body['error']).toMatchObject({
      code: 'below_minimum',
      message: MESSAGE,
      issues: [{ path: 'deliveryDetails.option', message: MESSAGE }],
    })
    expect(await shop.db.$count(orders)).toBe(before)
  })

  test('is not unknown either where the provider’s own minimum is higher', async () => {
    shop.deps.payments.createSession = async () => {
      throw new PaymentsError('rejected', 'Amount too small', {
        code: 'amount_too_small',
        param: 'line_items',
      })
    }
    expect((await place()).body['error']).toMatchObject({ code: 'below_minimum', message: MESSAGE })
  })
})
