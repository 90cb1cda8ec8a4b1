import { expect, test } from 'vitest'
import { SHOWN_WORDING } from '#domain/consents.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// The box for texts, as an order takes it.

const shop = await shareTestShop()
const send = (request: object) => shop.post('/create-checkout-session', request)

test.each([undefined, '', 'on', 'start', '2025-01-01', 'x'.repeat(20_001), SHOWN_WORDING])(
  'an order is placed whatever came of the box: %j',
  async (textsAgreed) => {
    const { status } = await send(checkoutRequest({ customerInfo: { textsAgreed } }))
    expect(status).toBe(200)
    expect(await shop.db.$count(orders)).toBe(1)
  },
)

test('a form without the box is the same order as one that left it unticked, and ticked it is another', async () => {
  const without = checkoutRequest()
  const sent = async (textsAgreed: string) =>
    (await send({ ...without, customerInfo: { ...without.customerInfo, textsAgreed } })).body['sessionId']
  const { body } = await send(without)
  expect(await sent('')).toBe(body['sessionId'])
  expect(await sent('2025-01-01')).toBe(body['sessionId'])
  const ticked = await sent(SHOWN_WORDING)
  expect(ticked).not.toBe(body['sessionId'])
  expect(await sent(SHOWN_WORDING)).toBe(ticked)
})
