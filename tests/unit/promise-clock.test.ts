import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarketSchedule } from '#domain/availability.ts'
import { promiseClock } from '#domain/promise-clock.ts'

const market: MarketSchedule = {
  timeZone: 'America/New_York',
  openingHours: null,
  pausedReason: null,
  closedDates: [],
}
const open = (opens: string, closes: string): MarketSchedule => ({
  ...market,
  openingHours: { '4': { opens, closes }, '5': { opens, closes } },
})
/** A time of Thursday, 4 June 2026 in New York. */
const thursday = (time: string) => new Date(`2026-06-04T${time}:00-04:00`)

describe('what a shopper gets, and for how long', () => {
  test.each([
    ['in the morning', '11:46', market, 'Order in the next 2 h 14 min: there by 8 PM today.'],
    ['a minute before the cut-off', '13:59', market, 'Order in the next 1 min: there by 8 PM today.'],
    ['from the cut-off on', '14:00', market, 'Tomorrow by 12 PM, delivery free.'],
    [
      'where florists close before it',
      '11:00',
      open('08:00', '11:30'),
      'Order in the next 30 min: there by 8 PM today.',
    ],
    ['where they have closed', '12:00', open('08:00', '11:30'), 'Tomorrow by 12 PM, delivery free.'],
    [
      'on a closed day',
      '09:00',
      { ...market, closedDates: ['2026-06-04'] },
      'Tomorrow by 12 PM, delivery free.',
    ],
    ['where tomorrow is closed, too', '15:00', { ...market, closedDates: ['2026-06-05'] }, null],
    ['in a market that is paused', '09:00', { ...market, pausedReason: 'A fair' }, null],
  ])('%s', (_, time, schedule, expected) => {
    expect(promiseClock(thursday(time), schedule)).toBe(expected)
  })

  test('without a market it is New York’s standard time', () => {
    expect(promiseClock(new Date('2026-06-04T18:00:00Z'), null)).toBe(
      'Order in the next 1 h: there by 8 PM today.',
    )
  })

  test('a minute later it is a minute less, until it is tomorrow', () => {
    const minutes = (text: string | null) => {
      const [, hours = '0', rest = '0'] = /next (?:(\d+) h ?)?(?:(\d+) min)?:/.exec(text ?? '') ?? []
      return Number(hours) * 60 + Number(rest)
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 13 * 60 + 58 }), (minute) => {
        const at = new Date(thursday('00:00').getTime() + minute * 60_000)
        const later = new Date(at.getTime() + 60_000)
        expect(minutes(promiseClock(at, market))).toBe(minutes(promiseClock(later, market)) + 1)
      }),
      { numRuns: 100 },
    )
  })
})
