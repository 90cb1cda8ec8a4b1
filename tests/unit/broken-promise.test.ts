import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarketSchedule } from '#domain/availability.ts'
import type { ShopCapacity } from '#domain/capacity.ts'
import { applyBasisPoints } from '#domain/money.ts'
import {
  dangerOf,
  offerDueAt,
  otherDays,
  type PromiseFacts,
  promiseOn,
  waitProblem,
} from '#domain/order/broken-promise.ts'
import { ASSIGNMENT_STATES } from '#domain/order/fulfilment.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { deliveryFeeWithTaxCents } from '#domain/pricing.ts'
import { localInstant, localText } from '#domain/zoned-time.ts'

const NY = 'America/New_York'
const at = (minutes: number) => new Date(Date.parse('2026-06-04T19:00:00.000Z') + minutes * 60_000)
const NOW = at(0)

const ORDER = {
  status: 'confirmed',
  paymentStatus: 'paid',
  assignment: 'none',
  isSample: false,
  promisedBy: at(60).toISOString(),
} as const
const FACTS: PromiseFacts = { isOverCapacity: false, fulfilmentMinutes: 40, agreedAt: null, asking: null }
const asking = (shopsLeft: number, declined = 0, isAutomatic = true) => ({
  asking: { shopsLeft, declined, isAutomatic },
})
const AGREED = { agreedAt: at(-10).toISOString() }

describe('a promise is in danger', () => {
  test.each([
    ['there is time', {}, {}, null],
    ['the time left is just enough', { promisedBy: at(40).toISOString() }, {}, null],
    ['the time left is too short', { promisedBy: at(39.9).toISOString() }, {}, 'too_late'],
    ['it is overdue', { promisedBy: at(-5).toISOString() }, {}, 'too_late'],
    [
      'a florist was asked and the time is too short',
      { promisedBy: at(10).toISOString(), assignment: 'pending' },
      {},
      'too_late',
    ],
    [
      'a florist said no and the time is too short',
      { promisedBy: at(10).toISOString(), assignment: 'rejected' },
      {},
      'too_late',
    ],
    ['a florist has accepted', { promisedBy: at(-5).toISOString(), assignment: 'confirmed' }, {}, null],
    ['a florist makes it', { promisedBy: at(-5).toISOString(), assignment: 'processing' }, {}, null],
    ['it is ready', { promisedBy: at(-5).toISOString(), assignment: 'ready' }, {}, null],
    ['no shop is left to ask', {}, asking(0), 'no_florist'],
    ['the last one was asked', { assignment: 'pending' }, asking(0), null],
    ['the last one said no', { assignment: 'rejected' }, asking(0, 1), 'no_florist'],
    ['it was taken back from the last one', { assignment: 'withdrawn' }, asking(0), 'no_florist'],
    ['one is left to ask', {}, asking(1, 1), null],
    ['an admin assigns, and the last one said no', {}, asking(0, 1, false), 'no_florist'],
    ['an admin assigns, and nobody was asked', {}, asking(0, 0, false), null],
    ['an admin assigns, and one is left to ask', {}, asking(1, 1, false), null],
    ['the buyer agreed, and nobody was asked again', {}, { ...asking(0), ...AGREED }, null],
    ['the buyer agreed, and the last one said no again', {}, { ...asking(0, 1), ...AGREED }, 'no_florist'],
    ['the buyer agreed with too little time left', { promisedBy: at(20).toISOString() }, AGREED, null],
    ['a time that was agreed to has passed', { promisedBy: at(-0.1).toISOString() }, AGREED, 'too_late'],
    [
      'the buyer agreed with time enough, and it is too short now',
      { promisedBy: at(39.9).toISOString() },
      { agreedAt: at(-1).toISOString() },
      'too_late',
    ],
    ['there is no room', {}, { isOverCapacity: true }, 'no_room'],
    [
      'there is no room, and a florist has accepted',
      { assignment: 'confirmed' },
      { isOverCapacity: true },
      null,
    ],
    ['the market needs more time', {}, { fulfilmentMinutes: 61 }, 'too_late'],
    ['it is a sample', { promisedBy: at(-5).toISOString(), isSample: true }, {}, null],
  ] as const)('%s', (_, order, facts, reason) => {
    expect(dangerOf({ ...ORDER, ...order }, { ...FACTS, ...facts }, NOW)).toBe(reason)
  })

  test('an order is in danger only while it is paid, open and not accepted', () => {
    const order = fc.record({
      status: fc.constantFrom(...ORDER_STATUSES),
      paymentStatus: fc.constantFrom(...PAYMENT_STATUSES),
      assignment: fc.constantFrom(...ASSIGNMENT_STATES),
      isSample: fc.boolean(),
      promisedBy: fc.integer({ min: -100, max: 100 }).map((minutes) => at(minutes).toISOString()),
    })
    const facts = fc.record({
      isOverCapacity: fc.boolean(),
      fulfilmentMinutes: fc.integer({ min: 1, max: 120 }),
      agreedAt: fc.constantFrom(null, at(-10).toISOString()),
      asking: fc.option(fc.record({ shopsLeft: fc.nat(1), declined: fc.nat(1), isAutomatic: fc.boolean() }), {
        nil: null,
      }),
    })
    fc.assert(
      fc.property(order, facts, (order, facts) => {
        const { status, paymentStatus, assignment, isSample } = order
        const open = ['pending', 'processing', 'confirmed'].includes(status) && paymentStatus === 'paid'
        const accepted = ['confirmed', 'processing', 'ready', 'delivered'].includes(assignment)
        if (!open || accepted || isSample) expect(dangerOf(order, facts, NOW)).toBeNull()
        else if (facts.isOverCapacity) expect(dangerOf(order, facts, NOW)).toBe('no_room')
      }),
    )
  })
})

test.each<[string, minutes: number, promised: number, waitUntil: number | null, due: number]>([
  ['after the market’s minutes', 10, 60, null, 10],
  ['after the market’s minutes, with a time to wait for that is far', 10, 60, 90, 10],
  ['before the promise is broken, if that is sooner', 30, 20, null, 18],
  ['at once, if it is broken already', 30, -5, null, -7],
  ['ten minutes before the time to wait for, if that is sooner', 30, 20, 25, 15],
])('the buyer is asked %s', (_, minutes, promised, waitUntil, due) => {
  const danger = {
    openedAt: at(0).toISOString(),
    promisedBy: at(promised).toISOString(),
    waitUntil: waitUntil === null ? null : at(waitUntil).toISOString(),
  }
  expect(offerDueAt(danger, minutes)).toEqual(at(due))
})

test.each([
  ['none', null, 'Please enter a date and a time'],
  ['the past', at(-1), 'Please choose a time that is still to come'],
  ['now', at(0), 'Please choose a time that is still to come'],
  ['nine minutes ahead', at(9), 'Please choose a time at least 10 minutes from now'],
  ['the promised time', at(60), 'Please choose a time after the promised one'],
  ['a minute later', at(61), null],
  ['two weeks later', at(14 * 24 * 60), null],
  ['more than two weeks later', at(14 * 24 * 60 + 1), 'Please choose a time within 14 days'],
])('a new time: %s', (_, until, problem) => {
  expect(waitProblem(until, ORDER.promisedBy, NOW)).toBe(problem)
})

describe('other days', () => {
  const MARKET: MarketSchedule = { timeZone: NY, openingHours: null, pausedReason: null, closedDates: [] }
  const FREE = { shops: [], taken: {} }
  const shop = (byDate: Record<string, number | null>, perDay: number | null = null): ShopCapacity => ({
    byWeekday:
      perDay === null
        ? null
        : { '0': perDay, '1': perDay, '2': perDay, '3': perDay, '4': perDay, '5': perDay, '6': perDay },
    byDate,
    perHour: null,
  })
  const days = (
    market: Partial<MarketSchedule>,
    places: Parameters<typeof otherDays>[2] = FREE,
    order = ORDER,
  ) => otherDays(order, { ...MARKET, ...market }, places, NOW)

  test('a free market offers the 14 days after today', () => {
    const found = days({})
    expect([found.length, found[0], found.at(-1)]).toEqual([14, '2026-06-05', '2026-06-18'])
  })

  test('the day of the promise is left out', () => {
    const tomorrow = { ...ORDER, promisedBy: '2026-06-05T16:00:00.000Z' } as unknown as typeof ORDER
    expect(days({}, FREE, tomorrow)[0]).toBe('2026-06-06')
  })

  test('closed dates and weekdays without hours are left out, and all days while the market is paused', () => {
    expect(days({ closedDates: ['2026-06-05'] })[0]).toBe('2026-06-06')
    const hours = { opens: '09:00', closes: '18:00' }
    // Only on Mondays.
    expect(days({ openingHours: { '1': hours } })).toEqual(['2026-06-08', '2026-06-15'])
    expect(days({ pausedReason: 'A snow storm' })).toEqual([])
  })

  test('days without a place left are left out', () => {
    const shops = [shop({ '2026-06-07': 0 }, 2)]
    const taken = { '2026-06-05': 2, '2026-06-06': 1 }
    expect(days({}, { shops, taken }).slice(0, 2)).toEqual(['2026-06-06', '2026-06-08'])
  })

  test('the flowers are promised by the end of the market’s day, with daylight saving or without', () => {
    expect(promiseOn('2026-06-08', NY)).toEqual({
      deliveryOption: 'today',
      deliveryDate: '2026-06-09T03:59:59.000Z',
      promisedBy: '2026-06-09T00:00:00.000Z',
    })
    expect(promiseOn('2026-12-08', NY).promisedBy).toBe('2026-12-09T01:00:00.000Z')
    expect(promiseOn('2026-11-01', 'America/Los_Angeles')).toMatchObject({
      deliveryDate: '2026-11-02T07:59:59.000Z',
      promisedBy: '2026-11-02T04:00:00.000Z',
    })
    expect(() => promiseOn('soon', NY)).toThrow(RangeError)
  })
})

test('a delivery fee goes back with its tax, to the cent', () => {
  expect(deliveryFeeWithTaxCents({ subtotalCents: 4999, deliveryFeeCents: 1999 })).toBe(2119)
  expect(deliveryFeeWithTaxCents({ subtotalCents: 4999, deliveryFeeCents: 0 })).toBe(0)
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(cents, cents, (subtotalCents, deliveryFeeCents) => {
      const fee = deliveryFeeWithTaxCents({ subtotalCents, deliveryFeeCents })
      const rest = subtotalCents + applyBasisPoints(subtotalCents, 600)
      const all = subtotalCents + deliveryFeeCents + applyBasisPoints(subtotalCents + deliveryFeeCents, 600)
      expect(fee + rest).toBe(all)
    }),
  )
})

test('a local time is read by the market’s clock', () => {
  expect(localInstant('2026-06-04T19:30', NY)).toEqual(new Date('2026-06-04T23:30:00.000Z'))
  expect(localInstant('2026-12-04T19:30', NY)).toEqual(new Date('2026-12-05T00:30:00.000Z'))
  for (const text of [
    '',
    'soon',
    '2026-02-30T10:00',
    '2026-06-04',
    '2026-06-04T24:00',
    '2026-06-04T9:30',
    '2026-06-04T19:30Z',
  ]) {
    expect(localInstant(text, NY)).toBeNull()
  }
  expect(localText(new Date('2026-06-04T13:05:59.000Z'), NY)).toBe('2026-06-04T09:05')
})
