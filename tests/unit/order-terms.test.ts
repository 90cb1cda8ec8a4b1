import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DELIVERY_OPTION_IDS, describePromise } from '#domain/delivery.ts'
import { changedTerms, orderTerms } from '#domain/order-terms.ts'
import { runs } from '#tests/support/soak.ts'

const NEW_YORK = 'America/New_York'
const SAN_FRANCISCO = 'America/Los_Angeles'
const MINUTE = 60_000

const market = (timeZone: string) => ({ timeZone, openingHours: null, pausedReason: null, closedDates: [] })
const at = (instant: string) => new Date(instant)

test.each([
  ['tomorrow', '2026-06-05T03:59:59Z', 1000, 'Tomorrow, Fri Jun 5, by 12 PM EST'],
  ['tomorrow', '2026-06-05T04:00:00Z', 14 * 3_600_000, 'Tomorrow, Sat Jun 6, by 12 PM EST'],
  ['today', '2026-06-04T17:00:00Z', 3_600_000, 'Today, Thu Jun 4, by 8 PM EST'],
  ['hour', '2026-06-04T14:30:00Z', 5 * MINUTE, 'Today, Thu Jun 4, by 11:30 AM EST'],
  ['hour', '2026-06-04T17:58:00Z', 2 * MINUTE, 'Today, Thu Jun 4, by 2:58 PM EST'],
] as const)('%s at %s holds for %i ms: %s', (option, now, freshForMs, promise) => {
  expect(orderTerms(option, 4999, market(NEW_YORK), at(now))).toMatchObject({ promise, freshForMs })
})

test('terms name the price, and why the option cannot be had', () => {
  expect(orderTerms('today', 5199, market(SAN_FRANCISCO), at('2026-06-04T21:00:00Z'))).toMatchObject({
    price: { subtotalCents: 5199, deliveryFeeCents: 999, taxCents: 372, totalCents: 6570 },
    closedReason: 'Same day delivery not available after 2pm PST',
  })
  expect(orderTerms('tomorrow', 5199, null, at('2026-06-04T21:00:00Z')).closedReason).toBe(null)
})

describe('what an order changes of what was shown', () => {
  const placed = (option: (typeof DELIVERY_OPTION_IDS)[number], now: string, zone = NEW_YORK) => ({
    option,
    totalCents: 5511,
    now: at(now),
    zone,
  })
  test.each([
    ['nothing', 'Today, Thu Jun 4, by 8 PM EST', 5511, placed('today', '2026-06-04T14:30:00Z'), []],
    [
      'the price',
      'Today, Thu Jun 4, by 8 PM EST',
      5299,
      placed('today', '2026-06-04T14:30:00Z'),
      ['The price is now $55.11.'],
    ],
    [
      'the day, after midnight',
      'Tomorrow, Fri Jun 5, by 12 PM EST',
      5511,
      placed('tomorrow', '2026-06-05T04:00:00Z'),
      ['Delivery is now: Tomorrow, Sat Jun 6, by 12 PM EST.'],
    ],
    [
      'the market',
      'Today, Thu Jun 4, by 8 PM EST',
      5511,
      placed('today', '2026-06-04T14:30:00Z', SAN_FRANCISCO),
      ['Delivery is now: Today, Thu Jun 4, by 8 PM PST.'],
    ],
    [
      'price and time, of a form that showed neither',
      '',
      0,
      placed('tomorrow', '2026-06-04T14:30:00Z'),
      ['The price is now $55.11.', 'Delivery is now: Tomorrow, Fri Jun 5, by 12 PM EST.'],
    ],
    [
      'nothing in a quarter of an hour',
      'Today, Thu Jun 4, by 11:30 AM EST',
      5511,
      placed('hour', '2026-06-04T14:45:00Z'),
      [],
    ],
    [
      'an hour that was shown a while ago',
      'Today, Thu Jun 4, by 11:30 AM EST',
      5511,
      placed('hour', '2026-06-04T14:46:00Z'),
      ['Delivery is now: Today, Thu Jun 4, by 11:46 AM EST.'],
    ],
  ])('%s', (_, promise, totalCents, order, changes) => {
    expect(changedTerms({ promise, totalCents }, order)).toEqual(changes)
  })

  test('a day that was shown on another day is a change, whatever the clocks do', () => {
    const instant = fc.date({
      min: at('2020-01-01T00:00:00Z'),
      max: at('2040-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        fc.constantFrom('today', 'tomorrow'),
        instant,
        fc.integer({ min: 0, max: 3 * 24 * 60 }),
        fc.constantFrom(NEW_YORK, SAN_FRANCISCO),
        (option, shownAt, minutes, zone) => {
          const now = new Date(shownAt.getTime() + minutes * MINUTE)
          const promise = describePromise(option, shownAt, zone)
          const isSame = promise === describePromise(option, now, zone)
          const changes = changedTerms({ promise, totalCents: 5511 }, { option, totalCents: 5511, now, zone })
          expect(changes.length === 0).toBe(isSame)
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
