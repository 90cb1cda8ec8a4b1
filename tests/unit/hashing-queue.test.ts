import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  COST_MAX_MS,
  createHashingQueue,
  FIRST_COST_MS,
  type HashingLane,
  type HashingQueue,
  MAX_WAIT_MS,
} from '#api/platform/hashing-queue.ts'
import { runs } from '#tests/support/soak.ts'

const TURN_MS = 2 * FIRST_COST_MS
const LANES = ['known', 'unknown'] as const

let queue: HashingQueue

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  queue = createQueue()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Waits on the test's clock. A real timer of 0 ms takes one. */
const createQueue = () =>
  createHashingQueue({
    now: () => Date.now(),
    sleep: (ms) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve()),
  })

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Asks for a hash of this many milliseconds. `startedAt` stays null when it is refused. */
function ask(lane: HashingLane, cost: { weight?: number; costMs?: number } = {}) {
  const { weight = 1, costMs = FIRST_COST_MS * weight } = cost
  const asked: { lane: HashingLane; costMs: number; startedAt: number | null; settledAt: number | null } = {
    lane,
    costMs,
    startedAt: null,
    settledAt: null,
  }
  const work = () => {
    asked.startedAt = Date.now()
    return new Promise<void>((resolve) => setTimeout(resolve, costMs))
  }
  void queue
    .run(lane, weight, work)
    .catch(() => {})
    .finally(() => {
      asked.settledAt = Date.now()
    })
  return asked
}

/** A hash whose visitor leaves: it starts, and is never heard of again. */
const askAndLeave = (lane: HashingLane) =>
  void queue.run(lane, 1, () => new Promise(() => {})).catch(() => {})

const starts = (all: readonly { startedAt: number | null }[]) => all.map(({ startedAt }) => startedAt)

describe.each(LANES)('password hashes of somebody %s', (lane) => {
  test('start at once when none has started recently', async () => {
    const first = ask(lane)
    await pass(TURN_MS)
    const second = ask(lane)
    await pass(0)
    expect(starts([first, second])).toEqual([0, TURN_MS])
  })

  test('start one turn apart when they are asked for at once, and are refused when the wait is too long', async () => {
    const places = MAX_WAIT_MS[lane] / TURN_MS + 1
    const all = Array.from({ length: places + 2 }, () => ask(lane))
    await pass(10 * MAX_WAIT_MS[lane])
    const expected = Array.from({ length: places }, (_, place) => place * TURN_MS)
    expect(starts(all)).toEqual([...expected, null, null])
    expect(all.slice(places).map(({ settledAt }) => settledAt)).toEqual([0, 0])
  })

  test('are accepted again once a turn is over, however many were refused', async () => {
    for (let at = 0; at < 50; at++) ask(lane)
    expect(() => queue.refuseWhenFull(lane)).toThrow()
    await pass(TURN_MS)
    expect(() => queue.refuseWhenFull(lane)).not.toThrow()
  })

  test.each([
    ['slower', 800],
    ['faster', 100],
  ])('start so far apart that half of the time is free when the last one was %s', async (_, costMs) => {
    ask(lane, { costMs })
    await pass(2 * costMs + TURN_MS)
    const asked = Date.now()
    const [first, second] = [ask(lane, { costMs }), ask(lane, { costMs })]
    await pass(10 * costMs)
    expect(starts([first, second])).toEqual([asked, asked + 2 * costMs])
  })

  test('wait longer than was reserved when the hash before turns out to be slower', async () => {
    const costMs = 600
    const [first, second] = [ask(lane, { costMs }), ask(lane, { costMs })]
    await pass(10 * costMs)
    expect(starts([first, second])).toEqual([0, 2 * costMs])
  })

  test('take a part of a turn when they cost a part, and leave the measured cost as it is', async () => {
    const [first, second, third] = [ask(lane, { weight: 0.1 }), ask(lane), ask(lane)]
    await pass(10 * TURN_MS)
    expect(starts([first, second, third])).toEqual([0, TURN_MS / 10, 1.1 * TURN_MS])
  })

  test('go on when visitors leave during a hash or before it', async () => {
    for (let at = 0; at < 3; at++) askAndLeave(lane)
    await pass(3 * COST_MAX_MS)
    const asked = Date.now()
    const next = ask(lane)
    await pass(0)
    expect(next.startedAt).toBe(asked)
  })

  test('are hashed again after one has failed', async () => {
    const failed = queue.run(lane, 1, () => Promise.reject(new Error('no memory')))
    await expect(Promise.all([failed, pass(TURN_MS)])).rejects.toThrow('no memory')
    await pass(TURN_MS)
    const next = ask(lane)
    await pass(0)
    expect(next.startedAt).not.toBeNull()
  })
})

describe('a refusal', () => {
  test('names the seconds after which a turn is free', async () => {
    const weight = 10
    ask('unknown', { weight })
    const retryAfterSeconds = Math.ceil((weight * TURN_MS - MAX_WAIT_MS.unknown) / 1000)
    const refusal = { code: 'busy', status: 503, retryAfterSeconds }
    await expect(queue.run('unknown', 1, async () => {})).rejects.toMatchObject(refusal)
    expect(() => queue.refuseWhenFull('unknown')).toThrow(expect.objectContaining(refusal))
    await pass(retryAfterSeconds * 1000)
    expect(() => queue.refuseWhenFull('unknown')).not.toThrow()
  })

  test('comes as soon as the hash before turns out so slow that the turn would come too late', async () => {
    const slow = { costMs: COST_MAX_MS }
    const all = [ask('unknown', slow), ask('unknown', slow), ask('unknown', slow)]
    await pass(10 * COST_MAX_MS)
    const started = all.filter(({ startedAt }) => startedAt !== null)
    const refused = all.filter(({ startedAt }) => startedAt === null)
    expect(starts(started)).toEqual([0, 2 * COST_MAX_MS])
    expect(refused.map(({ settledAt }) => settledAt)).toEqual([2 * COST_MAX_MS])
  })
})

describe('of two lanes', () => {
  test('somebody known waits only for the hash that is running while the unknown lane is full', async () => {
    for (let at = 0; at < 50; at++) ask('unknown')
    expect(() => queue.refuseWhenFull('unknown')).toThrow()
    expect(() => queue.refuseWhenFull('known')).not.toThrow()
    await pass(1)
    const known = ask('known')
    await pass(TURN_MS)
    expect(known.startedAt).toBeGreaterThanOrEqual(FIRST_COST_MS)
    expect(known.startedAt).toBeLessThan(FIRST_COST_MS + 50)
  })

  test('the unknown one starts after the turns of the known one', async () => {
    const known = [ask('known'), ask('known')]
    const unknown = ask('unknown')
    await pass(10 * TURN_MS)
    expect(starts([...known, unknown])).toEqual([0, TURN_MS, 2 * TURN_MS])
  })

  test('the known one goes on when a visitor leaves during an unknown hash', async () => {
    askAndLeave('unknown')
    const known = ask('known')
    await pass(2 * COST_MAX_MS)
    expect(known.startedAt).toBe(COST_MAX_MS)
  })
})

/** Hashes never overlap, whatever was asked for and left. */
function expectOneAtATime(all: readonly ReturnType<typeof ask>[]) {
  const started = all.flatMap(({ startedAt, costMs }) => (startedAt === null ? [] : [{ startedAt, costMs }]))
  started.sort((one, other) => one.startedAt - other.startedAt)
  for (const [place, { startedAt }] of started.entries()) {
    const before = started[place - 1]
    if (before) expect(startedAt).toBeGreaterThanOrEqual(before.startedAt + before.costMs)
  }
}

test('whatever is asked for, hashes never overlap, each is answered in time, and pauses follow', async () => {
  const call = fc.record({
    gap: fc.integer({ min: 0, max: 2 * TURN_MS }),
    lane: fc.constantFrom(...LANES),
    costMs: fc.integer({ min: 50, max: 1_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
      vi.setSystemTime(0)
      queue = createQueue()
      const all: (ReturnType<typeof ask> & { askedAt: number })[] = []
      for (const { gap, lane, costMs } of calls) {
        await pass(gap)
        const askedAt = Date.now()
        const asked = ask(lane, { costMs })
        all.push(Object.assign(asked, { askedAt }))
      }
      await pass(30_000)
      expectOneAtATime(all)
      for (const { lane, askedAt, startedAt, settledAt } of all) {
        expect(settledAt).not.toBeNull()
        if (startedAt !== null) expect(startedAt - askedAt).toBeLessThanOrEqual(2 * MAX_WAIT_MS[lane])
      }
      for (const lane of LANES) {
        const own = all.filter((asked) => asked.lane === lane && asked.startedAt !== null)
        own.sort((one, other) => Number(one.startedAt) - Number(other.startedAt))
        for (const [place, { startedAt }] of own.entries()) {
          const before = own[place - 1]
          if (!before) continue
          expect(startedAt).toBeGreaterThanOrEqual(Number(before.startedAt) + 2 * before.costMs)
        }
      }
    }),
    { numRuns: runs(50) },
  )
})
