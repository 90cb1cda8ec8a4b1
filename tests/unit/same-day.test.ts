import { expect, test } from 'vitest'
import type { MarketSchedule } from '#domain/availability.ts'
import { sameDayText } from '#src/admin/markets/same-day.ts'

const market: MarketSchedule = {
  timeZone: 'America/New_York',
  openingHours: null,
  pausedReason: null,
  closedDates: [],
}
// A Thursday, 9 AM and 3 PM in New York.
const morning = new Date('2026-06-04T13:00:00Z')
const afternoon = new Date('2026-06-04T19:00:00Z')
const hours = (opens: string, closes: string): MarketSchedule => ({
  ...market,
  openingHours: { '4': { opens, closes } },
})

test.each([
  ['always open', morning, market, 'Same day open until 2 PM EST'],
  ['after the cut-off', afternoon, market, 'Same day closed. Same day delivery not available after 2pm EST'],
  [
    'a Pacific market',
    afternoon,
    { ...market, timeZone: 'America/Los_Angeles' },
    'Same day open until 2 PM PST',
  ],
  ['closing before the cut-off', morning, hours('08:00', '11:30'), 'Same day open until 11:30 AM EST'],
  ['opening later today', morning, hours('10:00', '20:00'), 'Same day open until 2 PM EST'],
  [
    'a closed day',
    morning,
    { ...market, closedDates: ['2026-06-04'] },
    'Same day closed. Our florists are closed today.',
  ],
  ['paused', morning, { ...market, pausedReason: 'A fair' }, 'Paused: nobody can order'],
])('%s', (_name, now, schedule, words) => {
  expect(sameDayText(now, schedule)).toBe(words)
})
