import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { changeRecords } from '#drizzle/schema/messages.ts'
import type { ShopChoices } from '#src/admin/shops/queries.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// The history of each kind of record, row by row, from its creation to its deletion.

const shop = await openTestShop()
const admin = await signIn(shop)
afterAll(() => shop.close())

/** Version, action, field, before and after of every row, in the order in which they were written. */
async function historyOf(id: string) {
  const rows = await shop.db
    .select()
    .from(changeRecords)
    .where(eq(changeRecords.entityId, id))
    .orderBy(asc(sql`rowid`))
  for (const { actorId } of rows) expect(actorId).toBe(admin.person.id)
  return rows.map(({ version, action, field, before, after }) => [version, action, field, before, after])
}

async function create(path: string, form: object): Promise<string> {
  const { status, body } = await admin.post(path, form)
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['id'])
}

test('a product’s history has every changed field with both values', async () => {
  const form = { sku: 'H-1', title: 'Bad', priceCents: 2999, description: 'Roses.', imageUrl: '/r.jpg' }
  const id = await create('/admin/products', form)
  const changed = { sku: 'H-2', title: 'Worse', priceCents: 123456, description: null, imageUrl: null }
  await admin.put(`/admin/products/${id}`, { ...changed, version: 1 })
  await admin.put(`/admin/products/${id}`, { ...changed, imageUrl: '/t.jpg', version: 2 })
  await admin.delete(`/admin/products/${id}`)
  expect(await historyOf(id)).toEqual([
    [1, 'create', null, null, 'Bad'],
    [2, 'update', 'sku', 'H-1', 'H-2'],
    [2, 'update', 'title', 'Bad', 'Worse'],
    [2, 'update', 'priceCents', '$29.99', '$1,234.56'],
    [2, 'update', 'description', 'Roses.', null],
    [2, 'update', 'imageUrl', '/r.jpg', null],
    [3, 'update', 'imageUrl', null, '/t.jpg'],
    [4, 'delete', null, 'Worse', null],
    [4, 'delete', 'sku', 'H-2', null],
    [4, 'delete', 'title', 'Worse', null],
    [4, 'delete', 'priceCents', '$1,234.56', null],
    [4, 'delete', 'imageUrl', '/t.jpg', null],
  ])
})

test('a market’s history has what was added to and taken from its lists', async () => {
  const form = {
    name: 'Boston',
    zipCodes: ['02102', '02101'],
    timeZone: 'America/New_York',
    openingHours: null,
    pausedReason: null,
    withoutFlorist: 'takes_orders',
    closedDates: ['2026-12-25'],
  }
  const id = await create('/admin/markets', form)
  const paused = { ...form, pausedReason: 'Snow', zipCodes: ['02104', '02103', '02102'], closedDates: [] }
  await admin.put(`/admin/markets/${id}`, { ...paused, version: 1 })
  await admin.put(`/admin/markets/${id}`, { ...paused, zipCodes: ['02104', '02102'], version: 2 })
  await admin.delete(`/admin/markets/${id}`)
  expect(await historyOf(id)).toEqual([
    [1, 'create', null, null, 'Boston'],
    [2, 'update', 'pausedReason', null, 'Snow'],
    [2, 'update', 'zipCodes', '02101', '02103, 02104'],
    [2, 'update', 'closedDates', '2026-12-25', null],
    [3, 'update', 'zipCodes', '02103', null],
    [4, 'delete', null, 'Boston', null],
    [4, 'delete', 'name', 'Boston', null],
    [4, 'delete', 'timeZone', 'Eastern', null],
    [4, 'delete', 'openingHours', 'Always open', null],
    [4, 'delete', 'pausedReason', 'Snow', null],
    [4, 'delete', 'closedWithoutFlorist', 'No', null],
    [4, 'delete', 'zipCodes', '02102, 02104', null],
    [4, 'delete', 'asksForAnswer', 'No', null],
    [4, 'delete', 'assignsAutomatically', 'No', null],
    [4, 'delete', 'answerMinutes', expect.stringContaining('Within the next hour: 8 min'), null],
    [4, 'delete', 'fulfilmentMinutes', '40', null],
    [4, 'delete', 'choiceHours', '24', null],
  ])
})

test('a shop’s history has every changed field with both values', async () => {
  const { states } = (await admin.get('/admin/shop-choices')).body as ShopChoices
  const stateId = (code: string) => states.find((state) => state.code === code)?.id
  const form = {
    name: 'Stems',
    streetAddress: '12 Bleecker St',
    city: 'New York',
    stateId: stateId('NY'),
    zip: '10012',
    marketId: 'market-nyc',
    phone: '2125550177',
    email: 'hi@stems.example',
  }
  const id = await create('/admin/shops', form)
  const moved = { ...form, name: 'Petals', stateId: stateId('CA'), marketId: 'market-sf', phone: null }
  await admin.put(`/admin/shops/${id}`, { ...moved, active: false, version: 1 })
  await admin.delete(`/admin/shops/${id}`)
  expect(await historyOf(id)).toEqual([
    [1, 'create', null, null, 'Stems'],
    [2, 'update', 'name', 'Stems', 'Petals'],
    [2, 'update', 'stateId', 'NY', 'CA'],
    [2, 'update', 'marketId', 'New York City', 'San Francisco'],
    [2, 'update', 'phone', '(212) 555-0177', null],
    [2, 'update', 'active', 'Yes', 'No'],
    [3, 'delete', null, 'Petals', null],
    [3, 'delete', 'name', 'Petals', null],
    [3, 'delete', 'streetAddress', '12 Bleecker St', null],
    [3, 'delete', 'city', 'New York', null],
    [3, 'delete', 'stateId', 'CA', null],
    [3, 'delete', 'zip', '10012', null],
    [3, 'delete', 'marketId', 'San Francisco', null],
    [3, 'delete', 'email', 'hi@stems.example', null],
    [3, 'delete', 'active', 'No', null],
    [3, 'delete', 'defaultPercentage', '80%', null],
    [3, 'delete', 'showsPhotos', 'No', null],
    [3, 'delete', 'takesTexts', 'No', null],
  ])
})

test('a person’s history has their roles and states', async () => {
  const id = await create('/admin/users', { email: 'kim@example.com', role: 'admin' })
  await create('/admin/users', { email: 'Kim@example.com', role: 'member' })
  await create('/admin/users', { email: 'kim@example.com', role: 'member' })
  await admin.put(`/admin/users/${id}`, { role: 'admin', version: 3 })
  await admin.post(`/admin/users/${id}/deactivate`)
  await admin.post(`/admin/users/${id}/deactivate`)
  await admin.post(`/admin/users/${id}/reactivate`)
  expect(await historyOf(id)).toEqual([
    [1, 'create', null, null, 'kim@example.com (admin)'],
    [2, 'update', 'invitation', null, 'sent again'],
    [2, 'update', 'role', 'admin', 'member'],
    [3, 'update', 'invitation', null, 'sent again'],
    [4, 'update', 'role', 'member', 'admin'],
    [5, 'update', 'state', 'invited', 'deactivated'],
    [6, 'update', 'state', 'deactivated', 'reactivated'],
  ])
})
