import { expect, test } from 'vitest'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { DEMO, seedDemo } from '#drizzle/seed/demo.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openTestShop } from '#tests/support/shop.ts'

test('the demo market sells out, twice seeded or once, and a fresh shop has neither limits nor deadlines', async () => {
  const shop = await openTestShop()
  try {
    const isDefault = (await shop.db.select().from(markets)).every(({ asksForAnswer }) => !asksForAnswer)
    const limited = (await shop.db.select().from(shops)).filter(({ weekdayCapacity }) => weekdayCapacity)
    expect([isDefault, limited]).toEqual([true, []])

    for (const at of ['2026-06-04T19:05:00.000Z', '2026-06-05T19:05:00.000Z']) await seedDemo(shop.db, at)
    const asking = (await shop.db.select().from(markets)).filter(({ asksForAnswer }) => asksForAnswer)
    expect(asking).toEqual([expect.objectContaining({ id: DEMO.marketId, assignsAutomatically: false })])

    const place = (zip: string, state: string) =>
      shop.post(
        '/create-checkout-session',
        checkoutRequest({ customerInfo: { zip, state }, deliveryDetails: { option: 'tomorrow' } }),
      )
    for (let sold = 0; sold < DEMO.bouquetsADay; sold++) {
      expect((await place(DEMO.zip, 'NJ')).status).toBe(200)
    }
    const refused = await place(DEMO.zip, 'NJ')
    expect(refused.body['error']).toMatchObject({
      message: 'Others are paying for tomorrow’s last bouquets. Try again at 11:02 AM.',
    })
    expect((await place('10001', 'NY')).status).toBe(200)
  } finally {
    await shop.close()
  }
})
