import { expect, test } from 'vitest'
import { dashboardDays } from '#domain/dashboard-days.ts'
import { US_ZONES } from '#domain/time-zones.ts'
import { zonedParts } from '#domain/zoned-time.ts'

const of = <Span extends { zone: string }>(spans: readonly Span[] | undefined, zone: string) =>
  spans?.find((span) => span.zone === zone)
const NEW_YORK = 'America/New_York'
const LOS_ANGELES = 'America/Los_Angeles'

test('today is the day that the clock of each zone shows', () => {
  // 1 AM in New York, 10 PM of the day before in Los Angeles.
  const { today } = dashboardDays(new Date('2026-06-04T05:00:00.000Z'))
  expect(today.map(({ zone }) => zone)).toEqual(US_ZONES.map(({ id }) => id))
  expect(of(today, NEW_YORK)).toEqual({
    zone: NEW_YORK,
    from: '2026-06-04T04:00:00.000Z',
    to: '2026-06-05T04:00:00.000Z',
  })
  expect(of(today, LOS_ANGELES)).toEqual({
    zone: LOS_ANGELES,
    from: '2026-06-03T07:00:00.000Z',
    to: '2026-06-04T07:00:00.000Z',
  })
})

test('the same weekdays end at the same time of the clock, also before clocks changed', () => {
  // Clocks in New York went forward on March 8.
  const now = new Date('2026-03-12T14:30:15.000Z')
  const { sameWeekdays } = dashboardDays(now)
  expect(sameWeekdays).toHaveLength(4)
  expect(sameWeekdays.map((spans) => of(spans, NEW_YORK)?.to)).toEqual([
    '2026-03-05T15:30:15.000Z',
    '2026-02-26T15:30:15.000Z',
    '2026-02-19T15:30:15.000Z',
    '2026-02-12T15:30:15.000Z',
  ])
  expect(of(sameWeekdays[0], NEW_YORK)?.from).toBe('2026-03-05T05:00:00.000Z')
  for (const spans of sameWeekdays) {
    for (const { zone, from, to } of spans) {
      const { weekday, hour, minute, second } = zonedParts(new Date(to), zone)
      const shown = zonedParts(now, zone)
      expect([weekday, hour, minute, second]).toEqual([shown.weekday, shown.hour, shown.minute, shown.second])
      expect(zonedParts(new Date(from), zone)).toMatchObject({ weekday, hour: 0, minute: 0, second: 0 })
    }
  }
})

test('the last days are today so far and the six before', () => {
  const { recent } = dashboardDays(new Date('2026-06-04T14:30:00.000Z'))
  expect(of(recent, NEW_YORK)).toEqual({
    zone: NEW_YORK,
    from: '2026-05-29T04:00:00.000Z',
    to: '2026-06-04T14:30:00.000Z',
  })
})
