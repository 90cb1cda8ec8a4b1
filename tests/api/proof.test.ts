import { afterAll, beforeAll, expect, test } from 'vitest'
import { onTimePercent } from '#domain/proof.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import type { Proof } from '#src/lib/shop-api.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { market, order, shopOrder, shop as shopRow } from '#tests/support/rows.ts'
import { MORNING, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// The names and the figure that shoppers are shown before they pay, held against rows.

const TEN_MINUTES = 10 * 60_000

let shop: TestShop
let stateId: string
beforeAll(async () => {
  shop = await openTestShop()
  shop.clock.at = MORNING
  const [first] = await shop.db.select().from(shops).limit(1)
  stateId = first?.stateId ?? ''
  await shop.db.delete(shops)
})
afterAll(() => shop.close())

async function proof(query = ''): Promise<Proof> {
  const { status, body } = await shop.get(`/storefront${query}`)
  expect(status).toBe(200)
  return body['proof'] as Proof
}

test('a market without shops names nobody', async () => {
  expect(await proof('?zip=94110')).toEqual({ madeBy: null, onTime: null })
  expect(await proof()).toEqual({ madeBy: null, onTime: null })
})

test('names the active shops of the market that serves the ZIP, and of all without one', async () => {
  const elsewhere = market({ name: 'Nowhere' })
  await shop.db.insert(markets).values(elsewhere)
  const named = (name: string, marketId: string, active = true) =>
    shopRow({ name, marketId, stateId, active })
  await shop.db
    .insert(shops)
    .values([
      named('Stem', 'market-sf'),
      named('bloom & Co', 'market-sf'),
      named('Closed for Good', 'market-sf', false),
      named('Iris & Daughters', 'market-nyc'),
      named('A Market without ZIP Codes', elsewhere.id),
    ])
  expect((await proof('?zip=94110')).madeBy).toBe('Made by bloom & Co and Stem in San Francisco')
  expect((await proof('?zip=10001')).madeBy).toBe('Made by Iris & Daughters in New York City')
  expect((await proof('?zip=90210')).madeBy).toBeNull()
  expect((await proof()).madeBy).toBe('Made by bloom & Co, Iris & Daughters and Stem')
})

test('a shop that is renamed or gone is no longer named: the pages that name it are purged', async () => {
  const admin = await signIn(shop)
  const purged: (readonly string[])[] = []
  shop.deps.cache = { purge: async (tags) => void purged.push(tags) }
  const place = { streetAddress: '12 Valencia St', city: 'San Francisco', zip: '94110', stateId }
  const form = { ...place, name: 'Fern', marketId: 'market-sf' }
  const { body } = await admin.post('/admin/shops', form)
  expect((await proof('?zip=94110')).madeBy).toContain('Fern')
  await admin.put(`/admin/shops/${body['id']}`, { ...form, name: 'Moss', version: 1 })
  expect((await proof('?zip=94110')).madeBy).toContain('Moss')
  expect((await admin.delete(`/admin/shops/${body['id']}`)).status).toBe(200)
  expect((await proof('?zip=94110')).madeBy).not.toMatch(/Fern|Moss/)
  expect(purged).toEqual([['catalogue'], ['catalogue'], ['catalogue']])
})

test('is the dashboard’s own figure, above 30 orders, for one round trip along indexes', async () => {
  const [first] = await shop.db.select().from(shops).limit(1)
  const due = '2026-06-03T20:00:00.000Z'
  const deliver = async (count: number, statusUpdatedAt: string) => {
    const rows = Array.from({ length: count }, () =>
      order({ paymentStatus: 'paid', status: 'delivered', assignmentStatus: 'assigned', promisedBy: due }),
    )
    await shop.db.insert(orders).values(rows)
    await shop.db
      .insert(shopOrders)
      .values(
        rows.map(({ id }) =>
          shopOrder({ orderId: id, shopId: first?.id ?? '', status: 'delivered', statusUpdatedAt }),
        ),
      )
  }
  await deliver(30, due)
  const later = (ms: number) => {
    shop.clock.at = new Date(shop.clock.at.getTime() + ms)
  }
  later(TEN_MINUTES)
  expect((await proof('?zip=94110')).onTime).toBeNull()
  await deliver(1, '2026-06-03T20:00:00.001Z')
  // A week of orders is not counted for every page.
  later(TEN_MINUTES - 1)
  expect((await proof('?zip=94110')).onTime).toBeNull()
  later(1)
  const admin = await signIn(shop)
  const { body } = await admin.get('/admin/dashboard')
  const { promised } = (body as unknown as Dashboard).figures
  expect(promised).toEqual({ due: 31, onTime: 30 })
  const { requests, plans } = await plansOf(shop, async () => {
    expect((await proof('?sku=FLOWER-001&zip=94110&option=today')).onTime).toBe(
      `On time, last 7 days: ${onTimePercent(promised)}%`,
    )
  })
  expect(requests).toBe(1)
  const steps = plans.flatMap(({ steps }) => steps)
  expect(steps.filter((step) => /^SCAN (o|orders|s|shop_orders)\b/.test(step))).toEqual([])
})
