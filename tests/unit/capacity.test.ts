import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availability, type MarketSchedule } from '#domain/availability.ts'
import {
  type Bucket,
  bucketAt,
  bucketOf,
  clockHourOf,
  fullBuckets,
  hasRoom,
  heldDays,
  isLimited,
  keysOf,
  limitsOf,
  type ShopCapacity,
  shopCapacityOn,
  type TakenPlaces,
  withoutPlace,
} from '#domain/capacity.ts'
import { aboveCapacity } from '#domain/capacity-labels.ts'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'

const ZONE = 'America/New_York'
const THURSDAY = '2026-06-04'
const FRIDAY = '2026-06-05'
const IDS = ['hour', 'few-hours', 'today', 'tomorrow'] as const
const NOTHING_TAKEN: TakenPlaces = { counts: {}, heldUntil: {} }

function shop(changes: Partial<ShopCapacity> = {}): ShopCapacity {
  return { byWeekday: null, byDate: {}, perHour: null, ...changes }
}
const daily = (number: number | null) => ({
  '0': number,
  '1': number,
  '2': number,
  '3': number,
  '4': number,
  '5': number,
  '6': number,
})

/** A time of Thursday, 4 June 2026 in New York. */
const thursday = (time: string) => new Date(`2026-06-04T${time}-04:00`)

describe('a shop', () => {
  test.each<[string, Partial<ShopCapacity>, number | null]>([
    ['without numbers has no limit', {}, null],
    ['with a number for the weekday has it', { byWeekday: { '4': 12 } }, 12],
    ['with 0 makes nothing', { byWeekday: { '4': 0 } }, 0],
    ['with an exception has that instead', { byWeekday: { '4': 12 }, byDate: { [THURSDAY]: 40 } }, 40],
    [
      'with an empty exception has no limit then',
      { byWeekday: { '4': 12 }, byDate: { [THURSDAY]: null } },
      null,
    ],
    [
      'with an exception on another date keeps the weekday',
      { byWeekday: { '4': 12 }, byDate: { [FRIDAY]: 0 } },
      12,
    ],
  ])('%s', (_, changes, expected) => {
    expect(shopCapacityOn(shop(changes), THURSDAY)).toBe(expected)
  })
})

describe('a market', () => {
  const on = (shops: ShopCapacity[], hour: string | null = null) => limitsOf(shops, { date: THURSDAY, hour })
  const HOUR = '2026-06-04T15:00:00.000Z'

  test.each<[string, ShopCapacity[], number | null]>([
    ['is the sum over its shops', [shop({ byWeekday: daily(3) }), shop({ byWeekday: daily(4) })], 7],
    ['has no limit when one shop has none', [shop({ byWeekday: daily(3) }), shop()], null],
    [
      'does not lose its limit to a shop that is closed',
      [shop({ byWeekday: daily(3) }), shop({ byWeekday: daily(0) })],
      3,
    ],
  ])('%s', (_, shops, expected) => {
    expect(on(shops)).toEqual({ day: expected, hour: null })
  })

  test('has a limit an hour only if every shop that is open has one', () => {
    const limited = shop({ byWeekday: daily(10), perHour: 2 })
    expect(on([limited, shop({ perHour: 3 })], HOUR)).toEqual({ day: null, hour: 5 })
    expect(on([limited, shop({ byWeekday: daily(10) })], HOUR)).toEqual({ day: 20, hour: null })
    expect(on([limited, shop({ byWeekday: daily(0) })], HOUR)).toEqual({ day: 10, hour: 2 })
    expect(on([limited], null)).toEqual({ day: 10, hour: null })
  })

  test('is limited by either number', () => {
    expect(isLimited({ day: null, hour: null })).toBe(false)
    expect(isLimited({ day: 0, hour: null })).toBe(true)
    expect(isLimited({ day: null, hour: 0 })).toBe(true)
  })
})

describe('the bucket of an order', () => {
  test.each([
    ['hour', '10:20', { date: THURSDAY, hour: '2026-06-04T15:00:00.000Z' }],
    ['few-hours', '10:20', { date: THURSDAY, hour: '2026-06-04T17:00:00.000Z' }],
    ['hour', '23:30', { date: FRIDAY, hour: '2026-06-05T04:00:00.000Z' }],
    ['tomorrow', '10:20', { date: FRIDAY, hour: null }],
  ] as const)('%s at %s', (option, time, expected) => {
    expect(bucketAt(option, thursday(time), ZONE)).toEqual(expected)
  })

  test('two hours that show the same clock time are two: the night the clocks go back', () => {
    const [first, second] = [new Date('2026-11-01T05:30:00.000Z'), new Date('2026-11-01T06:30:00.000Z')]
    expect(clockHourOf(first)).not.toBe(clockHourOf(second))
    expect(bucketOf('hour', first, ZONE).date).toBe(bucketOf('hour', second, ZONE).date)
  })
})

describe('what a shopper reads', () => {
  /** Places that are sold, unless some of them are said to be held. */
  const schedule = (shops: ShopCapacity[], taken: Partial<TakenPlaces>, now: Date): MarketSchedule => ({
    timeZone: ZONE,
    openingHours: null,
    pausedReason: null,
    closedDates: [],
    full: fullBuckets(shops, { ...NOTHING_TAKEN, ...taken }, now, ZONE),
  })
  const reasons = (market: MarketSchedule, now: Date) =>
    IDS.map((id) => availability(now, market).options[id].reason)
  const now = thursday('10:20')
  const three = [shop({ byWeekday: daily(3) })]

  test('a full day closes all of it', () => {
    const market = schedule(three, { counts: { [THURSDAY]: 3 } }, now)
    expect(reasons(market, now)).toEqual([
      'Sold out for today',
      'Sold out for today',
      'Sold out for today',
      null,
    ])
    expect(availability(now, market)).toMatchObject({ message: 'Sold out for today', sameDayOpen: false })
  })

  test('both days full: the market takes no orders, and says why', () => {
    const market = schedule(three, { counts: { [THURSDAY]: 3, [FRIDAY]: 3 } }, now)
    expect(availability(now, market)).toMatchObject({
      anyOpen: false,
      closedReason: 'Sold out for today. Sold out for tomorrow.',
    })
  })

  test.each([
    ['the next hour', '2026-06-04T15:00:00.000Z', ['Fully booked for the next hour', null, null, null]],
    ['a few hours on', '2026-06-04T17:00:00.000Z', [null, 'Fully booked for the next few hours', null, null]],
  ])('a full hour closes what is due in it: %s', (_, hour, expected) => {
    const taken = { counts: { [THURSDAY]: 2, [hour]: 2 } }
    const market = schedule([shop({ perHour: 2 })], taken, now)
    expect(reasons(market, now)).toEqual(expected)
  })

  test('an open page goes on past midnight: tomorrow becomes today', () => {
    const late = thursday('23:50')
    const market = schedule(three, { counts: { [FRIDAY]: 3 } }, late)
    expect(reasons(market, late)[3]).toBe('Sold out for tomorrow')
    const friday = new Date('2026-06-05T00:10:00-04:00')
    expect(reasons(market, friday).slice(2)).toEqual(['Sold out for today', null])
  })

  test.each<[string, Partial<MarketSchedule>, string]>([
    ['a pause', { pausedReason: 'Closed for a wedding.' }, 'Closed for a wedding.'],
    ['a closed date', { closedDates: [THURSDAY] }, 'Our florists are closed today.'],
    [
      'opening hours',
      { openingHours: { '4': { opens: '08:00', closes: '10:00' } } },
      'Our florists have closed for today.',
    ],
  ])('%s comes first', (_, changes, expected) => {
    const market = { ...schedule(three, { counts: { [THURSDAY]: 3 } }, now), ...changes }
    expect(availability(now, market).options.today.reason).toBe(expected)
  })
})

describe('what a shopper reads where places are only held', () => {
  const now = thursday('13:15')
  const HOUR = '2026-06-04T18:00:00.000Z'
  const THREE_HOURS = '2026-06-04T20:00:00.000Z'
  /** Held until 1:44:20 PM, and later. */
  const [FIRST, SECOND] = ['2026-06-04T17:44:20.000Z', '2026-06-04T17:50:00.000Z']
  const marketOf = (shops: ShopCapacity[], taken: Partial<TakenPlaces>, time = now): MarketSchedule => ({
    timeZone: ZONE,
    openingHours: null,
    pausedReason: null,
    closedDates: [],
    full: fullBuckets(shops, { ...NOTHING_TAKEN, ...taken }, time, ZONE),
  })
  const three = [shop({ byWeekday: daily(3) })]
  const hourly = [shop({ perHour: 1 })]
  const TODAY_HELD = 'Others are paying for today’s last bouquets. Try again at 1:46 PM.'

  test.each<[string, ShopCapacity[], Partial<TakenPlaces>, (string | null)[]]>([
    [
      'sold out when paid orders alone fill the day',
      three,
      { counts: { [THURSDAY]: 4 }, heldUntil: { [THURSDAY]: [FIRST] } },
      ['Sold out for today', 'Sold out for today', 'Sold out for today', null],
    ],
    [
      'when the first of several ends',
      three,
      { counts: { [THURSDAY]: 3 }, heldUntil: { [THURSDAY]: [SECOND, FIRST] } },
      [TODAY_HELD, TODAY_HELD, TODAY_HELD, null],
    ],
    [
      'when the second ends where more are held than there are places',
      three,
      { counts: { [THURSDAY]: 4 }, heldUntil: { [THURSDAY]: [SECOND, FIRST] } },
      [...Array(3).fill('Others are paying for today’s last bouquets. Try again at 1:51 PM.'), null],
    ],
    [
      'the same of tomorrow',
      three,
      { counts: { [FRIDAY]: 3 }, heldUntil: { [FRIDAY]: [FIRST] } },
      [null, null, null, 'Others are paying for tomorrow’s last bouquets. Try again at 1:46 PM.'],
    ],
    [
      'the same of an hour',
      hourly,
      { counts: { [HOUR]: 1, [THREE_HOURS]: 1 }, heldUntil: { [HOUR]: [FIRST], [THREE_HOURS]: [SECOND] } },
      [
        'Others are paying for the last deliveries within the next hour. Try again at 1:46 PM.',
        'Others are paying for the last deliveries within the next few hours. Try again at 1:51 PM.',
        null,
        null,
      ],
    ],
    [
      'sold out of a day without places, whoever holds some',
      [shop({ byWeekday: daily(0) })],
      { counts: { [THURSDAY]: 1, [FRIDAY]: 1 }, heldUntil: { [THURSDAY]: [FIRST], [FRIDAY]: [FIRST] } },
      ['Sold out for today', 'Sold out for today', 'Sold out for today', 'Sold out for tomorrow'],
    ],
  ])('is %s', (_, shops, taken, expected) => {
    const { options } = availability(now, marketOf(shops, taken))
    expect(IDS.map((id) => options[id].reason)).toEqual(expected)
  })

  test.each<[string, Partial<TakenPlaces>, string]>([
    [
      'both days held: one sentence, with the earlier time',
      {
        counts: { [THURSDAY]: 3, [FRIDAY]: 3 },
        heldUntil: { [THURSDAY]: [SECOND], [FRIDAY]: [FIRST] },
      },
      'Others are paying for the last bouquets of today and tomorrow. Try again at 1:46 PM.',
    ],
    [
      'one sold and one held: a sentence each',
      { counts: { [THURSDAY]: 3, [FRIDAY]: 3 }, heldUntil: { [FRIDAY]: [FIRST] } },
      'Sold out for today. Others are paying for tomorrow’s last bouquets. Try again at 1:46 PM.',
    ],
  ])('why nothing can be ordered, %s', (_, taken, expected) => {
    expect(availability(now, marketOf(three, taken)).closedReason).toBe(expected)
  })

  test('an open page changes at that time, and then expects the place any minute', () => {
    const taken = { counts: { [THURSDAY]: 3 }, heldUntil: { [THURSDAY]: [FIRST] } }
    const market = marketOf(three, taken)
    const { changesAt } = availability(now, market)
    expect(changesAt).toEqual(thursday('13:46'))
    expect(availability(changesAt, market).message).toBe(
      'Others are paying for today’s last bouquets. Try again in a few minutes.',
    )
  })
})

describe('days that unpaid orders fill', () => {
  const now = thursday('10:20')
  const ends = (count: number) => Array.from({ length: count }, (_, n) => `2026-06-04T15:0${n}:00.000Z`)
  const heldOf = (perDay: number, count: number, held: number, date = THURSDAY) =>
    heldDays(
      [shop({ byWeekday: daily(perDay) })],
      { counts: { [date]: count }, heldUntil: { [date]: ends(held) } },
      now,
      ZONE,
    )

  test.each<[string, number, number, number]>([
    ['all of them', 3, 3, 3],
    ['half of them', 4, 4, 2],
    ['both', 2, 2, 2],
  ])('are those in which %s are unpaid: of %i, %i taken and %i of these unpaid', (_, perDay, count, held) => {
    expect(heldOf(perDay, count, held)).toEqual([{ date: THURSDAY, held, limit: perDay, ends: ends(held) }])
  })

  test.each<[string, number, number, number]>([
    ['with a place left', 4, 3, 3],
    ['with one unpaid order', 1, 1, 1],
    ['with less than half unpaid', 5, 5, 2],
    ['full of paid ones', 2, 4, 2],
  ])('are not those %s: of %i, %i taken and %i of these unpaid', (_, perDay, count, held) => {
    expect(heldOf(perDay, count, held)).toEqual([])
  })

  test('are today and tomorrow, not later', () => {
    expect(heldOf(2, 2, 2, FRIDAY)).toMatchObject([{ date: FRIDAY }])
    expect(heldOf(2, 2, 2, '2026-06-06')).toEqual([])
  })

  test('name the hold that ends first first', () => {
    const [early = '', late = ''] = ends(2)
    const taken = { counts: { [THURSDAY]: 2 }, heldUntil: { [THURSDAY]: [late, early] } }
    expect(heldDays([shop({ byWeekday: daily(2) })], taken, now, ZONE)).toMatchObject([
      { ends: [early, late] },
    ])
  })
})

describe('for any shops and orders', () => {
  const number = fc.option(fc.nat({ max: 5 }))
  const anyShop: fc.Arbitrary<ShopCapacity> = fc.record({
    byWeekday: fc.option(fc.record({ '4': number, '5': number })),
    byDate: fc.dictionary(fc.constantFrom(THURSDAY, FRIDAY), number),
    perHour: number,
  })
  const shops = fc.array(anyShop, { maxLength: 4 })
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
  const at = (minute: number) => new Date(thursday('00:00').getTime() + minute * 60_000)
  const option = fc.constantFrom(...DELIVERY_OPTION_IDS)

  test('taking places one by one as long as there is room never takes more than there are', () => {
    fc.assert(
      fc.property(shops, fc.array(fc.tuple(option, minutes), { maxLength: 60 }), (all, orders) => {
        let taken = NOTHING_TAKEN
        for (const [id, minute] of orders) {
          const bucket = bucketAt(id, at(minute), ZONE)
          if (hasRoom(limitsOf(all, bucket), taken.counts, bucket)) taken = withPlace(taken, bucket)
        }
        for (const date of [THURSDAY, FRIDAY]) {
          expect(taken.counts[date] ?? 0).toBeLessThanOrEqual(
            limitsOf(all, { date, hour: null }).day ?? Number.POSITIVE_INFINITY,
          )
        }
      }),
    )
  })

  test('the rule that the page reads closes exactly the options that have no room', () => {
    fc.assert(
      fc.property(
        shops,
        fc.array(fc.tuple(option, minutes), { maxLength: 30 }),
        minutes,
        (all, orders, minute) => {
          const taken = orders.reduce(
            (sum, [id, m]) => withPlace(sum, bucketAt(id, at(m), ZONE)),
            NOTHING_TAKEN,
          )
          const now = at(minute % (14 * 60))
          const market = {
            timeZone: ZONE,
            openingHours: null,
            pausedReason: null,
            closedDates: [],
            full: fullBuckets(all, taken, now, ZONE),
          }
          const { options } = availability(now, market)
          for (const id of DELIVERY_OPTION_IDS) {
            const bucket = bucketAt(id, now, ZONE)
            expect([id, options[id].open]).toEqual([id, hasRoom(limitsOf(all, bucket), taken.counts, bucket)])
          }
        },
      ),
    )
  })

  test('a place that is given back is free again', () => {
    fc.assert(
      fc.property(minutes, option, (minute, id) => {
        const bucket = bucketAt(id, at(minute), ZONE)
        const until = '2026-06-04T15:01:00.000Z'
        const held = (ends: string[]) => ({
          [bucket.date]: ends,
          ...(bucket.hour ? { [bucket.hour]: ends } : {}),
        })
        const before: TakenPlaces = {
          counts: { [bucket.date]: 4, ...(bucket.hour && { [bucket.hour]: 2 }) },
          heldUntil: held([until]),
        }
        const more = { ...withPlace(before, bucket), heldUntil: held([until, until]) }
        expect(withoutPlace(more, { bucket, until })).toEqual(before)
      }),
    )
  })
})

function withPlace({ counts, heldUntil }: TakenPlaces, bucket: Bucket): TakenPlaces {
  const more = keysOf(bucket).map((key) => [key, (counts[key] ?? 0) + 1])
  return { counts: { ...counts, ...Object.fromEntries(more) }, heldUntil }
}

describe('what speaks against one more order for a shop', () => {
  const free = { limit: null, taken: 9 }
  test.each([
    ['nothing without limits', { day: free, hour: free }, null],
    ['nothing while there is room', { day: { limit: 2, taken: 1 }, hour: { limit: 1, taken: 0 } }, null],
    ['a closed day', { day: { limit: 0, taken: 0 }, hour: free }, 'This shop is closed on Thu Jun 4.'],
    [
      'a full day',
      { day: { limit: 5, taken: 6 }, hour: free },
      'This shop can make 5 bouquets on Thu Jun 4 and has 6 already.',
    ],
    [
      'a full hour',
      { day: free, hour: { limit: 1, taken: 1 } },
      'This shop can make 1 bouquet in one hour and has 1 already.',
    ],
  ])('%s', (_, room, warning) => {
    expect(aboveCapacity(room, thursday('20:00:00'), ZONE)).toBe(warning)
  })
})
