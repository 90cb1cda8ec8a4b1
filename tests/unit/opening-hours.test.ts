import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OpeningDay, OpeningHours } from '#domain/availability.ts'
import { describeOpeningHours, describeOpenToday, WEEK, wholeWeek } from '#domain/opening-hours.ts'
import { isUsZone, US_ZONES, usZoneName, zoneName } from '#domain/time-zones.ts'
import { isCalendarDate, isClockTime, isTimeZone } from '#domain/zoned-time.ts'

const NINE_TO_FIVE = { opens: '09:00', closes: '17:30' }

test.each<[OpeningHours | null, string]>([
  [null, 'Always open'],
  [
    { '1': NINE_TO_FIVE, '2': NINE_TO_FIVE, '3': NINE_TO_FIVE, '4': NINE_TO_FIVE, '5': NINE_TO_FIVE },
    'Mon–Fri 9 AM–5:30 PM, Sat–Sun closed',
  ],
  [
    { '0': { opens: '00:00', closes: '12:00' }, '3': { opens: '12:15', closes: '24:00' } },
    'Mon–Tue closed, Wed 12:15 PM–midnight, Thu–Sat closed, Sun midnight–12 PM',
  ],
])('%j reads "%s"', (hours, words) => {
  expect(describeOpeningHours(hours)).toBe(words)
})

const minutes = fc.integer({ min: 0, max: 24 * 60 })
const clock = (time: number) =>
  `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`
const day: fc.Arbitrary<OpeningDay | null> = fc.option(
  fc
    .tuple(minutes, minutes)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ opens: clock(Math.min(a, b)), closes: clock(Math.max(a, b)) })),
)
const week = fc
  .array(day, { minLength: 7, maxLength: 7 })
  .map((days): OpeningHours => Object.fromEntries(WEEK.map(({ key }, i) => [key, days[i] ?? null])))

test('different opening hours have different descriptions', () => {
  fc.assert(
    fc.property(week, week, (one, other) => {
      for (const hours of Object.values(one)) expect(!hours || isClockTime(hours.closes)).toBe(true)
      expect(describeOpeningHours(one) === describeOpeningHours(other)).toBe(
        JSON.stringify(wholeWeek(one)) === JSON.stringify(wholeWeek(other)),
      )
    }),
  )
})

test('the week begins on Monday', () => {
  expect(WEEK.map(({ key, name, short }) => `${key} ${name} ${short}`)).toEqual([
    '1 Monday Mon',
    '2 Tuesday Tue',
    '3 Wednesday Wed',
    '4 Thursday Thu',
    '5 Friday Fri',
    '6 Saturday Sat',
    '0 Sunday Sun',
  ])
})

test('a whole week has seven days; missing days are closed', () => {
  expect(wholeWeek({ '1': NINE_TO_FIVE })).toEqual({
    '0': null,
    '1': NINE_TO_FIVE,
    '2': null,
    '3': null,
    '4': null,
    '5': null,
    '6': null,
  })
})

test('the zones on offer are known, and the brand has a short name for each', () => {
  for (const { id } of US_ZONES) {
    expect(isTimeZone(id)).toBe(true)
    expect(zoneName(id)).toMatch(/^(EST|CST|MST|PST|AKST|HST)$/)
  }
  expect(isUsZone('America/New_York')).toBe(true)
  expect(isUsZone('Europe/Berlin')).toBe(false)
  expect(isUsZone(null)).toBe(false)
  expect(US_ZONES.map(({ id, name, cities }) => `${id}: ${name} (${cities})`)).toEqual([
    'America/New_York: Eastern (New York, Miami)',
    'America/Chicago: Central (Chicago, Houston)',
    'America/Denver: Mountain (Denver, Salt Lake City)',
    'America/Phoenix: Arizona (Phoenix, Tucson)',
    'America/Los_Angeles: Pacific (Los Angeles, Seattle)',
    'America/Anchorage: Alaska (Anchorage)',
    'Pacific/Honolulu: Hawaii (Honolulu)',
  ])
  expect(usZoneName('Pacific/Honolulu')).toBe('Hawaii')
  expect(usZoneName('Europe/Berlin')).toBe('Europe/Berlin')
})

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-13-01', false],
  ['2026-06-31', false],
  ['2026-6-1', false],
  [' 2026-06-01', false],
  ['2026-06-01T00:00:00Z', false],
  ['', false],
])('isCalendarDate(%j) is %s', (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected)
})

// Noon in New York is 16:00 UTC in June.
const NOON = '2026-06-05T16:00:00Z'
test.each<[string, string, string, string, string]>([
  ['before it opens', '2026-06-05T12:00:00Z', '2026-06-05T13:00:00Z', '2026-06-05T21:30:00Z', '9 AM–5:30 PM'],
  ['while it is open', NOON, '2026-06-05T13:00:00Z', '2026-06-05T21:30:00Z', 'until 5:30 PM'],
  ['while it is open late', NOON, '2026-06-05T13:00:00Z', '2026-06-06T04:00:00Z', 'until midnight'],
  ['as it closes', NOON, '2026-06-05T13:00:00Z', NOON, 'closed since 12 PM'],
  ['of one that is always open', NOON, '2026-06-05T04:00:00Z', '2026-06-06T04:00:00Z', 'all day'],
])('somebody asks %s', (_, now, opens, closes, words) => {
  const hours = { opens: new Date(opens), closes: new Date(closes) }
  expect(describeOpenToday(hours, new Date(now), 'America/New_York')).toBe(words)
})

test('on a day without hours it is closed; on the days when clocks change it is open all day', () => {
  const day = (opens: string, closes: string) => ({ opens: new Date(opens), closes: new Date(closes) })
  const zone = 'America/New_York'
  expect(describeOpenToday(null, new Date('2026-06-05T16:00:00Z'), zone)).toBe('closed')
  const spring = day('2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z')
  expect(describeOpenToday(spring, new Date('2026-03-08T16:00:00Z'), zone)).toBe('all day')
  const autumn = day('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z')
  expect(describeOpenToday(autumn, new Date('2026-11-01T16:00:00Z'), zone)).toBe('all day')
})
