import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { overbookedText } from '#domain/capacity-labels.ts'
import { shopCapacityDates, shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { ShopChoices, ShopDetail } from '#src/admin/shops/queries.ts'
import { order, shopOrder } from '#tests/support/rows.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// A shop's number of bouquets: its form takes, stores and remembers it.

const shop = await openTestShop()
const admin = await signIn(shop)
const { states } = (await admin.get('/admin/shop-choices')).body as ShopChoices
const form = {
  name: 'Sorry Stems',
  streetAddress: '12 Bleecker St',
  city: 'New York',
  stateId: states.find(({ code }) => code === 'NY')?.id,
  zip: '10012',
  marketId: 'market-nyc',
}
afterAll(() => shop.close())

const create = async (changes: object = {}) => {
  const { body, status } = await admin.post('/admin/shops', { ...form, ...changes })
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['id'])
}
const save = (id: string, changes: object, version = 1) =>
  admin.put(`/admin/shops/${id}`, { ...form, ...changes, version })
const detail = async (id: string) => (await admin.get(`/admin/shops/${id}`)).body as ShopDetail
const WEEK = { '0': 0, '1': 12, '2': 12, '3': 12, '4': 12, '5': 20, '6': null }

test('weekdays, single days, hours and share are stored, changed and remembered', async () => {
  const id = await create({
    weekdayCapacity: WEEK,
    hourlyCapacity: 3,
    capacityDates: [
      { date: '2027-02-14', capacity: 40 },
      { date: '2026-12-25', capacity: 0 },
    ],
    defaultPercentage: 75,
  })
  expect(await detail(id)).toMatchObject({
    weekdayCapacity: WEEK,
    hourlyCapacity: 3,
    capacityDates: [
      { date: '2026-12-25', capacity: 0 },
      { date: '2027-02-14', capacity: 40 },
    ],
    defaultPercentage: 75,
  })

  const changed = {
    weekdayCapacity: { ...WEEK, '6': 8 },
    hourlyCapacity: null,
    capacityDates: [
      { date: '2027-02-14', capacity: 60 },
      { date: '2027-05-09', capacity: null },
    ],
  }
  expect((await save(id, changed)).body).toEqual({ version: 2, waiting: [] })
  const after = await detail(id)
  expect(after).toMatchObject({ ...changed, defaultPercentage: 75 })
  expect(after.changes.slice(0, -1).map(({ field, before, after }) => [field, before, after])).toEqual([
    [
      'weekdayCapacity',
      'Mon–Thu 12, Fri 20, Sat no limit, Sun closed',
      'Mon–Thu 12, Fri 20, Sat 8, Sun closed',
    ],
    ['hourlyCapacity', '3', null],
    ['capacityDates', '2026-12-25: closed, 2027-02-14: 40', '2027-02-14: 60, 2027-05-09: no limit'],
  ])
  expect((await save(id, changed, 2)).body).toEqual({ version: 2, waiting: [] })
  expect((await save(id, { weekdayCapacity: null, capacityDates: [] }, 2)).body).toEqual({
    version: 3,
    waiting: [],
  })
  expect(await detail(id)).toMatchObject({ weekdayCapacity: null, capacityDates: [] })
})

test('of two saves from the same version, the second changes no dates either', async () => {
  const id = await create({ capacityDates: [{ date: '2027-02-14', capacity: 40 }] })
  await save(id, { capacityDates: [{ date: '2027-02-14', capacity: 50 }] })
  const { status } = await save(id, { capacityDates: [] })
  expect(status).toBe(409)
  expect(await detail(id)).toMatchObject({ capacityDates: [{ date: '2027-02-14', capacity: 50 }] })
})

test('a shop that is deleted takes its dates along', async () => {
  const id = await create({ capacityDates: [{ date: '2027-02-14', capacity: 40 }] })
  expect((await admin.delete(`/admin/shops/${id}`)).status).toBe(200)
  expect(await shop.db.select().from(shopCapacityDates).where(eq(shopCapacityDates.shopId, id))).toEqual([])
})

describe('what is no capacity is refused beside its field', () => {
  const NUMBER = 'Please enter a whole number, 0 or more, or leave it empty for no limit'
  test.each([
    ['below zero', { weekdayCapacity: { ...WEEK, '1': -1 } }, 'weekdayCapacity.1', NUMBER],
    ['half a bouquet', { weekdayCapacity: { ...WEEK, '1': 1.5 } }, 'weekdayCapacity.1', NUMBER],
    ['a word', { hourlyCapacity: 'many' }, 'hourlyCapacity', NUMBER],
    ['below zero an hour', { hourlyCapacity: -2 }, 'hourlyCapacity', NUMBER],
    ['too many', { hourlyCapacity: 10_000 }, 'hourlyCapacity', 'Please keep this to 9,999'],
    [
      'on a day',
      { capacityDates: [{ date: '2027-02-14', capacity: -1 }] },
      'capacityDates.0.capacity',
      NUMBER,
    ],
    [
      'a day that is none',
      { capacityDates: [{ date: '2027-02-30', capacity: 1 }] },
      'capacityDates.0.date',
      'Please enter a valid date',
    ],
    [
      'a day twice',
      {
        capacityDates: [
          { date: '2027-02-14', capacity: 1 },
          { date: '2027-02-14', capacity: 2 },
        ],
      },
      'capacityDates.1.date',
      'This date is already listed',
    ],
    [
      'more than all',
      { defaultPercentage: 101 },
      'defaultPercentage',
      'Please enter a whole number from 0 to 100',
    ],
  ])('%s', async (_, changes, path, message) => {
    const { status, body } = await admin.post('/admin/shops', { ...form, ...changes })
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({ issues: [{ path, message }] })
  })
})

test('a capacity below what is sold is said on the shop’s own screen, of the shop and of its market', async () => {
  await shop.db.update(shops).set({ active: false })
  const id = await create({ weekdayCapacity: { ...WEEK, '4': 2 } })
  // Both are due at 8 PM on Thursday in New York.
  const due = {
    marketId: 'market-nyc',
    paymentStatus: 'paid',
    status: 'confirmed',
    promisedBy: '2026-06-05T00:00:00.000Z',
  } as const
  for (const status of ['confirmed', 'pending', 'rejected'] as const) {
    const row = order(due)
    await shop.db.insert(orders).values(row)
    await shop.db
      .insert(shopOrders)
      .values(shopOrder({ orderId: row.id, shopId: id, status, statusUpdatedAt: due.promisedBy }))
  }
  // The market has sold three; the shop that said no has two of them.
  expect((await detail(id)).overbooked).toEqual({
    shop: [],
    market: [{ date: '2026-06-04', limit: 2, taken: 3 }],
  })
  await save(id, { weekdayCapacity: { ...WEEK, '4': 1 } })
  const { overbooked } = await detail(id)
  expect(overbooked).toEqual({
    shop: [{ date: '2026-06-04', limit: 1, taken: 2 }],
    market: [{ date: '2026-06-04', limit: 1, taken: 3 }],
  })
  expect(overbooked.shop.map((day) => overbookedText(day, 'Sorry Stems'))).toEqual([
    'Thu Jun 4: 2 orders, and Sorry Stems can make 1.',
  ])
  expect(overbookedText({ date: '2026-06-04', limit: 0, taken: 1 }, 'Sorry Stems')).toBe(
    'Thu Jun 4: 1 order, and Sorry Stems is closed.',
  )
  await save(id, { weekdayCapacity: null }, 2)
  expect((await detail(id)).overbooked).toEqual({ shop: [], market: [] })
})
