import { afterEach, expect, test, vi } from 'vitest'
import {
  ANY_READER,
  formatDate,
  formatDateTime,
  formatDay,
  formatMarketTime,
  formatOrderTime,
  formatOrderTimeFrom,
  formatShortTime,
  formatTime,
} from '#domain/dates.ts'

const NEW_YORK = 'America/New_York'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['2026-06-04T19:05:00Z', NEW_YORK, 'Jun 4, 2026 at 3:05 PM'],
  ['2026-06-04T19:05:00Z', 'America/Los_Angeles', 'Jun 4, 2026 at 12:05 PM'],
  ['2026-06-05T04:00:59.999Z', NEW_YORK, 'Jun 5, 2026 at 12:00 AM'],
  ['2026-12-31T17:00:00Z', NEW_YORK, 'Dec 31, 2026 at 12:00 PM'],
  ['2027-01-01T04:59:00Z', NEW_YORK, 'Dec 31, 2026 at 11:59 PM'],
  ['2026-09-09T13:09:00Z', 'UTC', 'Sep 9, 2026 at 1:09 PM'],
])('%s in %s reads %s', (instant, zone, text) => {
  expect(formatDateTime(new Date(instant), zone)).toBe(text)
})

test('every month has its short name', () => {
  const names = Array.from({ length: 12 }, (_, month) =>
    formatDate(new Date(Date.UTC(2026, month, 1)), 'UTC'),
  )
  expect(names.map((text) => text.slice(0, 3)).join(' ')).toBe(
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  )
  expect(names[4]).toBe('May 1, 2026')
})

test('a day has its weekday', () => {
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => formatDay(new Date(Date.UTC(2024, 5, day)), 'UTC'))
  expect(week).toEqual([
    'Sat Jun 1',
    'Sun Jun 2',
    'Mon Jun 3',
    'Tue Jun 4',
    'Wed Jun 5',
    'Thu Jun 6',
    'Fri Jun 7',
  ])
})

test('short times leave out the minutes of a full hour', () => {
  const [full, odd] = [new Date('2026-06-05T00:00:00Z'), new Date('2026-06-05T00:05:00Z')]
  expect(formatShortTime(full, NEW_YORK)).toBe('8 PM')
  expect(formatShortTime(odd, NEW_YORK)).toBe('8:05 PM')
  expect(formatTime(full, NEW_YORK)).toBe('8:00 PM')
})

test('without a zone the reader’s own counts', () => {
  const instant = new Date('2026-06-04T19:05:00Z')
  const own = Intl.DateTimeFormat.prototype.resolvedOptions.call(new Intl.DateTimeFormat())
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...own,
    timeZone: 'Asia/Tokyo',
  })
  expect(formatDateTime(instant)).toBe('Jun 5, 2026 at 4:05 AM')
  expect(formatDate(instant)).toBe('Jun 5, 2026')
})

test('a system that does not know its zone gets UTC instead of an error', () => {
  const own = Intl.DateTimeFormat.prototype.resolvedOptions.call(new Intl.DateTimeFormat())
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...own,
    timeZone: 'Etc/Unknown',
  })
  expect(formatDateTime(new Date('2026-06-04T19:05:00Z'))).toBe('Jun 4, 2026 at 7:05 PM')
})

test.each([
  ['full', 'America/Los_Angeles', NEW_YORK, 'Jun 4, 2026 at 5:00 PM PST'],
  ['full', NEW_YORK, 'America/Los_Angeles', 'Jun 4, 2026 at 8:00 PM EST'],
  ['full', NEW_YORK, NEW_YORK, 'Jun 4, 2026 at 8:00 PM'],
  ['full', NEW_YORK, 'America/Detroit', 'Jun 4, 2026 at 8:00 PM'],
  ['full', NEW_YORK, ANY_READER, 'Jun 4, 2026 at 8:00 PM EST'],
  ['full', 'UTC', 'Asia/Tokyo', 'Jun 5, 2026 at 12:00 AM UTC'],
  ['short', NEW_YORK, 'UTC', 'Thu Jun 4, 8 PM EST'],
  ['time', NEW_YORK, 'UTC', '8:00 PM EST'],
  ['shortTime', NEW_YORK, NEW_YORK, '8 PM'],
] as const)('a market’s time in style %s, in %s, read in %s: %s', (style, zone, reader, text) => {
  expect(formatMarketTime(new Date('2026-06-05T00:00:00Z'), zone, style, reader)).toBe(text)
})

test.each([
  ['2026-11-30T08:00:00Z', NEW_YORK, '2026-11-29T20:00:00Z', 'Mon Nov 30, 3 AM EST', 'Mon Nov 30, 3 AM EST'],
  ['2026-11-30T08:05:00Z', NEW_YORK, '2026-11-30T07:00:00Z', 'Mon Nov 30, 3:05 AM EST', '3:05 AM EST'],
  [
    '2026-11-30T07:59:00Z',
    'America/Los_Angeles',
    '2026-11-30T08:00:00Z',
    'Sun Nov 29, 11:59 PM PST',
    'Sun Nov 29, 11:59 PM PST',
  ],
])('the time %s of an order in %s, read at %s: %s, and beside today %s', (instant, zone, now, text, near) => {
  expect(formatOrderTime(instant, zone)).toBe(text)
  expect(formatOrderTimeFrom(instant, zone, new Date(now))).toBe(near)
})

test('a market’s time names its zone where the reader’s clock shows another time only on that day', () => {
  // Phoenix and Los Angeles agree in summer.
  const at = (day: string) =>
    formatMarketTime(new Date(day), 'America/Los_Angeles', 'time', 'America/Phoenix')
  expect(at('2026-07-04T19:00:00Z')).toBe('12:00 PM')
  expect(at('2026-12-04T19:00:00Z')).toBe('11:00 AM PST')
})
