import { describe, expect, test } from 'vitest'
import {
  NO_FLORIST_REASON,
  noOrdersReason,
  takesOrdersWithoutFlorist,
  withoutFlorist,
} from '#domain/market-orders.ts'

const SNOW = 'Snow.'
const market = (pausedReason: string | null, closedWithoutFlorist: boolean, hasFlorist: boolean) => ({
  pausedReason,
  closedWithoutFlorist,
  hasFlorist,
})

describe('a market takes no orders', () => {
  test.each([
    ['never, with a florist', market(null, false, true), null],
    ['never, without one, unless it is to close', market(null, false, false), null],
    ['never, with a florist, though it would close without', market(null, true, true), null],
    ['while it has no florist and is to close', market(null, true, false), NO_FLORIST_REASON],
    ['while it is paused', market(SNOW, false, true), SNOW],
    ['while it is paused without a florist', market(SNOW, false, false), SNOW],
    ['while it is paused, for that reason first', market(SNOW, true, false), SNOW],
    ['while it is paused, with a florist', market(SNOW, true, true), SNOW],
  ])('%s', (_, given, reason) => {
    expect(noOrdersReason(given)).toBe(reason)
  })
})

describe('once it has no florist, a market', () => {
  test.each([
    ['takes orders', null, false, true, 'takes_orders'],
    ['closes', null, true, true, 'closes'],
    ['takes none, paused', SNOW, false, true, null],
    ['takes none, paused, though it is to close', SNOW, true, true, null],
    ['takes none, without ZIP codes', null, false, false, null],
    ['takes none, without ZIP codes, though it is to close', null, true, false, null],
  ] as const)('%s', (_, pausedReason, closedWithoutFlorist, hasZipCodes, then) => {
    const given = { pausedReason, closedWithoutFlorist, hasZipCodes }
    expect(withoutFlorist(given)).toBe(then)
    expect(takesOrdersWithoutFlorist({ ...given, hasFlorist: false })).toBe(then === 'takes_orders')
    expect(takesOrdersWithoutFlorist({ ...given, hasFlorist: true })).toBe(false)
  })
})
