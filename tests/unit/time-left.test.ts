import { describe, expect, test } from 'vitest'
import { ASSIGNMENT_STATES } from '#domain/order/fulfilment.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { timeAgo, timeLeft, timeUntil } from '#domain/time-left.ts'

const NOW = new Date('2026-06-04T14:30:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const open = { status: 'confirmed', paymentStatus: 'paid' } as const
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

test.each<[string, number, string, 'late' | 'soon' | 'near' | 'later']>([
  ['this moment', 0, 'less than 1 min left', 'soon'],
  ['in 59 seconds', 59 * SECOND, 'less than 1 min left', 'soon'],
  ['in a minute', MINUTE, '1 min left', 'soon'],
  ['in 25 minutes and a half', 25.5 * MINUTE, '25 min left', 'soon'],
  ['a millisecond before an hour', HOUR - 1, '59 min left', 'soon'],
  ['in an hour', HOUR, '1 h left', 'near'],
  ['a millisecond before two hours', 2 * HOUR - 1, '1 h 59 min left', 'near'],
  ['in two hours', 2 * HOUR, '2 h left', 'later'],
  ['in 2 hours 10 minutes', 2 * HOUR + 10 * MINUTE, '2 h 10 min left', 'later'],
  ['a second before a day', DAY - SECOND, '23 h 59 min left', 'later'],
  ['in a day', DAY, '1 d left', 'later'],
  ['in a day and 3 hours', DAY + 3 * HOUR, '1 d 3 h left', 'later'],
  ['a second before a week', 7 * DAY - SECOND, '6 d 23 h left', 'later'],
  ['in 12 days and a half', 12.5 * DAY, '12 d left', 'later'],
  ['a millisecond ago', -1, 'late by less than 1 min', 'late'],
  ['25 minutes ago', -25 * MINUTE, 'late by 25 min', 'late'],
  ['3 hours ago', -3 * HOUR, 'late by 3 h', 'late'],
  ['2 days and 1 hour ago', -2 * DAY - HOUR, 'late by 2 d 1 h', 'late'],
  ['1,234 days ago', -1234 * DAY, 'late by 1,234 d', 'late'],
])('promised %s', (_, ms, text, urgency) => {
  expect(timeLeft({ promisedBy: inMs(ms), ...open }, NOW)).toEqual({ text, urgency })
})

test('the clocks of no zone matter: the hour that a spring night skips is not lost', () => {
  const promised = '2026-03-08T08:00:00.000Z'
  const left = timeLeft({ promisedBy: promised, ...open }, new Date('2026-03-08T06:00:00.000Z'))
  expect(left?.text).toBe('2 h left')
})

describe('whether anybody waits', () => {
  const states = ORDER_STATUSES.flatMap((status) =>
    PAYMENT_STATUSES.map((paymentStatus) => ({ status, paymentStatus })),
  )

  test.each(states)('an order that is $status and $paymentStatus', ({ status, paymentStatus }) => {
    const waits = paymentStatus === 'paid' && ['pending', 'processing', 'confirmed'].includes(status)
    expect(timeLeft({ promisedBy: inMs(-HOUR), status, paymentStatus }, NOW) !== null).toBe(waits)
  })

  test.each(ASSIGNMENT_STATES.map((assignment) => ({ assignment })))(
    'a shop order that is $assignment',
    ({ assignment }) => {
      const left = timeLeft({ promisedBy: inMs(HOUR), ...open, assignment }, NOW)
      expect(left !== null).toBe(['pending', 'confirmed', 'processing', 'ready'].includes(assignment))
      expect(
        timeLeft({ promisedBy: inMs(HOUR), status: 'cancelled', paymentStatus: 'paid', assignment }, NOW),
      ).toBeNull()
    },
  )
})

test.each<[string, number, string | null]>([
  ['by a clock that is ahead', -MINUTE, 'just now'],
  ['59 seconds ago', 59 * SECOND, 'just now'],
  ['a minute ago', MINUTE, '1 min ago'],
  ['2 hours 10 minutes ago', 2 * HOUR + 10 * MINUTE, '2 h 10 min ago'],
  ['a second less than a week ago', 7 * DAY - SECOND, '6 d 23 h ago'],
  ['a week ago', 7 * DAY, null],
])('happened %s', (_, ms, text) => {
  expect(timeAgo(inMs(-ms), NOW)).toBe(text)
})

test.each<[number, string | null]>([
  [-SECOND, null],
  [0, null],
  [SECOND, 'less than 1 min'],
  [72 * MINUTE, '1 h 12 min'],
])('ends in %i ms', (ms, text) => {
  expect(timeUntil(inMs(ms), NOW)).toBe(text)
})
