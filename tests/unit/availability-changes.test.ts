import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availability, type MarketSchedule, type OpeningHours } from '#domain/availability.ts'
import { clockHourOf } from '#domain/capacity.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { runs } from '#tests/support/soak.ts'

const DAILY: OpeningHours = Object.fromEntries(
  ['0', '1', '2', '3', '4', '5', '6'].map((weekday) => [weekday, { opens: '09:00', closes: '13:00' }]),
)

function newYork(changes: Partial<MarketSchedule> = {}): MarketSchedule {
  return { timeZone: 'America/New_York', openingHours: null, pausedReason: null, closedDates: [], ...changes }
}

/** A time of Thursday, 4 June 2026 in New York. */
function thursday(time: string): Date {
  return new Date(`2026-06-04T${time}-04:00`)
}

test.each([
  ['before the cut-off', newYork(), '10:00', '2026-06-04T14:00:00-04:00'],
  ['at the cut-off: midnight', newYork(), '14:00', '2026-06-05T00:00:00-04:00'],
  ['at midnight: the cut-off', newYork(), '00:00', '2026-06-04T14:00:00-04:00'],
  ['before opening', newYork({ openingHours: DAILY }), '08:00', '2026-06-04T09:00:00-04:00'],
  ['at opening', newYork({ openingHours: DAILY }), '09:00', '2026-06-04T13:00:00-04:00'],
  ['the last millisecond', newYork(), '13:59:59.999', '2026-06-04T14:00:00-04:00'],
])('%s', (_, market, time, expected) => {
  expect(availability(thursday(time), market).changesAt).toEqual(new Date(expected))
})

test('without a market it follows the fixed reading', () => {
  expect(availability(thursday('10:00'), null).changesAt).toEqual(new Date('2026-06-04T19:00:00Z'))
})

const clockTime = fc
  .integer({ min: 0, max: 96 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )
const openingDay = fc.option(fc.record({ opens: clockTime, closes: clockTime }), { freq: 5 })
const schedule: fc.Arbitrary<MarketSchedule> = fc.record({
  timeZone: fc.constantFrom(
    'America/New_York',
    'America/Los_Angeles',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Beirut',
  ),
  openingHours: fc.option(
    fc.record({
      '0': openingDay,
      '1': openingDay,
      '2': openingDay,
      '3': openingDay,
      '4': openingDay,
      '5': openingDay,
      '6': openingDay,
    }),
    { freq: 4 },
  ),
  pausedReason: fc.option(fc.constant('Closed for a wedding.'), { freq: 1 }),
  closedDates: fc.subarray([
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-25',
    '2026-11-01',
    '2026-06-04',
  ]),
})
const around = (day: string) =>
  fc.integer({ min: -36 * 60, max: 36 * 60 }).map((minutes) => new Date(Date.parse(day) + minutes * 60_000))
const instant = fc.oneof(
  fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
  // Where clocks change: New York and San Francisco, Berlin and Beirut, Lord Howe Island.
  ...['2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-04-05', '2026-10-04'].map(around),
)

test('nothing changes before `changesAt`, which is at most the next midnight, whatever is sold out or held', () => {
  fc.assert(
    fc.property(
      instant,
      schedule,
      fc.subarray([0, 24, 48]),
      fc.subarray([0, 1, 2, 3, 4]),
      fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 3 }),
      fc.nat({ max: 999 }),
      (now, market, days, hours, minutes, part) => {
        const after = (hour: number) => new Date(now.getTime() + hour * 3_600_000)
        const full = {
          dates: days.map((hour) => isoDate(after(hour), market.timeZone)),
          hours: hours.map((hour) => clockHourOf(after(hour))),
        }
        const keys = [...full.dates, ...full.hours]
        const retryAt = Object.fromEntries(
          minutes.flatMap((minute, n) => (keys[n] ? [[keys[n], after(minute / 60).toISOString()]] : [])),
        )
        const limited = { ...market, full: { ...full, retryAt } }
        const result = availability(now, limited)
        const span = result.changesAt.getTime() - now.getTime()
        expect(span).toBeGreaterThan(0)
        expect(span).toBeLessThanOrEqual(25 * 3_600_000)
        for (const sample of [Math.floor((span * part) / 1000), span - 1]) {
          expect(availability(new Date(now.getTime() + sample), limited)).toEqual(result)
        }
      },
    ),
    { numRuns: runs(200) },
  )
})
