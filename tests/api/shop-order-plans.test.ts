import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FloristDesk, openFloristDesk } from '#tests/support/florist-desk.ts'
import { plansOf } from '#tests/support/recorded.ts'

// Whatever is asked, the database goes along an index: with 20,000 orders as with ten.

let desk: FloristDesk
let shopOrderId: string
let orderId: string

beforeAll(async () => {
  desk = await openFloristDesk()
  const { client } = desk.shop
  const florists = [await desk.florist(), await desk.florist({ name: 'Zinnia & Daughters' })]
  for (const [n, florist] of florists.entries()) {
    await client.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000)
      insert into orders (id, order_reference, customer_name, customer_email, customer_phone, delivery_address,
        delivery_city, delivery_state, delivery_zip, time_zone, subtotal_cents, delivery_fee_cents, tax_cents,
        total_cents, status, payment_status, paid_at, assignment_status, delivery_option, delivery_date, promised_by,
        created_at, updated_at)
      select 'o${n}' || i, printf('ORD-%d%07d', ${n}, i), 'Sam', 'sam@example.com', '1', '1 Way', 'New York', 'NY',
        '10001', 'America/New_York', 6358, 0, 0, 6358, 'confirmed', 'paid', '2026-06-01T12:00:00.000Z',
        iif(i % 2, 'assigned', 'unassigned'), 'today', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z',
        strftime('%Y-%m-%dT%H:%M:%S.000Z', 1780000000 + i, 'unixepoch'), '2026-06-01T12:00:00.000Z' from n`)
    await client.execute(`insert into shop_orders (id, order_id, shop_id, status, payment_status, order_total_cents,
        shop_cost_cents, platform_fee_cents, status_updated_at, payment_updated_at, created_at, updated_at)
      select 's' || id, id, '${florist.id}', iif(abs(random()) % 2, 'delivered', 'confirmed'),
        iif(abs(random()) % 3, 'pending', 'paid'), 6358, 5086, 1272, created_at, created_at, created_at, created_at
      from orders where id like 'o${n}%' and assignment_status = 'assigned'`)
  }
  shopOrderId = 'so01'
  orderId = 'o02'
}, 60_000)
afterAll(() => desk.shop.close())

const SMALL =
  /^SCAN (s|shops|markets|m|first|\(subquery-\d+\)|picked|so_picked|CONSTANT ROW|json_each)\b|^SCAN (s|shops|markets) /

test.each([
  ['the assign list', () => '/admin/assignments', ['orders_awaiting_shop']],
  [
    'the assign list, unpaid ones too',
    () => '/admin/assignments?includeUnpaid=true',
    ['orders_awaiting_shop'],
  ],
  ['what is to be chosen', () => `/admin/assignments/${orderId}`, ['shop_orders_order', 'shops_market']],
  ['shop orders', () => '/admin/shop-orders', ['shop_orders_created_at']],
  ['shop orders, later pages', () => '/admin/shop-orders?page=30', ['shop_orders_created_at']],
  ['those in a status', () => '/admin/shop-orders?show=delivered', ['shop_orders_by_status']],
  ['those withdrawn', () => '/admin/shop-orders?show=withdrawn', ['shop_orders_withdrawn']],
  ['those to pay', () => '/admin/shop-orders?show=to-pay', ['shop_orders_to_pay']],
  ['those paid', () => '/admin/shop-orders?show=paid', ['shop_orders_paid']],
  ['by reference', () => '/admin/shop-orders?q=ORD-00000123', ['orders_orderReference', 'shop_orders_order']],
  ['by shop', () => '/admin/shop-orders?q=zinnia&show=delivered', ['shop_orders_shop']],
  ['by id', () => `/admin/shop-orders?q=${shopOrderId}`, ['sqlite_autoindex_shop_orders_1']],
  ['the detail', () => `/admin/shop-orders/${shopOrderId}`, ['order_events_order', 'florist_links']],
])('%s', async (_, path, indexes) => {
  const { requests, plans } = await plansOf(desk.shop, async () => {
    expect((await desk.admin.get(path())).status).toBe(200)
  })
  // The guard's, and one.
  expect(requests).toBe(2)
  const steps = plans.flatMap((plan) => plan.steps)
  for (const index of indexes) expect(steps.join('\n')).toContain(index)
  const walks = steps.filter((step) => /^SCAN /.test(step) && !/USING (COVERING )?INDEX/.test(step))
  expect(walks.filter((step) => !SMALL.test(step))).toEqual([])
})

test('a search never sorts more than it shows', async () => {
  const { plans } = await plansOf(desk.shop, () => desk.admin.get('/admin/shop-orders?show=delivered'))
  const [rows] = plans
  // The outer sort is of the ten rows of the page; the choice of the ten walks along the index.
  const inner = rows?.steps.slice(
    0,
    rows.steps.findIndex((step) => step.includes('shop_orders_by_status')) + 1,
  )
  expect(inner?.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})
