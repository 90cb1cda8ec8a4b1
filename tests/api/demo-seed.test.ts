import { count, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { DEMO, seedDemo } from '#drizzle/seed/demo.ts'
import { seedDemoPhotos } from '#local/demo-photos.ts'
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

test('the demo shows three drawn pictures of each bouquet, which say so, and again after their week', async () => {
  const shop = await openTestShop()
  try {
    const seedPhotos = async () => {
      await seedDemo(shop.db, shop.clock.at.toISOString())
      const send = async (path: string, init: RequestInit) => shop.app.request(`/api${path}`, init)
      await seedDemoPhotos(shop.db, { keys: shop.deps.config, send, now: shop.clock.at })
    }
    const seen = async () => {
      const { body } = await shop.get('/made-this-week')
      return body['bouquets'] as { sku: string; photos: { url: string; shop: string }[] }[]
    }
    await seedPhotos()
    const bouquets = await seen()
    expect(bouquets.map(({ sku, photos }) => [sku, photos.map((photo) => photo.shop)])).toEqual(
      ['FLOWER-001', 'FLOWER-002', 'FLOWER-003'].map((sku) => [
        sku,
        Array.from({ length: 3 }, () => 'Drawn for the demonstration'),
      ]),
    )
    for (const { url } of bouquets.flatMap(({ photos }) => photos)) {
      expect((await shop.app.request(url)).status).toBe(200)
    }
    shop.pass(8 * 24 * 60)
    expect(await seen()).toEqual([])
    await seedPhotos()
    expect(await seen()).toHaveLength(3)
    const [taken] = await shop.db.select({ count: count() }).from(orders).where(isNotNull(orders.marketId))
    expect(taken?.count).toBe(0)
    // Nobody is written to about them.
    await shop.scheduled()
    expect(await shop.db.select().from(outbox)).toEqual([])
  } finally {
    await shop.close()
  }
})
