import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, monthName, monthOf, monthRange, owed } from '#domain/statement.ts'

describe('a month', () => {
  test.each([
    ['2026-06', 'America/New_York', '2026-06-01T04:00:00.000Z', '2026-07-01T04:00:00.000Z'],
    // The clocks change in it.
    ['2026-03', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['2026-11', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z', '2026-12-01T08:00:00.000Z'],
    ['2026-12', 'America/Los_Angeles', '2026-12-01T08:00:00.000Z', '2027-01-01T08:00:00.000Z'],
    ['2028-02', 'America/New_York', '2028-02-01T05:00:00.000Z', '2028-03-01T05:00:00.000Z'],
  ])('%s in %s', (month, zone, from, to) => {
    const range = monthRange(month, zone)
    expect([range.from.toISOString(), range.to.toISOString()]).toEqual([from, to])
  })

  test('has a name, and previous and next months across years', () => {
    const names = Array.from({ length: 12 }, (_, at) => monthName(addMonths('2026-01', at)))
    expect(names.join(', ')).toBe(
      'January 2026, February 2026, March 2026, April 2026, May 2026, June 2026, July 2026, August 2026, ' +
        'September 2026, October 2026, November 2026, December 2026',
    )
    expect([-1, 0, 1, 2, 14, -23].map((months) => addMonths('2026-11', months))).toEqual([
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
      '2028-01',
      '2024-12',
    ])
  })

  test('is the month in the given zone', () => {
    const at = new Date('2026-12-01T04:30:00.000Z')
    expect(['America/New_York', 'UTC'].map((zone) => monthOf(at, zone))).toEqual(['2026-11', '2026-12'])
  })

  test('months follow one another without a gap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2020, max: 2035 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'),
        (year, number, zone) => {
          const name = (y: number, m: number) => `${y}-${String(m).padStart(2, '0')}`
          const next = number === 12 ? name(year + 1, 1) : name(year, number + 1)
          expect(monthRange(name(year, number), zone).to).toEqual(monthRange(next, zone).from)
        },
      ),
    )
  })
})

describe('what a shop is owed', () => {
  const BEFORE = '2026-06-04T10:00:00.000Z'
  const AFTER = '2026-06-04T12:00:00.000Z'
  const SINCE = '2026-06-04T11:00:00.000Z'

  test.each([
    ['not paid yet', { live: true, paidAt: null }, [500, 0, 500]],
    ['paid', { live: true, paidAt: AFTER }, [500, 500, 0]],
    ['paid in the same moment', { live: true, paidAt: SINCE }, [500, 500, 0]],
    ['paid before it came about', { live: true, paidAt: BEFORE }, [500, 0, 500]],
    ['rejected or taken back', { live: false, paidAt: null }, [0, 0, 0]],
    ['paid, and then taken back: to be returned', { live: false, paidAt: AFTER }, [0, 500, -500]],
  ])('%s', (_, shopOrder, [dueCents, paidCents, unpaidCents]) => {
    expect(owed(500, shopOrder, SINCE)).toEqual({ dueCents, paidCents, unpaidCents })
  })

  test('due equals paid plus unpaid', () => {
    const instant = fc.constantFrom(BEFORE, SINCE, AFTER)
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.boolean(),
        fc.option(instant),
        instant,
        (cents, live, paidAt, since) => {
          const { dueCents, paidCents, unpaidCents } = owed(cents, { live, paidAt }, since)
          expect(paidCents + unpaidCents).toBe(dueCents)
        },
      ),
    )
  })
})
