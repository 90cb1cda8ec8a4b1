import { afterAll, describe, expect, test } from 'vitest'
import { markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { FoundRecords } from '#src/admin/keyboard/queries.ts'
import { market, order, shop as shopRow } from '#tests/support/rows.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await openTestShop()
const admin = await signIn(shop)
await shop.db.insert(markets).values(market({ id: 'market-fargo', name: 'Fargo' }))
await shop.db.insert(marketZipcodes).values({ zipcode: '58102', marketId: 'market-fargo' })
await shop.db.insert(shops).values([
  shopRow({ id: 'shop-prairie', name: 'Prairie Roses', marketId: 'market-fargo', stateId: 'state-ny' }),
  shopRow({
    id: 'shop-shut',
    name: 'Prairie Tulips',
    marketId: 'market-fargo',
    stateId: 'state-ny',
    active: false,
  }),
])
for (let n = 0; n < 7; n++) {
  await shop.db.insert(orders).values(
    order({
      id: `order-${n}`,
      orderReference: `ORD-5810200${n}`,
      customerName: 'Marge Gunderson',
      createdAt: `2026-06-0${n + 1}T12:00:00.000Z`,
    }),
  )
}
afterAll(() => shop.close())

const search = async (q: string) =>
  (await admin.get(`/admin/search?q=${encodeURIComponent(q)}`)).body as FoundRecords

describe('the search over everything', () => {
  test('finds an order by its reference', async () => {
    expect(await search('ORD-58102003')).toEqual({
      orders: [
        { id: 'order-3', reference: 'ORD-58102003', customerName: 'Marge Gunderson', status: 'pending' },
      ],
      shops: [],
      markets: [],
    })
  })

  test('shows the five newest of many orders', async () => {
    const { orders } = await search('gunderson')
    expect(orders.map(({ id }) => id)).toEqual(['order-6', 'order-5', 'order-4', 'order-3', 'order-2'])
  })

  test('finds shops, also inactive ones, by name and market', async () => {
    for (const q of ['prairie', 'fargo']) {
      const { shops } = await search(q)
      expect(shops.map(({ name, active }) => [name, active])).toEqual([
        ['Prairie Roses', true],
        ['Prairie Tulips', false],
      ])
    }
  })

  test.each(['58102', '581'])('finds the market and the orders of the digits %s', async (q) => {
    const found = await search(q)
    expect(found.markets).toEqual([{ id: 'market-fargo', name: 'Fargo' }])
    expect(found.orders).toHaveLength(5)
  })

  test.each(['', '   ', '%', '"', "' or 1=1 --", 'zzzzzz'])('finds nothing by %j', async (q) => {
    expect(await search(q)).toEqual({ orders: [], shops: [], markets: [] })
  })
})
