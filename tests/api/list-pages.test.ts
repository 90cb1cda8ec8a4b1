import { afterAll, expect, test } from 'vitest'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { user } from '#tests/support/account-rows.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { market, product, shop, shopOrder } from '#tests/support/rows.ts'

// Every list: a page beyond the last is the last one.

type Page = { rows: { id: string }[]; info: PageInfo }

const fixture = await openFloristFixture()
const { db } = fixture.shop
const many = <Row>(row: (n: number) => Row) => Array.from({ length: 12 }, (_, n) => row(n))
const florist = await fixture.florist({ name: 'Paged Petals' })
const shopId = florist.id
await db.insert(products).values(many((n) => product({ sku: `PAGED-${n}` })))
await db.insert(markets).values(many((n) => market({ name: `Paged ${n}` })))
const { marketId, stateId } = florist
await db.insert(shops).values(many((n) => shop({ name: `Paged ${n}`, marketId, stateId })))
await db.insert(waitlist).values(many((n) => waitlistEntry({ email: `paged.${n}@example.com` })))
await db.insert(users).values(many((n) => user({ email: `paged.${n}@example.com` })))
for (let n = 0; n < 12; n++) {
  const { id: orderId } = await fixture.bought({ customerName: 'Pat Paged', assignmentStatus: 'assigned' })
  await db.insert(shopOrders).values(shopOrder({ orderId, shopId }))
}
for (let n = 0; n < 12; n++) await fixture.bought({ customerName: 'Pat Unassigned' })
afterAll(() => fixture.shop.close())

test.each([
  ['products', () => '/products'],
  ['products, searched', () => '/products?q=PAGED'],
  ['shops', () => '/shops'],
  ['shops, searched', () => '/shops?q=Paged'],
  ['markets, searched', () => '/markets?q=Paged'],
  ['waitlist', () => '/waitlist'],
  ['waitlist, filtered', () => '/waitlist?contacted=no&q=paged'],
  ['users', () => '/users'],
  ['orders', () => '/orders'],
  ['orders, by promised time', () => '/orders?sort=promised'],
  ['orders, filtered', () => '/orders?assignment=assigned'],
  ['orders, searched', () => '/orders?q=paged'],
  ['orders, searched, by promised time', () => '/orders?q=paged&sort=promised'],
  ['orders that await a shop', () => '/assignments'],
  ['shop orders', () => '/shop-orders'],
  ['shop orders, filtered', () => '/shop-orders?show=pending'],
  ['shop orders, searched', () => '/shop-orders?q=petals'],
  ['orders of a shop', () => `/shops/${shopId}/orders`],
])('%s: a page beyond the last is the last one', async (_, path) => {
  const list = async (page: number) => {
    const separator = path().includes('?') ? '&' : '?'
    const { status, body } = await fixture.admin.get(`/admin${path()}${separator}page=${page}`)
    expect(status).toBe(200)
    return body as unknown as Page
  }
  const first = await list(1)
  const last = Math.ceil(first.info.total / first.info.pageSize)
  expect(last).toBeGreaterThan(1)
  const expected = await list(last)
  expect(expected.rows.length).toBeGreaterThan(0)
  expect(await list(last + 1)).toEqual(expected)
  expect(await list(900_000)).toEqual(expected)
  expect(await list(99_999_999)).toEqual(expected)
  expect(expected.info.page).toBe(last)
})

test('any page of a list without rows is its first', async () => {
  const { body } = await fixture.admin.get('/admin/products?q=nothing-like-it&page=7')
  expect(body).toEqual({ rows: [], info: { page: 1, pageSize: 10, total: 0, capped: false } })
})

test('a search that finds more orders than the list counts goes to its real last page', async () => {
  await fixture.shop.client.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 620)
    insert into orders (id, order_reference, customer_name, customer_email, customer_phone, delivery_address,
      delivery_city, delivery_state, delivery_zip, time_zone, subtotal_cents, delivery_fee_cents, tax_cents,
      total_cents, delivery_option, delivery_date, promised_by, created_at, updated_at)
    select 'many' || i, printf('ORD-M%07d', i), 'Quentin Many', 'many@example.com', '1', '1 Way', 'New York', 'NY',
      '10001', 'America/New_York', 6358, 0, 0, 6358, 'today', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z',
      strftime('%Y-%m-%dT%H:%M:%S.000Z', 1700000000 + i, 'unixepoch'), '2026-06-01T12:00:00.000Z' from n`)
  const { body } = await fixture.admin.get('/admin/orders?q=quentin&page=400')
  const { rows, info } = body as unknown as Page
  expect(info.page).toBe(62)
  expect(rows).toHaveLength(10)
})

test.each([
  '/products',
  '/shops',
  '/markets',
  '/waitlist',
  '/users',
  '/orders',
  '/orders?q=paged',
  '/orders?q=paged&sort=promised',
  '/orders?sort=late',
  '/shop-orders',
  '/shop-orders?sort=promised',
])('%s: pages of 25 rows hold the rows that pages of 10 hold, in their order', async (path) => {
  const rowsOf = async (size: number | undefined) => {
    const rows: Page['rows'] = []
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({ page: String(page), ...(size && { size: String(size) }) })
      const { status, body } = await fixture.admin.get(
        `/admin${path}${path.includes('?') ? '&' : '?'}${query}`,
      )
      const found = body as unknown as Page
      expect([status, found.info.pageSize]).toEqual([200, size ?? 10])
      rows.push(...found.rows)
      if (page * found.info.pageSize >= found.info.total) return rows.map(({ id }) => id)
    }
  }
  const usual = await rowsOf(undefined)
  expect(usual.length).toBeGreaterThan(11)
  expect(new Set(usual).size).toBe(usual.length)
  expect(await rowsOf(25)).toEqual(usual)
  expect(await rowsOf(50)).toEqual(usual)
})
