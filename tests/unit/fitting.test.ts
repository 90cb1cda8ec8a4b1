import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bucket, type PlaceCounts, type ShopCapacity, withoutRoom } from '#domain/capacity.ts'

const NOON = '2026-06-05T16:00:00.000Z'
const ONE = '2026-06-05T17:00:00.000Z'
const [friday, saturday] = ['2026-06-05', '2026-06-06']
const NOTHING = {}

const capacity = (changes: Partial<ShopCapacity> = {}): ShopCapacity => ({
  byWeekday: null,
  byDate: {},
  perHour: null,
  ...changes,
})
const order = (id: string, date: string, hour: string | null = null) => ({ id, bucket: { date, hour } })

test.each<[string, ShopCapacity, PlaceCounts, string[]]>([
  ['no limit at all', capacity(), NOTHING, []],
  ['room for two on Friday', capacity({ byDate: { [friday]: 2 } }), NOTHING, ['c', 'd']],
  ['room for two, one taken', capacity({ byDate: { [friday]: 2 } }), { [friday]: 1 }, ['b', 'c', 'd']],
  ['closed on Friday', capacity({ byDate: { [friday]: 0 } }), NOTHING, ['a', 'b', 'c', 'd']],
  ['closed on Saturday', capacity({ byDate: { [saturday]: 0 } }), NOTHING, ['e']],
  ['one an hour', capacity({ perHour: 1 }), NOTHING, ['c']],
  ['one an hour, noon taken', capacity({ perHour: 1 }), { [NOON]: 1 }, ['b', 'c']],
])('of five orders, with %s, these are left out', (_, shop, taken, leftOut) => {
  const orders = [
    order('a', friday),
    order('b', friday, NOON),
    order('c', friday, NOON),
    order('d', friday, ONE),
    order('e', saturday),
  ]
  expect(withoutRoom(shop, taken, orders).map(({ id }) => id)).toEqual(leftOut)
})

test('what is left out never fits beside the others, and no limit is passed by those that stay', () => {
  const bucket = fc.constantFrom<Bucket>(
    { date: friday, hour: null },
    { date: friday, hour: NOON },
    { date: friday, hour: ONE },
    { date: saturday, hour: null },
  )
  const limit = fc.integer({ min: 0, max: 4 })
  fc.assert(
    fc.property(fc.array(bucket, { maxLength: 12 }), limit, limit, (buckets, day, hour) => {
      const orders = buckets.map((bucket, id) => ({ id, bucket }))
      const shop = capacity({ byDate: { [friday]: day, [saturday]: day }, perHour: hour })
      const out = new Set(withoutRoom(shop, NOTHING, orders).map(({ id }) => id))
      const stay = orders.filter(({ id }) => !out.has(id))
      const on = (date: string) => stay.filter(({ bucket }) => bucket.date === date).length
      const at = (time: string) => stay.filter(({ bucket }) => bucket.hour === time).length
      expect([on(friday), on(saturday)].every((count) => count <= day)).toBe(true)
      if (day > 0) expect([at(NOON), at(ONE)].every((count) => count <= hour)).toBe(true)
      for (const { bucket } of orders.filter(({ id }) => out.has(id))) {
        const isFull = on(bucket.date) >= day || (bucket.hour !== null && at(bucket.hour) >= hour)
        expect(isFull).toBe(true)
      }
    }),
  )
})
