import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { readDispute } from '#api/platform/payments/stripe-read.ts'
import { DISPUTE_RULES, DISPUTE_STATUSES, isEnquiry, refundLimit } from '#domain/disputes.ts'

describe('what may be done in each status of a dispute', () => {
  test.each([
    ['warning_needs_response', 'respond', 'in_full'],
    ['warning_under_review', 'review', 'in_full'],
    ['warning_closed', 'kept', 'any'],
    ['needs_response', 'respond', 'none'],
    ['under_review', 'review', 'none'],
    ['prevented', 'lost', 'none'],
    ['lost', 'lost', 'none'],
    ['appeal_needs_response', 'respond', 'none'],
    ['appeal_under_review', 'review', 'none'],
    ['won', 'kept', 'any'],
  ] as const)('%s: %s, refund %s', (status, stage, refund) => {
    expect(DISPUTE_RULES[status]).toEqual({ stage, refund })
    expect(refundLimit([{ status }])).toBe(refund)
  })
})

test('without a dispute any amount may be refunded; the strictest of several decides', () => {
  expect(refundLimit([])).toBe('any')
  expect(refundLimit([{ status: 'won' }, { status: 'warning_under_review' }])).toBe('in_full')
  expect(refundLimit([{ status: 'lost' }, { status: 'warning_under_review' }, { status: 'won' }])).toBe(
    'none',
  )
})

test('the three statuses of an inquiry are told from a chargeback’s', () => {
  expect(DISPUTE_STATUSES.filter(isEnquiry)).toEqual([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
  ])
})

test('a status that the provider adds one day is for a person to look at', () => {
  const dispute = { id: 'du_1', amount: 6358, reason: 'general', status: 'escalated_twice', created: 1 }
  expect(readDispute(dispute as unknown as Stripe.Dispute).status).toBe('needs_response')
})
