import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeliveryOptionId, promisedBy } from '#domain/delivery.ts'
import { choiceOffer } from '#domain/order/answer.ts'
import { mayHappen } from '#domain/order/may.ts'
import {
  type ChoiceOffer,
  cancelSentence,
  noSentence,
  offerSentence,
  offerSummary,
  unansweredSentence,
} from '#domain/order/question-words.ts'
import { canBeOffered, goesIn, QUESTIONS, SUBSTITUTION_OUTCOMES } from '#domain/order/questions.ts'
import { orderIn } from '#tests/support/order-states.ts'
import { reachableStates } from '#tests/support/reachable-states.ts'

// The questions that a buyer is asked, of every kind.

const NOW = new Date('2026-06-04T15:00:00.000Z')
const MINUTE_MS = 60_000
const inMinutes = (minutes: number, from = NOW) =>
  new Date(from.getTime() + minutes * MINUTE_MS).toISOString()
const DAYS = ['2026-06-06', '2026-06-07']

describe('the choice that is offered', () => {
  const asked = reachableStates()
    .filter(({ choice }) => choice === 'asked')
    .flatMap((parts) => {
      const state = orderIn(parts)
      return state ? [{ parts, state }] : []
    })
  const offer = (state: (typeof asked)[number]['state']) =>
    choiceOffer(state, { waitUntil: inMinutes(60), days: DAYS }, NOW)

  test('is what is not refused, and cancelling always is', () => {
    for (const { state } of asked) {
      expect(offer(state).waitUntil !== null).toBe(mayHappen(state, 'chose_wait'))
      expect(offer(state).days.length > 0).toBe(mayHappen(state, 'chose_day'))
      expect(offer(state).unanswered === 'cancelled').toBe(mayHappen(state, 'choice_expired'))
      expect(mayHappen(state, 'chose_cancel')).toBe(true)
    }
  })

  test('of flowers that are ready is no other day, and silence keeps the order', () => {
    const ready = asked.filter(({ parts }) => parts.shopOrder === 'ready')
    expect(ready.length).toBeGreaterThan(0)
    for (const { state } of ready) expect(offer(state)).toMatchObject({ days: [], unanswered: 'kept' })
    const accepted = asked.filter(({ parts }) => parts.shopOrder === 'accepted')
    expect(accepted.length).toBeGreaterThan(0)
    for (const { state } of accepted) {
      expect(offer(state)).toMatchObject({ days: DAYS, unanswered: 'cancelled' })
    }
  })

  test('is no time that has passed', () => {
    for (const { state } of asked) {
      expect(choiceOffer(state, { waitUntil: NOW.toISOString(), days: [] }, NOW).waitUntil).toBeNull()
    }
  })
})

test('a buyer who is asked about flowers can always say yes or no: the page offers both', () => {
  const states = reachableStates().filter(({ substitution }) => substitution === 'asked')
  for (const state of states.flatMap((parts) => orderIn(parts) ?? [])) {
    for (const event of Object.values(QUESTIONS.substitution.answers)) {
      expect(mayHappen(state, event)).toBe(true)
    }
  }
})

describe('the words of a choice', () => {
  const EXPIRES = '2026-06-05T23:30:00.000Z'
  const ZONE = 'America/New_York'
  const LATER = '2026-06-05T01:00:00.000Z'
  const everything: ChoiceOffer = {
    waitUntil: LATER,
    days: DAYS,
    feeCents: 0,
    refundCents: 6358,
    money: 'all',
    unanswered: 'cancelled',
  }
  const cells = [null, LATER].flatMap((waitUntil) =>
    [[], DAYS].flatMap((days) =>
      (['cancelled', 'kept'] as const).flatMap((unanswered) =>
        (['all', 'rest', 'requested', 'bank'] as const).map((money) => ({
          waitUntil,
          days,
          unanswered,
          money,
        })),
      ),
    ),
  )

  test.each(cells)('new time $waitUntil, days $days, unanswered $unanswered, money $money', (cell) => {
    const { money, unanswered } = cell
    const refundCents = { all: 6358, rest: 5358, requested: 0, bank: 0 }[money]
    const offer = { ...everything, ...cell, refundCents }
    for (const text of [offerSentence(offer), offerSummary(offer)]) {
      expect(/\bwait\b/i.test(text)).toBe(offer.waitUntil !== null)
      expect(/another day/.test(text)).toBe(offer.days.length > 0)
      expect(text).toMatch(/cancel/i)
    }
    const silence = unansweredSentence(offer, EXPIRES, ZONE)
    expect(/nothing is cancelled/.test(silence)).toBe(unanswered === 'kept')
    expect(/we cancel the order/.test(silence)).toBe(unanswered === 'cancelled')
    // Money is promised back exactly when some goes back.
    expect(/refund/.test(silence)).toBe(unanswered === 'cancelled' && refundCents > 0)
    expect(/\$/.test(cancelSentence(offer))).toBe(refundCents > 0)
  })

  test('say everything that is offered', () => {
    expect(offerSentence(everything)).toBe(
      'You can wait, take another day, or cancel and get all of your money back.',
    )
    expect(offerSummary(everything)).toBe('Wait, take another day, or cancel with a full refund.')
    expect(unansweredSentence(everything, EXPIRES, ZONE)).toBe(
      'Please choose by Fri Jun 5, 7:30 PM EST. If we don’t hear from you by then, and nothing changes for the better, we cancel the order and refund all of it.',
    )
  })

  test('offer nothing but to cancel, while the bank decides', () => {
    const bare = { ...everything, waitUntil: null, days: [], money: 'bank', refundCents: 0 } as const
    expect(offerSentence({ ...bare, days: [] })).toBe('You can cancel. Your bank decides about the money.')
  })
})

test.each([
  [{ refundCents: 6358, isDisputed: false }, 'We cancel the order and refund $63.58.'],
  [{ refundCents: 0, isDisputed: false }, 'We cancel the order. Your money is on its way back already.'],
  [{ refundCents: 0, isDisputed: true }, 'We cancel the order. Your bank decides about the money.'],
])('a no says what becomes of the money: %j', (facts, sentence) => {
  expect(noSentence(facts)).toBe(sentence)
})

describe('the deadline of a choice', () => {
  const deadline = (choiceHours: number, waitUntil: string | null) =>
    QUESTIONS.choice.deadline({
      now: NOW,
      promisedBy: inMinutes(5),
      fulfilmentMinutes: 40,
      choiceHours,
      waitUntil,
    })

  test.each<[string, choiceHours: number, waitsFor: number | null, minutes: number]>([
    ['the hours of its market without a time to wait for', 6, null, 6 * 60],
    ['the hours of its market before a time that is further', 6, 20 * 60, 6 * 60],
    ['the time that is offered, if that is sooner', 24, 5 * 60, 5 * 60],
    ['the time that is offered, when both are the same', 6, 6 * 60, 6 * 60],
    ['the time that is offered, ten minutes ahead', 24, 10, 10],
  ])('is %s', (_, choiceHours, waitsFor, minutes) => {
    expect(deadline(choiceHours, waitsFor === null ? null : inMinutes(waitsFor))).toBe(inMinutes(minutes))
  })

  test('is never later than the time that is offered, and leaves minutes to answer', () => {
    const asked = fc.record({ choiceHours: fc.integer({ min: 1, max: 168 }), waitsFor: fc.nat(14 * 24 * 60) })
    fc.assert(
      fc.property(asked, ({ choiceHours, waitsFor }) => {
        const waitUntil = inMinutes(waitsFor)
        const offered = canBeOffered(waitUntil, NOW) ? waitUntil : null
        const limit = deadline(choiceHours, offered)
        expect(limit <= inMinutes(choiceHours * 60)).toBe(true)
        expect(offered === null || limit <= offered).toBe(true)
        expect(limit >= inMinutes(8)).toBe(true)
      }),
    )
  })

  test.each([
    ['ten minutes ahead', 10, true],
    ['eight minutes ahead, after a run of the job that was late', 8, true],
    ['seven minutes ahead', 7, false],
    ['passed', -1, false],
  ])('a time that is %s can be offered: %s', (_, minutes, isOffered) => {
    expect(canBeOffered(inMinutes(minutes), NOW)).toBe(isOffered)
  })
})

describe('the deadline of a question about flowers', () => {
  const deadline = (promisedBy: string, fulfilmentMinutes: number, now = NOW) =>
    QUESTIONS.substitution.deadline({ now, promisedBy, fulfilmentMinutes, choiceHours: 24 })

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
    const limit = deadline(inMinutes(promisedIn), fulfilmentMinutes)
    expect(limit).toBe(minutes === null ? null : inMinutes(minutes))
  })

  test('is none a second before ten minutes are left, and one at ten', () => {
    const promised = inMinutes(50)
    expect(deadline(promised, 40, new Date(NOW.getTime() + 1))).toBeNull()
    expect(deadline(promised, 40)).toBe(inMinutes(10))
  })

  test('always leaves the time that making and delivering needs', () => {
    for (let left = -30; left < 300; left++) {
      const limit = deadline(inMinutes(left), 40)
      if (limit !== null) expect(limit <= inMinutes(left - 40)).toBe(true)
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
    expect(deadline(promised, 40, now)).toBe(inMinutes(minutes, now))
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
