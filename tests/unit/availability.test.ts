import { describe, expect, test } from 'vitest'
import { availability, closedReason, type MarketSchedule, type OpeningHours } from '#domain/availability.ts'
import { DELIVERY_OPTION_IDS, promisedBy } from '#domain/delivery.ts'
import { isClockTime } from '#domain/zoned-time.ts'

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

/** The open options, by a letter each; `hft-` is all but tomorrow. */
function openOptions(now: Date, market: MarketSchedule | null): string {
  const { options } = availability(now, market)
  const { hour, 'few-hours': fewHours, today, tomorrow } = options
  return Object.entries({ h: hour, f: fewHours, t: today, m: tomorrow })
    .map(([letter, { open }]) => (open ? letter : '-'))
    .join('')
}

describe('opening hours', () => {
  test.each([
    ['08:59:59.999', '--tm'],
    ['09:00:00', 'hftm'],
    ['12:59:59.999', 'hftm'],
    ['13:00:00', '---m'],
    ['14:00:00', '---m'],
  ])('open 9 to 1, at %s: %s', (time, expected) => {
    expect(openOptions(thursday(time), newYork({ openingHours: DAILY }))).toBe(expected)
  })

  test('a closed option has a reason', () => {
    const market = newYork({ openingHours: DAILY })
    expect(closedReason('hour', thursday('08:00'), market)).toBe('Our florists open at 9 AM.')
    expect(closedReason('few-hours', thursday('08:00'), market)).toBe('Our florists open at 9 AM.')
    expect(closedReason('today', thursday('08:00'), market)).toBeNull()
    expect(availability(thursday('08:00'), market).message).toBe('Same day delivery available before 2pm EST')
    expect(closedReason('today', thursday('13:30'), market)).toBe('Our florists have closed for today.')
    expect(availability(thursday('13:30'), market).message).toBe('Our florists have closed for today.')
    expect(closedReason('today', thursday('14:00'), market)).toBe(
      'Same day delivery not available after 2pm EST',
    )
  })

  test('neither a late opening nor a close at 24:00 extends the cut-off', () => {
    const late = newYork({ openingHours: { ...DAILY, '4': { opens: '15:30', closes: '24:00' } } })
    expect(openOptions(thursday('13:59:59.999'), late)).toBe('--tm')
    expect(closedReason('hour', thursday('13:00'), late)).toBe('Our florists open at 3:30 PM.')
    expect(openOptions(thursday('16:00'), late)).toBe('---m')
  })

  test('00:00 to 24:00 every day is the same as always open', () => {
    const allDay = Object.fromEntries(
      Object.keys(DAILY).map((day) => [day, { opens: '00:00', closes: '24:00' }]),
    )
    for (let minute = 0; minute < 1440; minute += 7) {
      const now = new Date(thursday('00:00').getTime() + minute * 60_000)
      expect(availability(now, newYork({ openingHours: allDay })).options).toEqual(
        availability(now, newYork()).options,
      )
    }
  })

  test.each([
    ['null', { ...DAILY, '4': null }],
    ['unreadable', { ...DAILY, '4': { opens: '9am', closes: '13:00' } }],
  ])('a weekday that is %s is closed, for today and for the day before', (_, openingHours) => {
    const market = newYork({ openingHours })
    expect(openOptions(thursday('10:00'), market)).toBe('---m')
    expect(closedReason('today', thursday('10:00'), market)).toBe('Our florists are closed today.')
    const wednesday = new Date('2026-06-03T10:00-04:00')
    expect(openOptions(wednesday, market)).toBe('hft-')
    expect(closedReason('tomorrow', wednesday, market)).toBe('Our florists are closed tomorrow.')
  })

  test('a week without opening hours closes every option', () => {
    const result = availability(thursday('10:00'), newYork({ openingHours: {} }))
    expect(result).toMatchObject({
      anyOpen: false,
      sameDayOpen: false,
      message: 'Our florists are closed today.',
    })
  })

  test('Saturday is followed by Sunday', () => {
    const market = newYork({ openingHours: { ...DAILY, '0': null } })
    expect(openOptions(new Date('2026-06-06T10:00-04:00'), market)).toBe('hft-')
    expect(openOptions(new Date('2026-06-07T10:00-04:00'), market)).toBe('---m')
    expect(openOptions(new Date('2026-06-06T10:00-04:00'), newYork({ openingHours: DAILY }))).toBe('hftm')
  })

  test('the market’s clock decides, not UTC and not another city', () => {
    const now = new Date('2026-06-04T15:30:00Z')
    expect(openOptions(now, newYork({ openingHours: DAILY }))).toBe('hftm')
    expect(openOptions(now, newYork({ openingHours: DAILY, timeZone: 'America/Los_Angeles' }))).toBe('--tm')
  })

  test('a repeated hour at the end of daylight saving time opens and closes once', () => {
    const early = newYork({ openingHours: { ...DAILY, '0': { opens: '01:15', closes: '01:45' } } })
    const at = (utc: string) => openOptions(new Date(`2026-11-01T${utc}Z`), early)
    expect([at('05:00'), at('05:15'), at('05:44'), at('05:45')]).toEqual(['--tm', 'hftm', 'hftm', '---m'])
    expect([at('06:00'), at('06:15'), at('06:45')]).toEqual(['---m', '---m', '---m'])
  })
})

describe('closed dates', () => {
  test('a closed today closes the same-day options and leaves tomorrow open', () => {
    const result = availability(thursday('10:00'), newYork({ closedDates: ['2026-06-04'] }))
    expect(result.message).toBe('Our florists are closed today.')
    expect(result.options.hour).toEqual({ open: false, reason: 'Our florists are closed today.' })
    expect(result).toMatchObject({ sameDayOpen: false, anyOpen: true, options: { tomorrow: { open: true } } })
  })

  test('a closed tomorrow closes the option tomorrow and leaves today open', () => {
    const market = newYork({ closedDates: ['2026-06-05', '2026-12-25'] })
    expect(openOptions(thursday('10:00'), market)).toBe('hft-')
    expect(availability(thursday('15:00'), market).anyOpen).toBe(false)
  })

  test('the date is read in the market’s zone: at 03:00 UTC it is still the day before', () => {
    const now = new Date('2026-06-05T03:00:00Z')
    expect(closedReason('tomorrow', now, newYork({ closedDates: ['2026-06-05'] }))).not.toBeNull()
    expect(closedReason('tomorrow', now, newYork({ closedDates: ['2026-06-06'] }))).toBeNull()
  })

  test('on a closed day after the cut-off the reason is the cut-off', () => {
    const market = newYork({ closedDates: ['2026-06-04'] })
    expect(availability(thursday('14:00'), market).message).toBe(
      'Same day delivery not available after 2pm EST',
    )
  })
})

test.each(['10:00', '15:00', '23:59:59'])(
  'a paused market closes everything with its reason, at %s',
  (time) => {
    const pausedReason = 'A snowstorm. Back on Friday.'
    const result = availability(
      thursday(time),
      newYork({ pausedReason, openingHours: DAILY, closedDates: ['2026-06-04'] }),
    )
    expect(result).toMatchObject({ anyOpen: false, sameDayOpen: false, message: pausedReason })
    for (const id of DELIVERY_OPTION_IDS)
      expect(result.options[id]).toEqual({ open: false, reason: pausedReason })
  },
)

test.each([...DELIVERY_OPTION_IDS])('%s is promised for an hour from now or later while it is open', (id) => {
  for (let minute = 0; minute < 24 * 60; minute++) {
    const now = new Date(thursday('00:00').getTime() + minute * 60_000)
    if (!availability(now, newYork()).options[id].open) continue
    const ahead = promisedBy(id, now, 'America/New_York').getTime() - now.getTime()
    expect(ahead, now.toISOString()).toBeGreaterThanOrEqual(60 * 60_000)
  }
})

test('throws for an unknown time zone', () => {
  expect(() => availability(thursday('10:00'), newYork({ timeZone: 'Mars/Olympus' }))).toThrow(RangeError)
})

test.each(['00:00', '09:05', '13:59', '23:59', '24:00'])('%s is a time of day', (text) => {
  expect(isClockTime(text)).toBe(true)
})

test.each(['', '9:00', '24:01', '25:00', '12:60', '12:5', '12:000', ' 12:00', '12:00\n', '2400'])(
  '%j is none',
  (text) => {
    expect(isClockTime(text)).toBe(false)
  },
)

describe('a market in which nothing can be ordered', () => {
  const reasonAt = (time: string, changes: Partial<MarketSchedule>) =>
    availability(thursday(time), newYork(changes)).closedReason

  test('gives the reason for the pause', () => {
    expect(reasonAt('10:00', { pausedReason: 'Snowed in.' })).toBe('Snowed in.')
  })

  test('past the cutoff with a closed tomorrow says both', () => {
    expect(reasonAt('15:00', { closedDates: ['2026-06-05'] })).toBe(
      'Same day delivery not available after 2pm EST. Our florists are closed tomorrow.',
    )
  })

  test.each([
    ['10:00', ['2026-06-04']],
    ['10:00', ['2026-06-05']],
    ['15:00', []],
  ])('is none at %s with %j closed, since some option is open', (time, closedDates) => {
    expect(reasonAt(time, { closedDates })).toBeNull()
  })
})
