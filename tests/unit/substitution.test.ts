import { describe, expect, test } from 'vitest'
import { type DeliveryOptionId, promisedBy } from '#domain/delivery.ts'
import { goesIn, questionDeadline, SUBSTITUTION_OUTCOMES } from '#domain/order/substitution.ts'
import { exchange, noSentence, questionSentence, usedSentence } from '#domain/order/substitution-messages.ts'
import { readPreference } from '#domain/order/substitution-preference.ts'

const NOW = new Date('2026-06-04T15:00:00.000Z')
const MINUTE_MS = 60_000
const inMinutes = (minutes: number, from = NOW) =>
  new Date(from.getTime() + minutes * MINUTE_MS).toISOString()

describe('the deadline of a question', () => {
  test.each<[string, promisedIn: number, fulfilmentMinutes: number, minutes: number | null]>([
    ['half of what is left', 40 + 80, 40, 40],
    ['half of what is left, in whole minutes', 40 + 51, 40, 25],
    ['an hour at most', 40 + 600, 40, 60],
    ['an hour at most, for an order of tomorrow', 24 * 60, 40, 60],
    ['ten minutes at least', 40 + 15, 40, 10],
    ['ten minutes when there are just ten', 40 + 10, 40, 10],
    ['none with less than ten minutes', 40 + 9, 40, null],
    ['none when the time is needed for making and delivering', 40, 40, null],
    ['none once the promised time has passed', -5, 40, null],
    ['half of all where a market needs no time', 60, 0, 30],
    ['none where a market needs more than there is', 60, 180, null],
  ])('is %s', (_, promisedIn, fulfilmentMinutes, minutes) => {
    const deadline = questionDeadline(inMinutes(promisedIn), fulfilmentMinutes, NOW)
    expect(deadline).toBe(minutes === null ? null : inMinutes(minutes))
  })

  test('is none a second before ten minutes are left, and one at ten', () => {
    const promised = inMinutes(50)
    expect(questionDeadline(promised, 40, new Date(NOW.getTime() + 1))).toBeNull()
    expect(questionDeadline(promised, 40, NOW)).toBe(inMinutes(10))
  })

  test('always leaves the time that making and delivering needs', () => {
    for (let left = -30; left < 300; left++) {
      const deadline = questionDeadline(inMinutes(left), 40, NOW)
      if (deadline !== null) expect(deadline <= inMinutes(left - 40)).toBe(true)
    }
  })

  // Promised by 8 PM by the market's clock: the day has 23 or 25 hours, the deadline the same minutes.
  test.each<[string, DeliveryOptionId, string, string, string]>([
    ['when clocks go forward', 'today', '2026-03-08T06:30:00.000Z', 'America/New_York', 'PT1H'],
    ['when clocks go back', 'today', '2026-11-01T05:30:00.000Z', 'America/New_York', 'PT1H'],
    [
      'when clocks go forward in the west',
      'hour',
      '2026-03-08T09:30:00.000Z',
      'America/Los_Angeles',
      'PT10M',
    ],
    ['when clocks go back in the west', 'hour', '2026-11-01T08:30:00.000Z', 'America/Los_Angeles', 'PT10M'],
  ])('counts real minutes on the day %s', (_, option, at, zone, length) => {
    const now = new Date(at)
    const promised = promisedBy(option, now, zone).toISOString()
    const minutes = length === 'PT1H' ? 60 : 10
    expect(questionDeadline(promised, 40, now)).toBe(inMinutes(minutes, now))
  })
})

test('other flowers go in by the florist’s choice, a yes or silence', () => {
  expect(SUBSTITUTION_OUTCOMES.filter((outcome) => goesIn({ outcome }))).toEqual([
    'florist',
    'agreed',
    'silent',
  ])
  expect(goesIn({ outcome: null })).toBe(false)
})

test.each([
  ['ask', 'ask'],
  ['refund', 'refund'],
  ['florist', 'florist'],
  ['', 'florist'],
  ['Ask', 'florist'],
  ['constructor', 'florist'],
])('the preference %j is read as %s', (text, preference) => {
  expect(readPreference(text)).toBe(preference)
})

test('a florist’s words stand in a sentence without the full stop that they end with', () => {
  const flowers = { missing: 'pink peonies. ', instead: 'white ranunculus…' }
  expect(usedSentence(flowers)).toBe(
    'Your florist was out of pink peonies and used white ranunculus… instead.',
  )
  expect(questionSentence(flowers)).toContain(
    'is out of pink peonies and would use white ranunculus… instead',
  )
  expect(exchange({ missing: '...', instead: 'roses.' })).toBe('roses instead of ...')
})

test.each([
  [{ refundCents: 6358, isDisputed: false }, 'We cancel the order and refund $63.58.'],
  [{ refundCents: 0, isDisputed: false }, 'We cancel the order. Your money is on its way back already.'],
  [{ refundCents: 0, isDisputed: true }, 'We cancel the order. Your bank decides about the money.'],
])('a no says what becomes of the money: %j', (facts, sentence) => {
  expect(noSentence(facts)).toBe(sentence)
})
