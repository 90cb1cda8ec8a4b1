import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DELIVERY_OPTION_IDS,
  DELIVERY_OPTIONS,
  deliveryDate,
  describePromise,
  isDeliveryOptionId,
  promisedBy,
} from '#domain/delivery.ts'
import { addDays, FIXED_EASTERN, isoDate, zonedParts } from '#domain/zoned-time.ts'
import { runs } from '#tests/support/soak.ts'

const NEW_YORK = 'America/New_York'
const SAN_FRANCISCO = 'America/Los_Angeles'

const anyOption = fc.constantFrom(...DELIVERY_OPTION_IDS)
const anyZone = fc.constantFrom(NEW_YORK, SAN_FRANCISCO, FIXED_EASTERN)
const anyInstant = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('the four delivery options have their prices, names and details', () => {
  const options = DELIVERY_OPTION_IDS.map((id) => DELIVERY_OPTIONS[id])
  expect(
    options.map(({ id, feeCents, sameDay, label, detail }) => [id, feeCents, sameDay, label, detail]),
  ).toEqual([
    ['hour', 1999, true, 'Within the next hour', null],
    ['few-hours', 1499, true, 'Within the next few hours', '2-3 hours'],
    ['today', 999, true, 'By end of day', 'before 8pm'],
    ['tomorrow', 0, false, 'Tomorrow', null],
  ])
  expect(DELIVERY_OPTION_IDS.filter(isDeliveryOptionId)).toEqual(DELIVERY_OPTION_IDS)
})

test.each([null, undefined, '', 'Hour', 'hour ', 'toString', 0, ['hour']])(
  'rejects %j as a delivery option',
  (value) => {
    expect(isDeliveryOptionId(value)).toBe(false)
  },
)

test.each([
  ['a summer day in New York', NEW_YORK, '2026-06-04T15:00:00Z', 'today', '2026-06-05T03:59:59.000Z'],
  [
    'the night before clocks go forward',
    NEW_YORK,
    '2026-03-08T04:00:00Z',
    'tomorrow',
    '2026-03-08T16:00:00.000Z',
  ],
  ['the day clocks go forward', NEW_YORK, '2026-03-08T05:30:00Z', 'today', '2026-03-09T03:59:59.000Z'],
  ['an hour over the gap', NEW_YORK, '2026-03-08T06:30:00Z', 'hour', '2026-03-08T07:30:00.000Z'],
  ['the day before clocks go back', NEW_YORK, '2026-10-31T16:00:00Z', 'tomorrow', '2026-11-01T17:00:00.000Z'],
  ['the day clocks go back', NEW_YORK, '2026-11-01T04:30:00Z', 'today', '2026-11-02T04:59:59.000Z'],
  ['three hours over the overlap', NEW_YORK, '2026-11-01T05:30:00Z', 'few-hours', '2026-11-01T08:30:00.000Z'],
  ['San Francisco goes back', SAN_FRANCISCO, '2026-11-01T08:30:00Z', 'today', '2026-11-02T07:59:59.000Z'],
] as const)('delivery date: %s', (_, zone, now, option, expected) => {
  expect(deliveryDate(option, new Date(now), zone).toISOString()).toBe(expected)
})

test('dates hold at any time of any day: exact spans, 23:59:59 today, 12:00:00 the day after', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (now, zone) => {
      expect(deliveryDate('hour', now, zone).getTime() - now.getTime()).toBe(3_600_000)
      expect(deliveryDate('few-hours', now, zone).getTime() - now.getTime()).toBe(10_800_000)
      const [today, tomorrow] = [deliveryDate('today', now, zone), deliveryDate('tomorrow', now, zone)]
      expect(zonedParts(today, zone)).toMatchObject({ hour: 23, minute: 59, second: 59 })
      expect(isoDate(today, zone)).toBe(isoDate(now, zone))
      expect(zonedParts(tomorrow, zone)).toMatchObject({ hour: 12, minute: 0, second: 0 })
      expect(isoDate(tomorrow, zone)).toBe(addDays(isoDate(now, zone), 1))
    }),
    { numRuns: runs(200) },
  )
})

test('promises the delivery date, and 20:00 for delivery today', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, anyOption, (now, zone, option) => {
      const promised = promisedBy(option, now, zone)
      if (option === 'today') {
        expect(zonedParts(promised, zone)).toMatchObject({ hour: 20, minute: 0, second: 0 })
        expect(isoDate(promised, zone)).toBe(isoDate(now, zone))
      } else {
        expect(promised).toEqual(deliveryDate(option, now, zone))
      }
    }),
    { numRuns: runs(200) },
  )
})

test.each([
  ['hour', NEW_YORK, '2024-06-04T18:20:00Z', 'Today, Tue Jun 4, by 3:20 PM EST'],
  ['hour', NEW_YORK, '2024-06-04T18:00:00Z', 'Today, Tue Jun 4, by 3 PM EST'],
  ['today', NEW_YORK, '2024-06-04T16:05:00Z', 'Today, Tue Jun 4, by 8 PM EST'],
  ['tomorrow', NEW_YORK, '2024-06-04T16:05:00Z', 'Tomorrow, Wed Jun 5, by 12 PM EST'],
  ['hour', NEW_YORK, '2024-06-05T03:20:00Z', 'Tomorrow, Wed Jun 5, by 12:20 AM EST'],
  ['hour', SAN_FRANCISCO, '2024-06-05T03:20:00Z', 'Today, Tue Jun 4, by 9:20 PM PST'],
  ['tomorrow', NEW_YORK, '2026-12-31T17:00:00Z', 'Tomorrow, Fri Jan 1, by 12 PM EST'],
  ['hour', FIXED_EASTERN, '2024-06-04T18:20:00Z', 'Today, Tue Jun 4, by 2:20 PM EST'],
] as const)('%s in %s at %s: %s', (option, zone, now, text) => {
  expect(describePromise(option, new Date(now), zone)).toBe(text)
})
