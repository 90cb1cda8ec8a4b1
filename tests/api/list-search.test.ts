import { afterAll, expect, test } from 'vitest'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { market, order, product, shopOrder, shop as shopRow } from '#tests/support/rows.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// Every list of the back office compares texts in one way.

const shop = await openTestShop()
const admin = await signIn(shop)
const { db } = shop
await db.insert(markets).values(market({ id: 'found', name: 'Ñandú’s [Bay] *' }))
await db
  .insert(shops)
  .values(shopRow({ id: 'found', name: 'Ñandú’s [Bay] *', marketId: 'found', stateId: 'state-ny' }))
await db.insert(products).values(product({ id: 'found', sku: 'NANDU', title: 'Ñandú’s [Bay] *' }))
await db.insert(waitlist).values(waitlistEntry({ id: 'found', city: 'Ñandú’s [Bay] *' }))
await db.insert(orders).values(
  order({
    id: 'found',
    orderReference: 'ORD-7K2M9QXA',
    customerName: 'Ñandú’s [Bay] *',
    customerPhone: '(212) 555-0134',
  }),
)
await db.insert(shopOrders).values(shopOrder({ id: 'found', orderId: 'found', shopId: 'found' }))
afterAll(() => shop.close())

async function found(list: string, q: string): Promise<string[]> {
  const { status, body } = await admin.get(`/admin/${list}?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return (body['rows'] as { id: string }[]).map(({ id }) => id)
}

const LISTS = ['markets', 'shops', 'products', 'waitlist', 'orders', 'shop-orders']

test.each(LISTS)('%s are found whatever the accents, case and apostrophes', async (list) => {
  for (const q of ['ñandú', 'ÑANDÚ', 'nandu', "nandu's", 'NANDÚ‘S', '[bay]', '*', '’S [']) {
    expect([q, await found(list, q)]).toEqual([q, ['found']])
  }
  for (const q of ['mandu', 'n*u', 'n?ndu', '[^x]', 'nandu’s bay']) {
    expect([q, await found(list, q)]).toEqual([q, []])
  }
})

test.each(['#ORD-7K2M9QXA', 'ord 7k2m9qxa', '#7k2m9'])('shop orders are found by %s', async (q) => {
  expect(await found('shop-orders', q)).toEqual(['found'])
})

test.each(['#ORD-7K2M9QXA', 'ORD 7k2m', '212.555.0134', '0134'])('the global search finds %s', async (q) => {
  const { body } = await admin.get(`/admin/search?q=${encodeURIComponent(q)}`)
  expect(body).toMatchObject({ orders: [{ id: 'found' }] })
})

test('a search as long as one may be, of letters with many accents, is answered', async () => {
  for (const list of LISTS) expect(await found(list, 'o'.repeat(100))).toEqual([])
})

test.each([...LISTS, 'users', 'search'])('%s refuse a longer search at its field', async (list) => {
  expect(await admin.get(`/admin/${list}?q=${'x'.repeat(101)}`)).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid', issues: [{ path: 'q' }] } },
  })
})
