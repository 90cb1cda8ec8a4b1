import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '#api/deps.ts'
import { detectDangers, offerDueChoices } from '#api/questions/dangers.ts'
import { endExpiredQuestions } from '#api/questions/service.ts'
import { reconcileRefunds } from '#api/refunds/reconcile.ts'
import { floristTokens } from '#api/shop-orders/florist-link.ts'
import { offersOf } from '#api/texts/queries.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { plansOf } from '#tests/support/recorded.ts'

// Whatever is asked or done, the database goes along an index: with thousands of orders as with ten.

let fixture: FloristFixture
let shopOrderId: string
let orderId: string

beforeAll(async () => {
  fixture = await openFloristFixture()
  const { client } = fixture.shop
  const florists = [await fixture.florist(), await fixture.florist({ name: 'Zinnia & Daughters' })]
  for (const [n, florist] of florists.entries()) {
    await client.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
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
})
afterAll(() => fixture.shop.close())

/** These may be scanned: tables of a few rows, the rows of a page, lists of values, FTS5 by its words. */
const SMALL =
  /^SCAN (shops|markets|s|m|candidates|status|payment|first|sold|json_each|CONSTANT ROW|\(subquery-\d+\)|\(join-\d+\))(?!\w)/

/** The steps that walk through more than that, without an index. */
function walks(steps: readonly string[]): string[] {
  const walked = steps.filter((step) => step.startsWith('SCAN') && !SMALL.test(step))
  return walked.filter((step) => !/USING (COVERING )?INDEX|VIRTUAL TABLE INDEX \d+:\S/.test(step))
}

test.each([
  ['the assign list', () => '/assignments', ['orders_awaiting_shop']],
  ['the assign list, unpaid ones too', () => '/assignments?includeUnpaid=true', ['orders_awaiting_shop']],
  ['what is to be chosen', () => `/assignments/${orderId}`, ['shop_orders_order', 'shop_orders_shop']],
  [
    'the same for several',
    () => `/assignments/bulk?ids=${orderId},o04`,
    ['shop_orders_order', 'shop_orders_shop'],
  ],
  ['shop orders', () => '/shop-orders', ['shop_orders_listed']],
  ['shop orders, later pages', () => '/shop-orders?page=30', ['shop_orders_listed']],
  ['those in a status', () => '/shop-orders?show=delivered', ['shop_orders_listed']],
  ['those withdrawn', () => '/shop-orders?show=withdrawn', ['shop_orders_listed']],
  ['those to pay', () => '/shop-orders?show=to-pay', ['shop_orders_listed']],
  ['those paid', () => '/shop-orders?show=paid', ['shop_orders_listed']],
  ['oldest first', () => '/shop-orders?direction=asc', ['shop_orders_listed']],
  ['by promised time', () => '/shop-orders?sort=promised', ['orders_promised_by', 'shop_orders_order']],
  [
    'by promised time, of a status',
    () => '/shop-orders?sort=promised&show=delivered&direction=desc',
    ['shop_orders_listed', 'orders_promised_by'],
  ],
  ['by status', () => '/shop-orders?sort=status', ['shop_orders_listed']],
  ['by payment', () => '/shop-orders?sort=payment', ['shop_orders_listed']],
  ['by id', () => '/shop-orders?sort=id&direction=desc', ['sqlite_autoindex_shop_orders_1']],
  ['by shop name', () => '/shop-orders?sort=shop&show=delivered', ['shops_name', 'shop_orders_shop']],
  ['by order', () => '/shop-orders?sort=order', ['orders_orderReference', 'shop_orders_order']],
  ['by cost', () => '/shop-orders?sort=cost&show=paid', ['shop_orders_cost']],
  [
    'by status, of those paid',
    () => '/shop-orders?sort=status&show=paid&direction=desc',
    ['shop_orders_listed'],
  ],
  [
    'by promised time, of a shop',
    () => '/shop-orders?sort=promised&q=zinnia',
    ['shop_orders_shop_listed', 'sqlite_autoindex_orders_1'],
  ],
  ['by reference', () => '/shop-orders?q=ORD-00000123', ['orders_orderReference', 'shop_orders_order']],
  [
    'by reference, in a status',
    () => '/shop-orders?q=ORD-00000123&show=delivered',
    ['orders_orderReference', 'shop_orders_order', 'sqlite_autoindex_shop_orders_1'],
  ],
  ['by shop', () => '/shop-orders?q=zinnia&show=delivered', ['shop_orders_shop_listed']],
  ['by id', () => `/shop-orders?q=${shopOrderId}`, ['sqlite_autoindex_shop_orders_1']],
  ['the detail', () => `/shop-orders/${shopOrderId}`, ['order_events_order', 'florist_links']],
])('%s: one round trip, by %s', async (_, path, indexes) => {
  const { requests, plans } = await plansOf(fixture.shop, async () => {
    expect((await fixture.admin.get(`/admin${path()}`)).status).toBe(200)
  })
  // The guard's, and one.
  expect(requests).toBe(2)
  const steps = plans.flatMap((plan) => plan.steps)
  for (const index of indexes) expect(steps.join('\n')).toContain(index)
  expect(walks(steps)).toEqual([])
  // The ten of the page are looked up; nothing is walked through to see if it is one of them.
  expect(steps.filter((step) => step.includes('AUTOMATIC'))).toEqual([])
})

test('a list sorts no more than it shows', async () => {
  const [path, index] = ['/shop-orders?show=delivered', 'shop_orders_listed']
  const { plans } = await plansOf(fixture.shop, () => fixture.admin.get(`/admin${path}`))
  const steps = plans[0]?.steps ?? []
  // The outer sort is of the ten rows of the page; the choice of the ten walks along the index.
  const inner = steps.slice(0, steps.findIndex((step) => step.includes(index)) + 2)
  expect(inner.join()).toContain(index)
  expect(inner.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY'))).toEqual([])
})

test('whatever is done to an order goes along indexes, too', async () => {
  const { shop, admin } = fixture
  const [one, other] = [await fixture.florist(), await fixture.florist()]
  const bought = await fixture.bought({ paymentReference: 'pi_plans', orderReference: 'ORD-ZZZZZZZZ' })
  const path = `/admin/orders/${bought.id}`
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Record<string, unknown>
  }
  const version = async () => (await fixture.orderOf(bought.id))?.version
  const ofShopOrder = async (id: string) => (await fixture.detail(id)).version

  const { plans } = await plansOf(shop, async () => {
    const first = String(
      (await ok(admin.post('/admin/assignments', fixture.assignment(bought.id, one.id))))['shopOrderId'],
    )
    await ok(admin.post(`/admin/shop-orders/${first}/link`))
    const [link] = (await fixture.linksOf(first)).filter(({ revokedAt }) => revokedAt === null)
    if (!link) throw new Error('There is no link')
    const [{ token }] = await floristTokens(shop.deps.config, link)
    await ok(shop.post('/florist/order', { token }))
    await ok(shop.post('/florist/answer', { token, answer: 'accept' }))
    await ok(shop.post('/tracking', { token: bought.trackingToken }))
    const again = fixture.assignment(bought.id, other.id, { replaces: first })
    const second = String((await ok(admin.post('/admin/assignments', again)))['shopOrderId'])
    const payment = { paymentStatus: 'paid', version: await ofShopOrder(second) }
    await ok(admin.put(`/admin/shop-orders/${second}/payment`, payment))
    const contact = { key: crypto.randomUUID(), note: 'Called.' }
    await ok(admin.post(`/admin/shop-orders/${second}/contacts`, contact))
    const month = bought.createdAt.slice(0, 7)
    await ok(admin.get(`/admin/shops/${other.id}/statement?month=${month}`))
    const share = { shopOrderId: second, correctionCents: -100, reason: 'Late' }
    await ok(
      admin.post(`${path}/refunds`, { key: crypto.randomUUID(), amountCents: 100, reason: 'Late', share }),
    )
    await ok(admin.delete(`/admin/shop-orders/${second}/link`))
    await ok(admin.post(`/admin/shop-orders/${second}/unassign`, { version: await ofShopOrder(second) }))
    await ok(admin.put(`${path}/status`, { status: 'cancelled', version: await version() }))
    await shop.settled()
    await reconcileRefunds(shop.deps)
  })
  expect(plans.length).toBeGreaterThan(100)
  for (const { sql, steps } of plans) expect(walks(steps), sql).toEqual([])
})

test('who texts an answer is found along indexes', async () => {
  const { shop } = fixture
  const { plans } = await plansOf(shop, () => offersOf(shop.db, '+12125550142', shop.clock.at.toISOString()))
  const steps = plans.flatMap(({ steps }) => steps)
  expect(walks(steps)).toEqual([])
  expect(steps.join('\n')).toContain('shop_orders_shop')
})

test.each<[string, (deps: Deps) => Promise<void>, string]>([
  ['the search for promises in danger', detectDangers, 'orders_filtered_promised'],
  ['the offers that are due', offerDueChoices, 'order_choices_open'],
  ['the choices that nobody made', (deps) => endExpiredQuestions(deps, 'choice'), 'order_choices_open'],
  [
    'the substitutions that nobody answered',
    (deps) => endExpiredQuestions(deps, 'substitution'),
    'order_substitutions_open',
  ],
])('%s goes along an index', async (_, job, index) => {
  const { shop } = fixture
  const { plans } = await plansOf(shop, () => job(shop.deps))
  const steps = plans.flatMap(({ steps }) => steps)
  expect(walks(steps)).toEqual([])
  expect(steps.join('\n')).toContain(index)
})
