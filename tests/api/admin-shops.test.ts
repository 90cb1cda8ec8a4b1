import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Page } from '#api/platform/database/paging-schema.ts'
import type { ShopOrderStatus } from '#domain/order-status.ts'
import { US_STATES } from '#domain/postal-address.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { changeRecords } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { onTimeText } from '#src/admin/shops/list.tsx'
import type { OrderOfShop, ShopChoices, ShopDetail, ShopRow } from '#src/admin/shops/queries.ts'
import { whileFailing, whileMeeting } from '#tests/support/failing-call.ts'
import { market, order, shopOrder, shop as shopRow } from '#tests/support/rows.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

const stateId = (code: string) => String(choices.states.find((state) => state.code === code)?.id)

const shop = await openTestShop()
const admin = await signIn(shop)
const choices = (await admin.get('/admin/shop-choices')).body as ShopChoices
afterAll(() => shop.close())

const form = (changes: object = {}) => ({
  name: 'Sorry Stems',
  streetAddress: '12 Bleecker St',
  city: 'New York',
  stateId: stateId('NY'),
  zip: '10012',
  marketId: 'market-nyc',
  ...changes,
})
const create = async (changes: object = {}) => {
  const answer = await admin.post('/admin/shops', form(changes))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return String(answer.body['id'])
}
const detail = async (id: string) => (await admin.get(`/admin/shops/${id}`)).body as ShopDetail
const list = async (query = '') => (await admin.get(`/admin/shops${query}`)).body as Page<ShopRow>
const row = async (id: string) => (await shop.db.select().from(shops).where(eq(shops.id, id)))[0]

async function give(
  shopId: string,
  changes: { customerName?: string; at?: string; withdrawnAt?: string } = {},
) {
  const { at, withdrawnAt = null, ...rest } = changes
  const bought = order({ paymentStatus: 'paid', ...rest })
  await shop.db.insert(orders).values(bought)
  const given = shopOrder({
    orderId: bought.id,
    orderTotalCents: bought.totalCents,
    shopId,
    withdrawnAt,
    ...(at && { createdAt: at }),
  })
  await shop.db.insert(shopOrders).values(given)
  return { bought, given }
}

test('the selects offer the fifty states and the markets, by name', () => {
  expect(choices.states.map(({ name, code }) => ({ code, name }))).toEqual(US_STATES)
  expect(choices.markets).toEqual([
    { id: 'market-nyc', name: 'New York City' },
    { id: 'market-sf', name: 'San Francisco' },
  ])
})

test('a shop is created, shown, changed and deleted', async () => {
  const id = await create({ name: '  Sorry   Stems ', phone: '212.555.0177', email: ' hi@stems.example ' })
  const at = shop.clock.at.toISOString()
  expect(await detail(id)).toEqual({
    id,
    name: 'Sorry Stems',
    marketId: 'market-nyc',
    marketName: 'New York City',
    streetAddress: '12 Bleecker St',
    city: 'New York',
    stateId: stateId('NY'),
    stateCode: 'NY',
    stateName: 'New York',
    zip: '10012',
    phone: '(212) 555-0177',
    email: 'hi@stems.example',
    active: true,
    weekdayCapacity: null,
    hourlyCapacity: null,
    capacityDates: [],
    defaultPercentage: 80,
    showsPhotos: false,
    takesTexts: false,
    phones: [],
    rings: { push: true, texts: false },
    emailOnly: true,
    overbooked: { shop: [], market: [] },
    record: { offered: 0, accepted: 0, declined: 0, silent: 0, delivered: 0, onTime: 0 },
    version: 1,
    createdAt: at,
    updatedAt: at,
    changes: [
      expect.objectContaining({ action: 'create', after: 'Sorry Stems', actorEmail: admin.person.email }),
    ],
  })

  shop.pass(1)
  const moved = form({
    city: 'San Francisco',
    stateId: stateId('CA'),
    zip: '94110-1234',
    marketId: 'market-sf',
    phone: ' ',
    email: null,
    active: false,
    version: 1,
  })
  expect((await admin.put(`/admin/shops/${id}`, moved)).body).toEqual({ version: 2, waiting: [] })
  const after = await detail(id)
  expect(after).toMatchObject({ marketName: 'San Francisco', stateCode: 'CA', zip: '94110-1234' })
  expect(after).toMatchObject({ phone: null, email: null, active: false, version: 2 })
  expect((await admin.delete(`/admin/shops/${id}`)).body).toEqual({ success: true })
  expect((await admin.get(`/admin/shops/${id}`)).body).toMatchObject({ error: { message: 'Shop not found' } })
})

const ZIP = 'ZIP code must be 5 digits or 5+4 format'
test.each([
  ...[undefined, null, '', '   ', '\t\n'].flatMap((blank) => [
    [{ name: blank }, 'name', 'Shop name is required'] as const,
    [{ streetAddress: blank }, 'streetAddress', 'Street address is required'] as const,
    [{ city: blank }, 'city', 'City is required'] as const,
    [{ zip: blank }, 'zip', 'ZIP code is required'] as const,
    [{ stateId: blank }, 'stateId', 'State is required'] as const,
    [{ marketId: blank }, 'marketId', 'Market is required'] as const,
  ]),
  ...['1001', '100123', '10012-', '10012-123', '10012 1234', 'ABCDE', '１００', '10012-12345'].map(
    (zip) => [{ zip }, 'zip', ZIP] as const,
  ),
  [{ phone: '555-0177' }, 'phone', 'Please enter a valid phone number'] as const,
  [{ phone: 'call me' }, 'phone', 'Please enter a valid phone number'] as const,
  [{ email: 'nobody' }, 'email', 'Please enter a valid email address'] as const,
  [{ email: 'a@b.example\nbcc: c@d.example' }, 'email', 'Please enter a valid email address'] as const,
  [{ name: 'x'.repeat(201) }, 'name', 'Please keep this to 200 characters'] as const,
  [{ active: 'no' }, 'active', expect.any(String)] as const,
  [{ stateId: 'state-of-mind' }, 'stateId', 'State is required'] as const,
  [{ marketId: 'nowhere' }, 'marketId', 'This market no longer exists. Please choose another one.'] as const,
])('%j is refused', async (changes, path, message) => {
  const before = (await list()).info.total
  for (const answer of [
    await admin.post('/admin/shops', form(changes)),
    await admin.put('/admin/shops/anything', form({ ...changes, version: 1 })),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: { code: 'invalid', issues: [{ path, message }] } })
  }
  expect((await list()).info.total).toBe(before)
})

test('the orders of an unknown shop are not found', async () => {
  const missing = { error: { code: 'shop_not_found', message: 'Shop not found' } }
  expect((await admin.get('/admin/shops/nobody/orders')).body).toMatchObject(missing)
})

test('a save is refused when its shop or its market is deleted meanwhile', async () => {
  const id = await create()
  const gone = await whileMeeting(
    shop,
    3,
    () => shop.db.delete(shops).where(eq(shops.id, id)),
    () => admin.put(`/admin/shops/${id}`, form({ name: 'Late', version: 1 })),
  )
  expect(gone.body).toMatchObject({ error: { code: 'shop_not_found' } })
  const changes = await shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, id))
  expect(changes).toHaveLength(1)

  const place = market()
  await shop.db.insert(markets).values(place)
  const homeless = await whileMeeting(
    shop,
    3,
    () => shop.db.delete(markets).where(eq(markets.id, place.id)),
    () => admin.post('/admin/shops', form({ marketId: place.id })),
  )
  expect(homeless.status).toBe(422)
  expect(homeless.body).toMatchObject({ error: { issues: [{ path: 'marketId' }] } })
})

const BLOCKED = 'This shop has orders assigned to it. Please reassign or remove those orders first.'

test('a shop with any shop order, also a withdrawn one, cannot be deleted', async () => {
  for (const changes of [{}, { withdrawnAt: '2026-06-04T15:00:00.000Z' }]) {
    const id = await create()
    await give(id, changes)
    const answer = await admin.delete(`/admin/shops/${id}`)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ error: { code: 'shop_has_orders', message: BLOCKED } })
    expect(await row(id)).toBeDefined()
  }
})

test('a shop assigned during its deletion is kept', async () => {
  const id = await create()
  const answer = await whileMeeting(
    shop,
    4,
    () => give(id),
    () => admin.delete(`/admin/shops/${id}`),
  )
  expect(answer.body).toMatchObject({ error: { message: BLOCKED } })
  expect(await row(id)).toBeDefined()
  const changes = await shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, id))
  expect(changes.map(({ action }) => action)).toEqual(['create'])
})

test('a shop is kept when its orders cannot be read', async () => {
  const id = await create()
  const answer = await whileFailing(shop, { at: 2, once: true }, () => admin.delete(`/admin/shops/${id}`))
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ error: { message: BLOCKED } })
  expect(await row(id)).toBeDefined()
})

test('the list goes by name, ten a page, in one round trip beside the guard', async () => {
  const rows = Array.from({ length: 12 }, (_, n) =>
    shopRow({
      name: `${n % 2 ? 'pager' : 'Pager'} ${String(n).padStart(2, '0')}`,
      marketId: 'market-nyc',
      stateId: stateId('NY'),
    }),
  )
  await shop.db.insert(shops).values(rows.toReversed())
  const before = shop.requests()
  const first = await list('?q=PAGER')
  expect(shop.requests() - before).toBe(2)
  expect(first.info).toEqual({ page: 1, pageSize: 10, total: 12, capped: false })
  expect(first.rows.map(({ id }) => id)).toEqual(rows.slice(0, 10).map(({ id }) => id))
  expect((await list('?q=pager&page=2')).rows.map(({ id }) => id)).toEqual(rows.slice(10).map(({ id }) => id))
  expect(first.rows[0]).toMatchObject({
    marketName: 'New York City',
    city: 'New York',
    stateCode: 'NY',
    active: true,
  })
})

test('the list counts what each shop has to do, and what it delivered on time in the last 90 days', async () => {
  const DAY = 24 * 60 * 60 * 1000
  const ago = (days: number) => new Date(shop.clock.at.getTime() - days * DAY).toISOString()
  const id = await create({ name: 'Counted Stems', phone: '(212) 555-0177' })
  type Given = { status: ShopOrderStatus; at: string; order?: object; withdrawnAt?: string }
  const put = async ({ status, at, order: changes = {}, withdrawnAt }: Given) => {
    const bought = order({ paymentStatus: 'paid', status: 'confirmed', promisedBy: ago(9), ...changes })
    await shop.db.insert(orders).values(bought)
    await shop.db.insert(shopOrders).values(
      shopOrder({
        orderId: bought.id,
        orderTotalCents: bought.totalCents,
        shopId: id,
        status,
        createdAt: at,
        statusUpdatedAt: at,
        withdrawnAt: withdrawnAt ?? null,
      }),
    )
  }
  // To do: asked, accepted, ready. Not any more: rejected, withdrawn, refunded.
  for (const status of ['pending', 'confirmed', 'ready', 'rejected'] as const)
    await put({ status, at: ago(10) })
  await put({ status: 'pending', at: ago(10), withdrawnAt: ago(9) })
  await put({ status: 'pending', at: ago(10), order: { paymentStatus: 'refunded' } })
  // Delivered: two on time, one late; a sample and one of long ago do not count.
  for (const at of [ago(10), ago(11), ago(8)])
    await put({ status: 'delivered', at, order: { status: 'delivered' } })
  await put({ status: 'delivered', at: ago(10), order: { status: 'delivered', isSample: true } })
  await put({ status: 'delivered', at: ago(91), order: { status: 'delivered' } })

  const [found] = (await list('?q=counted')).rows
  expect(found).toMatchObject({ phone: '(212) 555-0177', openOrders: 3, delivered: 3, onTime: 2 })
  expect(onTimeText({ delivered: 3, onTime: 2 })).toBe('66% of 3')
  const idle = await create({ name: 'Idle Stems' })
  expect((await list('?q=idle%20stems')).rows).toMatchObject([
    { id: idle, phone: null, openOrders: 0, delivered: 0, onTime: 0 },
  ])
  expect(onTimeText({ delivered: 0, onTime: 0 })).toBe('–')
})

test.each([
  ['name', 'valencia stem', ['Valencia Stem & Vine']],
  ['nothing that is a wildcard', 'valencia%vine', []],
  ['city', 'brookl', ['Bridge & Petal']],
])('search: %s', async (_, q, names) => {
  await shop.db
    .insert(shops)
    .values(
      shopRow({
        id: 'in-brooklyn',
        name: 'Bridge & Petal',
        city: 'Brooklyn',
        marketId: 'market-nyc',
        stateId: stateId('NY'),
      }),
    )
    .onConflictDoNothing()
  expect((await list(`?q=${encodeURIComponent(q)}`)).rows.map(({ name }) => name)).toEqual(names)
})

test('a search finds shops by their market', async () => {
  const { rows, info } = await list('?q=san%20franc')
  expect(info.total).toBeGreaterThanOrEqual(6)
  expect(rows.every(({ marketName }) => marketName === 'San Francisco')).toBe(true)
})

test("a shop's orders come five a page, newest first, in one round trip beside the guard", async () => {
  const [id, other] = [await create(), await create()]
  await give(other)
  for (let n = 0; n < 7; n += 1)
    await give(id, { customerName: `Sam ${n}`, at: `2026-06-01T00:00:0${n}.000Z` })
  const before = shop.requests()
  const first = (await admin.get(`/admin/shops/${id}/orders`)).body as Page<OrderOfShop>
  expect(shop.requests() - before).toBe(2)
  expect(first.info).toEqual({ page: 1, pageSize: 5, total: 7, capped: false })
  expect(first.rows.map(({ customerName }) => customerName)).toEqual([
    'Sam 6',
    'Sam 5',
    'Sam 4',
    'Sam 3',
    'Sam 2',
  ])
  expect(first.rows[0]).toMatchObject({
    orderReference: expect.stringMatching(/^ORD-/),
    status: 'pending',
    paymentStatus: 'pending',
    createdAt: '2026-06-01T00:00:06.000Z',
  })
  const second = (await admin.get(`/admin/shops/${id}/orders?page=2`)).body as Page<OrderOfShop>
  expect(second.rows.map(({ customerName }) => customerName)).toEqual(['Sam 1', 'Sam 0'])
  const none = (await admin.get(`/admin/shops/${await create()}/orders`)).body as Page<OrderOfShop>
  expect(none).toMatchObject({ rows: [], info: { total: 0 } })
})
