import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHashingQueue, MAX_WAIT_MS, TURN_MS } from '#api/platform/hashing-queue.ts'

/** A brake on a clock that the test turns; `ask` tells when the hash starts, null when it is refused. */
function brakeOnClock() {
  let at = 0
  let slept = 0
  const brake = createHashingQueue({
    now: () => at,
    sleep: async (ms) => {
      slept = ms
    },
  })
  return {
    brake,
    pass: (ms: number) => {
      at += ms
    },
    ask: async (weight = 1): Promise<number | null> => {
      slept = 0
      return brake.turn(weight).then(
        () => at + slept,
        () => null,
      )
    },
  }
}

describe('password hashes', () => {
  test('start at once when none has started recently', async () => {
    const { ask, pass } = brakeOnClock()
    expect(await ask()).toBe(0)
    pass(TURN_MS)
    expect(await ask()).toBe(TURN_MS)
  })

  test('concurrent hashes start one turn apart, and the fifth is refused', async () => {
    const { ask } = brakeOnClock()
    const starts = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]
    expect(starts).toEqual([0, TURN_MS, 2 * TURN_MS, 3 * TURN_MS, null, null])
  })

  test('a refusal has a retry-after time', async () => {
    const { ask, brake } = brakeOnClock()
    for (let at = 0; at < 4; at++) await ask()
    const refusal = { code: 'busy', status: 503, retryAfterSeconds: 2 }
    await expect(brake.turn(1)).rejects.toMatchObject(refusal)
    expect(() => brake.refuseWhenFull()).toThrowError(expect.objectContaining(refusal))
  })

  test('hashing is accepted again later, whether or not some were refused', async () => {
    const { ask, pass, brake } = brakeOnClock()
    for (let at = 0; at < 50; at++) await ask()
    pass(TURN_MS)
    expect(() => brake.refuseWhenFull()).not.toThrow()
    expect(await ask()).toBe(4 * TURN_MS)
  })

  test('cheap hashes shorten the wait of the next', async () => {
    const { ask } = brakeOnClock()
    expect([await ask(0.1), await ask(1), await ask(1)]).toEqual([0, TURN_MS / 10, 1.1 * TURN_MS])
  })

  test('starts are at least one turn apart, and no wait exceeds the maximum', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 2 * TURN_MS }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(gaps, async (all) => {
        const { ask, pass } = brakeOnClock()
        let [now, last] = [0, -TURN_MS]
        for (const gap of all) {
          pass(gap)
          now += gap
          const start = await ask()
          if (start === null) continue
          expect(start - last).toBeGreaterThanOrEqual(TURN_MS)
          expect(start - now).toBeLessThanOrEqual(MAX_WAIT_MS)
          last = start
        }
      }),
    )
  })
})
