import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHECK_EVERY_MS, retryDelay, untilRefresh } from '#domain/session-clock.ts'

const NOW = Date.parse('2026-12-01T15:00:00Z')
const fresh = { failures: 0, triedAt: 0 }

test.each([
  ['ten minutes left', 600_000, 30_000],
  ['a little more than the margin', 90_001, 30_000],
  ['the margin', 90_000, 0],
  ['a minute', 60_000, 0],
  ['over', -1, 0],
  ['over for hours: the machine was asleep', -8 * 3_600_000, 0],
])('%s', (_, left, expected) => {
  expect(untilRefresh({ ...fresh, heldUntil: NOW + left }, NOW)).toBe(expected)
})

test('checking every 30 s refreshes before the session ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400_000 }), (lifetime) => {
      let now = NOW
      const clock = { ...fresh, heldUntil: NOW + lifetime }
      for (let wait = untilRefresh(clock, now); wait > 0; wait = untilRefresh(clock, now)) now += wait
      const left = clock.heldUntil - now
      expect(left).toBeLessThanOrEqual(90_000)
      if (lifetime >= 90_000) expect(left).toBeGreaterThanOrEqual(60_000)
    }),
  )
})

test('without an answer it retries after 200 ms and doubles the wait up to the interval', () => {
  const waits = Array.from({ length: 12 }, (_, failed) => retryDelay(failed + 1))
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000, 30_000])
})

test('a clock that runs an hour ahead renews at most every 30 s', () => {
  expect(untilRefresh({ heldUntil: NOW - 3_000_000, failures: 0, triedAt: NOW - 10 }, NOW)).toBe(29_990)
})

test('the wait counts from the last attempt, also when the clock was set back', () => {
  const due = { heldUntil: NOW, failures: 3, triedAt: NOW - 300 }
  expect(untilRefresh(due, NOW)).toBe(500)
  expect(untilRefresh(due, NOW + 500)).toBe(0)
  expect(untilRefresh(due, NOW - 3_600_000)).toBe(CHECK_EVERY_MS)
  expect(untilRefresh({ ...due, triedAt: NOW + 3_600_000 }, NOW)).toBe(CHECK_EVERY_MS)
})
