import { describe, expect, test } from 'vitest'
import { availability, type MarketSchedule } from '#domain/availability.ts'
import { byOption } from '#domain/delivery.ts'
import { FIXED_EASTERN } from '#domain/zoned-time.ts'
import { everyHour, fallBack, springForward, TABLE_YEARS, US_CLOCKS, wallClock } from './us-clock.ts'

const HOUR = 3_600_000

function alwaysOpen(timeZone: string): MarketSchedule {
  return { timeZone, openingHours: null, pausedReason: null, closedDates: [] }
}

// A plain comparison first: an assertion per hour would take longer than all the rest.
function expectCutoff(time: number, market: MarketSchedule | null, hour: number, name: string): void {
  const { message, options, sameDayOpen, anyOpen } = availability(new Date(time), market)
  const actual = { message, options, sameDayOpen, anyOpen }
  const late = `Same day delivery not available after 2pm ${name}`
  const sameDay = hour >= 14 ? { open: false, reason: late } : { open: true, reason: null }
  const expected = {
    message: hour >= 14 ? late : `Same day delivery available before 2pm ${name}`,
    options: byOption((option) => (option.sameDay ? sameDay : { open: true, reason: null })),
    sameDayOpen: hour < 14,
    anyOpen: true,
  }
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    expect(actual, new Date(time).toISOString()).toEqual(expected)
  }
}

describe.each(US_CLOCKS)('the cut-off in $zone', ({ zone, name, standardOffset }) => {
  const market = alwaysOpen(zone)
  const localHour = (time: number) => wallClock(time, standardOffset).getUTCHours()

  test('closes same-day delivery at 2 PM, at every hour of two years', () => {
    const hours = [...everyHour()]
    expect(hours).toHaveLength(2 * 365 * 24)
    for (const time of hours) expectCutoff(time, market, localHour(time), name)
  })

  test('closes to the millisecond, on every day of two years', () => {
    const twoPm = [...everyHour()].filter((time) => localHour(time) === 14)
    expect(twoPm).toHaveLength(730)
    for (const time of twoPm) {
      expectCutoff(time - 1, market, 13, name)
      expectCutoff(time, market, 14, name)
    }
  })

  test('closes at 2 PM around both changes of the clocks, minute by minute', () => {
    for (const year of TABLE_YEARS) {
      for (const change of [springForward(year, standardOffset), fallBack(year, standardOffset)]) {
        for (let time = change - 2 * HOUR; time < change + 14 * HOUR; time += 60_000) {
          expectCutoff(time, market, localHour(time), name)
        }
      }
    }
  })
})

test('matches hand-computed instants in summer and winter', () => {
  const [newYork, sanFrancisco] = [alwaysOpen('America/New_York'), alwaysOpen('America/Los_Angeles')]
  const open = (market: MarketSchedule | null, now: string) => availability(new Date(now), market).sameDayOpen
  expect(open(newYork, '2026-07-01T17:59:59.999Z')).toBe(true)
  expect(open(newYork, '2026-07-01T18:00:00.000Z')).toBe(false)
  expect(open(newYork, '2026-01-15T18:59:59.999Z')).toBe(true)
  expect(open(newYork, '2026-01-15T19:00:00.000Z')).toBe(false)
  expect(open(sanFrancisco, '2026-07-01T20:59:59.999Z')).toBe(true)
  expect(open(sanFrancisco, '2026-07-01T21:00:00.000Z')).toBe(false)
  expect(open(sanFrancisco, '2026-01-15T21:59:59.999Z')).toBe(true)
  expect(open(sanFrancisco, '2026-01-15T22:00:00.000Z')).toBe(false)
})

test('without a market: five hours behind UTC at every hour of two years, called EST', () => {
  for (const time of everyHour()) expectCutoff(time, null, new Date(time - 5 * HOUR).getUTCHours(), 'EST')
  expectCutoff(Date.parse('2026-07-01T18:59:59.999Z'), null, 13, 'EST')
  expectCutoff(Date.parse('2026-07-01T19:00:00.000Z'), null, 14, 'EST')
  expect(availability(new Date(0), null).timeZone).toBe(FIXED_EASTERN)
})
