import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { counterOf, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { MORNING, openTestShop } from '#tests/support/shop.ts'
import { runs } from '#tests/support/soak.ts'

const database = await openTestDatabase()
beforeEach(() => database.db.delete(rateCounters))
afterAll(() => database.close())

const LIMIT = { max: 10, seconds: 60 }

/** True if a request is allowed that comes this many milliseconds after some minute has begun. */
async function isAllowed(ms: number, limit = LIMIT, who = 'somebody'): Promise<boolean> {
  const counter = await counterOf('test', who, new Date(MORNING.getTime() + ms), limit)
  return (await incrementCounter(database.db, counter)).length > 0
}

const countOf = (results: readonly boolean[]) => results.filter(Boolean).length

async function inTurn(instants: readonly number[], limit = LIMIT): Promise<boolean[]> {
  const results: boolean[] = []
  for (const ms of instants) results.push(await isAllowed(ms, limit))
  return results
}

describe('a limit of 10 a minute', () => {
  test('allows 10 of 19 requests within 2.4 s across the turn of the minute', async () => {
    const instants = Array.from({ length: 19 }, (_, at) => 58_800 + Math.round((at * 2_400) / 18))
    expect(countOf(await inTurn(instants))).toBe(10)
  })

  test('has room again exactly a minute after a request that was allowed', async () => {
    await inTurn([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await inTurn([59_999, 60_000, 60_000, 60_001])).toEqual([false, true, false, true])
  })

  test('gives 10 a minute to a client that never stops trying', async () => {
    const everySecond = Array.from({ length: 180 }, (_, at) => at * 1_000)
    expect(countOf(await inTurn(everySecond))).toBe(30)
  })

  test('allows 10 of 30 requests in the same millisecond, at once', async () => {
    const shop = await openTestShop()
    const counter = await counterOf('test', 'somebody', MORNING, LIMIT)
    const rows = await Promise.all(Array.from({ length: 30 }, () => incrementCounter(shop.db, counter)))
    expect(rows.filter(({ length }) => length > 0)).toHaveLength(10)
    await shop.close()
  })

  test('counts each client for itself', async () => {
    await inTurn(Array.from({ length: 12 }, (_, at) => at))
    expect(await isAllowed(20, LIMIT, 'somebody else')).toBe(true)
  })

  test('tells within a batch whether there is room, before it is used up', async () => {
    const { db } = database
    const counter = await counterOf('test', 'somebody', MORNING, { max: 1, seconds: 60 })
    const ask = async () => {
      const [[asked], counted] = await db.batch([
        db.all<{ room: number }>(sql`select ${isBelowLimit(counter)} as room`),
        incrementCounter(db, counter),
      ])
      return [asked?.room, counted.length]
    }
    expect([await ask(), await ask()]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })
})

test('19 calls within 2.4 s across the turn of a minute: the API answers 10 and refuses 9', async () => {
  const shop = await openTestShop({ config: { limits: { placement: LIMIT } } })
  const statuses: number[] = []
  for (let at = 0; at < 19; at++) {
    shop.clock.at = new Date(MORNING.getTime() + 58_800 + Math.round((at * 2_400) / 18))
    statuses.push((await shop.post('/create-checkout-session', checkoutRequest())).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  await shop.close()
})

test('no window of the length ever holds more than the limit allows, whatever order requests come in', async () => {
  const draw = fc.record({
    max: fc.integer({ min: 1, max: 4 }),
    seconds: fc.integer({ min: 1, max: 3 }),
    instants: fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 5, maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(draw, async ({ max, seconds, instants }) => {
      await database.db.delete(rateCounters)
      const results = await inTurn(instants, { max, seconds })
      const allowed = instants.filter((_, at) => results[at])
      for (const end of allowed) {
        const window = allowed.filter((ms) => ms > end - seconds * 1000 && ms <= end)
        expect(window.length).toBeLessThanOrEqual(max)
      }
      // The first of all is always allowed, so the limit is not simply shut.
      expect(results[0]).toBe(true)
    }),
    { numRuns: runs(10) },
  )
})
