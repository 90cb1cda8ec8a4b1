import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { WaitlistDemand } from '#src/admin/waitlist/queries.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { order } from '#tests/support/rows.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

let shop: TestShop
let admin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  shop = await openTestShop()
  admin = await signIn(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.delete(waitlist)
})

const add = (...entries: ReturnType<typeof waitlistEntry>[]) => shop.db.insert(waitlist).values(entries)
const minute = (n: number) => new Date(Date.UTC(2026, 5, 1, 0, n)).toISOString()

async function demand() {
  const answer = await admin.get('/admin/waitlist/demand')
  expect(answer.status).toBe(200)
  return answer.body as unknown as WaitlistDemand
}

describe('demand', () => {
  test('without entries the demand is empty', async () => {
    expect(await demand()).toEqual({ all: { waiting: 0, notified: 0, boughtSince: 0 }, cities: [] })
  })

  test('by city with its ZIP codes, most waiting first, served ones marked', async () => {
    await add(
      waitlistEntry({ email: 'a@x.y', zipCode: '94601', city: 'oakland', createdAt: minute(1) }),
      waitlistEntry({ email: 'b@x.y', zipCode: '94601-0001', city: 'Oakland', createdAt: minute(2) }),
      waitlistEntry({
        email: 'c@x.y',
        zipCode: '94602',
        city: 'OAKLAND',
        createdAt: minute(0),
        notifiedAt: minute(9),
      }),
      waitlistEntry({ email: 'd@x.y', zipCode: '10001', city: 'New York', state: 'NY' }),
      waitlistEntry({ email: 'e@x.y', zipCode: '10002', city: 'New York', state: 'NY' }),
      waitlistEntry({ email: 'f@x.y', zipCode: '10002', city: 'New York', state: 'NY' }),
      waitlistEntry({
        email: 'g@x.y',
        zipCode: '83702',
        city: 'Boise',
        state: 'ID',
        unsubscribedAt: minute(9),
      }),
      // Another Portland is another city.
      waitlistEntry({ email: 'h@x.y', zipCode: '04101', city: 'Portland', state: 'ME' }),
      waitlistEntry({ email: 'i@x.y', zipCode: '97201', city: 'Portland', state: 'OR' }),
    )
    await shop.db
      .insert(orders)
      .values(order({ customerEmail: 'E@x.y', paymentStatus: 'paid', paidAt: '2026-07-01T00:00:00.000Z' }))
    const { all, cities } = await demand()
    const nyc = { id: expect.any(String), name: 'New York City', takesOrders: true }
    expect(all).toEqual({ waiting: 7, notified: 1, boughtSince: 1 })
    expect(cities).toEqual([
      {
        city: 'New York',
        state: 'NY',
        waiting: 3,
        notified: 0,
        boughtSince: 1,
        zips: [
          { zipCode: '10002', waiting: 2, market: nyc },
          { zipCode: '10001', waiting: 1, market: nyc },
        ],
      },
      {
        city: 'Oakland',
        state: 'CA',
        waiting: 2,
        notified: 1,
        boughtSince: 0,
        zips: [
          { zipCode: '94601', waiting: 2, market: null },
          { zipCode: '94602', waiting: 0, market: null },
        ],
      },
      {
        city: 'Portland',
        state: 'ME',
        waiting: 1,
        notified: 0,
        boughtSince: 0,
        zips: [{ zipCode: '04101', waiting: 1, market: null }],
      },
      {
        city: 'Portland',
        state: 'OR',
        waiting: 1,
        notified: 0,
        boughtSince: 0,
        zips: [{ zipCode: '97201', waiting: 1, market: null }],
      },
    ])
  })

  test('shows the hundred cities with the most people, and counts all, in one round trip', async () => {
    await add(
      ...Array.from({ length: 120 }, (_, n) =>
        waitlistEntry({ zipCode: String(50_000 + n), city: `City ${n}`, email: `${n}@x.y` }),
      ),
      ...[1, 2].map((n) => waitlistEntry({ zipCode: '50119', city: 'City 119', email: `more${n}@x.y` })),
    )
    const { requests } = await plansOf(shop, async () => {
      const { cities, all } = await demand()
      expect([cities.length, all.waiting]).toEqual([100, 122])
      expect(cities[0]).toMatchObject({ city: 'City 119', zips: [{ zipCode: '50119', waiting: 3 }] })
    })
    expect(requests).toBe(2)
  })
})
