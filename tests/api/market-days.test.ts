import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { marketClosedDates, shopCapacityDates, shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { MarketDay } from '#src/admin/markets/queries.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { order } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// The market's screen: today and the next 14 days, sold, held and left.

const shop = await shareTestShop()
let fixture: OrderFixture

beforeEach(async () => {
  fixture = await openOrderFixture(shop)
})

const days = async (id = 'market-nyc') => {
  const { body, status } = await fixture.admin.get(`/admin/markets/${id}/days`)
  expect(status).toBe(200)
  return body['days'] as MarketDay[]
}
const quiet = { sold: 0, held: 0, limit: null, isClosed: false }

test('without orders and limits: fifteen quiet days, by the market’s calendar', async () => {
  const all = await days()
  expect(all).toHaveLength(15)
  expect(all[0]).toEqual({ date: '2026-06-04', ...quiet })
  expect(all.at(-1)).toEqual({ date: '2026-06-18', ...quiet })
  // 11 PM in San Francisco is the next day in New York.
  fixture.shop.clock.at = new Date('2026-06-05T06:00:00.000Z')
  expect((await days('market-sf'))[0]?.date).toBe('2026-06-04')
  expect((await days())[0]?.date).toBe('2026-06-05')
})

test('counts paid orders as sold and unpaid ones as held, by the day that was promised', async () => {
  await fixture.placed()
  await fixture.bought()
  const { id } = await fixture.bought()
  await fixture.setStatus(id, 'cancelled')
  const { id: later } = await fixture.bought()
  // 11 PM on the 6th in New York.
  await fixture.shop.db
    .update(orders)
    .set({ promisedBy: '2026-06-07T03:00:00.000Z' })
    .where(eq(orders.id, later))
  await fixture.shop.db
    .insert(orders)
    .values(order({ marketId: 'market-nyc', isSample: true, promisedBy: '2026-06-05T00:00:00.000Z' }))
  expect((await days()).slice(0, 4)).toEqual([
    { date: '2026-06-04', ...quiet, sold: 1, held: 1 },
    { date: '2026-06-05', ...quiet },
    { date: '2026-06-06', ...quiet, sold: 1 },
    { date: '2026-06-07', ...quiet },
  ])
  expect((await days('market-sf')).every(({ sold, held }) => sold + held === 0)).toBe(true)
})

test('shows what the shops can make, also when that is less than what is sold', async () => {
  const { db } = fixture.shop
  await fixture.bought()
  const week = { '0': 5, '1': 5, '2': 5, '3': 5, '4': 5, '5': 5, '6': 5 }
  await db.update(shops).set({ weekdayCapacity: week }).where(eq(shops.marketId, 'market-nyc'))
  const own = await db.select().from(shops).where(eq(shops.marketId, 'market-nyc'))
  await db
    .insert(shopCapacityDates)
    .values(own.map(({ id }) => ({ shopId: id, date: '2026-06-04', capacity: 0 })))
  await db.insert(marketClosedDates).values({ marketId: 'market-nyc', date: '2026-06-06' })
  expect((await days()).slice(0, 3)).toEqual([
    { date: '2026-06-04', ...quiet, sold: 1, limit: 0 },
    { date: '2026-06-05', ...quiet, limit: 5 * own.length },
    { date: '2026-06-06', ...quiet, limit: 5 * own.length, isClosed: true },
  ])
})

test('says what is sold out now, for what shoppers see', async () => {
  const { body } = await fixture.admin.get('/admin/markets/market-nyc/days')
  expect(body['full']).toBeNull()
  const week = { '0': 1, '1': 1, '2': 1, '3': 1, '4': 0, '5': 1, '6': 1 }
  await fixture.shop.db.update(shops).set({ weekdayCapacity: week }).where(eq(shops.marketId, 'market-nyc'))
  const { body: limited } = await fixture.admin.get('/admin/markets/market-nyc/days')
  expect(limited['full']).toEqual({ dates: ['2026-06-04'], hours: [] })
})

test('is one round trip beside the guard', async () => {
  await fixture.shop.settled()
  const before = fixture.shop.requests()
  await days()
  expect(fixture.shop.requests() - before).toBe(2)
})

test('a market that is not there is not found', async () => {
  const { status, body } = await fixture.admin.get('/admin/markets/nowhere/days')
  expect([status, body['error']]).toEqual([404, expect.objectContaining({ code: 'market_not_found' })])
})
