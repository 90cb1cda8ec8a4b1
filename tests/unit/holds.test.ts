import { describe, expect, test } from 'vitest'
import { countsSince, dayShare, holdEnd, isTakenOver, tryAgainAt, widerNetworkMax } from '#domain/holds.ts'

const NOW = new Date('2026-06-04T14:30:00.000Z')

test('a place is held for 31 minutes', () => {
  expect(holdEnd(NOW.toISOString())).toBe('2026-06-04T15:01:00.000Z')
})

test.each([
  ['2026-06-04T15:01:00.000Z', '2026-06-04T15:02:00.000Z'],
  ['2026-06-04T15:01:00.001Z', '2026-06-04T15:03:00.000Z'],
  ['2026-06-04T15:59:59.000Z', '2026-06-04T16:01:00.000Z'],
])('a place that is held until %s is worth trying for at %s', (until, retryAt) => {
  expect(tryAgainAt(until)).toBe(retryAt)
})

describe('the order of a changed form', () => {
  test.each([
    ['takes over a hold with 20 minutes left', '2026-06-04T14:50:00.000Z', true],
    ['takes over a hold with ten minutes left', '2026-06-04T14:40:00.000Z', true],
    ['has a hold of its own when less is left', '2026-06-04T14:39:59.999Z', false],
    ['has a hold of its own when the first is over', '2026-06-04T14:20:00.000Z', false],
  ])('%s', (_, heldUntil, expected) => {
    expect(isTakenOver(heldUntil, NOW)).toBe(expected)
  })
})

test('a hold that ended unpaid counts for a day', () => {
  expect(countsSince(NOW)).toBe('2026-06-03T14:30:00.000Z')
})

test('the clients of a wider network may hold three times as much together', () => {
  expect(widerNetworkMax(3)).toBe(9)
})

test.each([
  [null, null],
  [0, 1],
  [1, 1],
  [3, 1],
  [5, 1],
  [6, 2],
  [20, 6],
])('of a day with %j places that three clients fill at least, one may hold %j', (limit, share) => {
  expect(dayShare(limit, 3)).toBe(share)
})
