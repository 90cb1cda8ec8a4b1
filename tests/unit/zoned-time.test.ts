import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  FIXED_EASTERN,
  isoDate,
  isTimeZone,
  offsetText,
  zonedInstant,
  zonedParts,
} from '#domain/zoned-time.ts'
import { runs } from '#tests/support/soak.ts'
import { everyHour, US_CLOCKS, wallClock } from './us-clock.ts'

const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'UTC',
  FIXED_EASTERN,
]

const anyZone = fc.constantFrom(...ZONES)
const anySecond = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 })
  .map((second) => new Date(second * 1000))

const NEW_YORK = 'America/New_York'

function expectParts(instant: Date, zone: string, wall: Date): void {
  expect(zonedParts(instant, zone), instant.toISOString()).toEqual({
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  })
}

describe('local time in a zone', () => {
  test.each(US_CLOCKS)(
    'every hour of two years in $zone, by the rule of the law',
    ({ zone, standardOffset }) => {
      for (const time of everyHour()) expectParts(new Date(time), zone, wallClock(time, standardOffset))
    },
  )

  test('the fixed offset is five hours behind UTC in summer and winter', () => {
    for (const time of everyHour()) {
      expectParts(new Date(time), FIXED_EASTERN, new Date(time - 5 * 3_600_000))
    }
  })

  test('midnight is hour 0 of the new day, and milliseconds are cut off', () => {
    const parts = zonedParts(new Date('2026-06-05T04:00:00.999Z'), NEW_YORK)
    expect(parts).toEqual({ year: 2026, month: 6, day: 5, hour: 0, minute: 0, second: 0, weekday: 5 })
  })

  test('an unknown zone or an invalid date throws', () => {
    expect(() => zonedParts(new Date(0), 'Mars/Olympus')).toThrow(RangeError)
    expect(() => zonedParts(new Date(Number.NaN), NEW_YORK)).toThrow(RangeError)
  })
})

describe('the instant of a wall-clock time', () => {
  test.each([
    ['a day after the 31st', { year: 2026, month: 12, day: 32, hour: 12 }, '2027-01-01T17:00:00.000Z'],
    ['a day before the 1st', { year: 2026, month: 3, day: 0 }, '2026-02-28T05:00:00.000Z'],
    ['hour 24', { year: 2026, month: 7, day: 15, hour: 24 }, '2026-07-16T04:00:00.000Z'],
    [
      'just before the gap',
      { year: 2026, month: 3, day: 8, hour: 1, minute: 59 },
      '2026-03-08T06:59:00.000Z',
    ],
    ['the start of the gap: 3:00', { year: 2026, month: 3, day: 8, hour: 2 }, '2026-03-08T07:00:00.000Z'],
    [
      'inside the gap: 3:30',
      { year: 2026, month: 3, day: 8, hour: 2, minute: 30 },
      '2026-03-08T07:30:00.000Z',
    ],
    ['just after the gap', { year: 2026, month: 3, day: 8, hour: 3 }, '2026-03-08T07:00:00.000Z'],
    [
      'shown twice: the first',
      { year: 2026, month: 11, day: 1, hour: 1, minute: 30 },
      '2026-11-01T05:30:00.000Z',
    ],
    ['after the overlap', { year: 2026, month: 11, day: 1, hour: 2 }, '2026-11-01T07:00:00.000Z'],
  ])('%s', (_, wall, expected) => {
    expect(zonedInstant(wall, NEW_YORK).toISOString()).toBe(expected)
  })

  test('a zone may skip a whole day (Samoa, 30 December 2011)', () => {
    const instant = zonedInstant({ year: 2011, month: 12, day: 31, hour: 0, minute: 30 }, 'Pacific/Apia')
    expect(instant.toISOString()).toBe('2011-12-30T10:30:00.000Z')
  })

  test('converting to local time and back gives the same instant, or the first of two', () => {
    fc.assert(
      fc.property(anySecond, anyZone, (instant, zone) => {
        const again = zonedInstant(zonedParts(instant, zone), zone)
        expect(zonedParts(again, zone)).toEqual(zonedParts(instant, zone))
        const minutesApart = (instant.getTime() - again.getTime()) / 60_000
        expect([0, 30, 60]).toContain(minutesApart)
      }),
      { numRuns: runs(500) },
    )
  })

  test.each(US_CLOCKS)(
    'over every hour of two years in $zone only one hour a year is shown twice',
    ({ zone }) => {
      const doubled = [...everyHour()].filter(
        (time) => zonedInstant(zonedParts(new Date(time), zone), zone).getTime() !== time,
      )
      const expected =
        zone === NEW_YORK ? ['2026-11-01T06', '2027-11-07T06'] : ['2026-11-01T09', '2027-11-07T09']
      expect(doubled.map((time) => new Date(time).toISOString().slice(0, 13))).toEqual(expected)
    },
  )
})

describe('dates', () => {
  test('the date is the one in the zone', () => {
    const instant = new Date('2026-06-05T03:30:00Z')
    expect(isoDate(instant, NEW_YORK)).toBe('2026-06-04')
    expect(isoDate(instant, 'UTC')).toBe('2026-06-05')
    expect(isoDate(instant, 'Asia/Kolkata')).toBe('2026-06-05')
  })

  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-08', 1, '2026-03-09'],
  ])('%s moved by %d is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })
})

test.each([...ZONES, 'US/Eastern', 'Europe/London'])('%s is a zone', (zone) => {
  expect(isTimeZone(zone)).toBe(true)
})

test.each(['', ' ', 'Mars/Olympus', '+05:00', '-0500', 'America/', 'America/New York', 'null'])(
  '%j is no zone',
  (text) => {
    expect(isTimeZone(text)).toBe(false)
  },
)

test.each([
  [NEW_YORK, '-05:00', '-04:00'],
  ['UTC', '+00:00', '+00:00'],
  ['Asia/Kolkata', '+05:30', '+05:30'],
  ['America/St_Johns', '-03:30', '-02:30'],
])('%s is %s from UTC in January and %s in July', (zone, january, july) => {
  const offsetIn = (month: number) => offsetText(new Date(Date.UTC(2026, month, 4)), zone)
  expect([offsetIn(0), offsetIn(6)]).toEqual([january, july])
})
