import { describe, expect, test } from 'vitest'
import {
  cancelSentence,
  choiceOffer,
  offerSentence,
  offerSummary,
  unansweredSentence,
} from '#domain/order/choice-offer.ts'

// The offers to a buyer about a promise in danger, in every case, and the words for them.

const NOW = new Date('2026-06-04T23:30:00.000Z')
const LATER = '2026-06-05T01:00:00.000Z'
const EXPIRES = '2026-06-05T23:30:00.000Z'
const ZONE = 'America/New_York'
const DAYS = ['2026-06-06', '2026-06-07']

const cells = [null, '2026-06-04T23:30:00.000Z', LATER].flatMap((waitUntil) =>
  [[], DAYS].flatMap((days) =>
    [false, true].flatMap((isReady) =>
      (['all', 'rest', 'requested', 'bank'] as const).map((money) => ({ waitUntil, days, isReady, money })),
    ),
  ),
)

test.each(cells)(
  'new time $waitUntil, days $days, ready $isReady, money $money',
  ({ waitUntil, days, isReady, money }) => {
    const totalCents = 6358
    const refundCents = { all: totalCents, rest: 5358, requested: 0, bank: 0 }[money]
    const facts = {
      waitUntil,
      days,
      isReady,
      feeCents: 1059,
      refundCents,
      totalCents,
      isDisputed: money === 'bank',
    }
    const offer = choiceOffer(facts, NOW)
    expect(offer).toMatchObject({
      // A time that has passed is none to wait for; flowers that are made are not made for another day.
      waitUntil: waitUntil === LATER ? LATER : null,
      days: isReady ? [] : days,
      money,
      unanswered: isReady ? 'kept' : 'cancelled',
    })
    const texts = [offerSentence(offer), offerSummary(offer)]
    for (const text of texts) {
      expect(/\bwait\b/i.test(text)).toBe(offer.waitUntil !== null)
      expect(/another day/.test(text)).toBe(offer.days.length > 0)
      expect(text).toMatch(/cancel/i)
    }
    const unanswered = unansweredSentence(offer, EXPIRES, ZONE)
    expect(/nothing is cancelled/.test(unanswered)).toBe(isReady)
    expect(/we cancel the order/.test(unanswered)).toBe(!isReady)
    // Money is promised back exactly when some goes back.
    expect(/refund/.test(unanswered)).toBe(!isReady && refundCents > 0)
    expect(/\$/.test(cancelSentence(offer))).toBe(refundCents > 0)
  },
)

describe('in words', () => {
  const offer = choiceOffer(
    {
      waitUntil: LATER,
      days: DAYS,
      isReady: false,
      feeCents: 0,
      refundCents: 6358,
      totalCents: 6358,
      isDisputed: false,
    },
    NOW,
  )
  test('everything', () => {
    expect(offerSentence(offer)).toBe(
      'You can wait, take another day, or cancel and get all of your money back.',
    )
    expect(offerSummary(offer)).toBe('Wait, take another day, or cancel with a full refund.')
    expect(unansweredSentence(offer, EXPIRES, ZONE)).toBe(
      'Please choose by Fri Jun 5, 7:30 PM EST. If we don’t hear from you by then, and nothing changes for the better, we cancel the order and refund all of it.',
    )
  })
  test('nothing but to cancel, while the bank decides', () => {
    const bare = { ...offer, waitUntil: null, days: [], money: 'bank', refundCents: 0 } as const
    expect(offerSentence({ ...bare, days: [] })).toBe('You can cancel. Your bank decides about the money.')
  })
})
