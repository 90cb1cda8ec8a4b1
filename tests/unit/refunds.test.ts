import { expect, test } from 'vitest'
import { ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import {
  hasRefund,
  REFUND_STATUSES,
  refundableCents,
  refundFailureText,
  refundMoves,
  refundNeedsOverride,
  refundSentence,
  refundSummary,
} from '#domain/refunds.ts'

const PAID = { paymentStatus: 'paid', paymentReference: 'pi_1', totalCents: 6358 } as const
const refund = (status: (typeof REFUND_STATUSES)[number], amountCents: number) => ({ status, amountCents })

test('the refundable amount is what was paid less refunds done or pending', () => {
  expect(refundableCents(PAID, [])).toBe(6358)
  expect(refundableCents(PAID, [refund('succeeded', 1000), refund('pending', 358)])).toBe(5000)
  expect(refundableCents(PAID, [refund('failed', 1000), refund('cancelled', 6358)])).toBe(6358)
  expect(refundableCents(PAID, [refund('succeeded', 6000), refund('pending', 6000)])).toBe(0)
})

test('an unpaid order is not refundable', () => {
  for (const paymentStatus of PAYMENT_STATUSES) {
    const left = refundableCents({ ...PAID, paymentStatus }, [])
    expect(left > 0, paymentStatus).toBe(paymentStatus === 'paid')
  }
  expect(refundableCents({ ...PAID, paymentReference: null }, [])).toBe(0)
})

test('only delivered and completed orders need an override', () => {
  expect(ORDER_STATUSES.filter(refundNeedsOverride)).toEqual(['completed', 'delivered'])
})

test('a refund status only moves forward', () => {
  const moves = REFUND_STATUSES.flatMap((from) =>
    REFUND_STATUSES.filter((to) => refundMoves(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(moves).toEqual([
    'pending → succeeded',
    'pending → failed',
    'pending → cancelled',
    'succeeded → failed',
    'succeeded → cancelled',
  ])
})

test.each([
  ['lost_or_stolen_card', 'The bank refused it: lost or stolen card'],
  ['unknown', 'The bank refused it: unknown'],
  [
    'Refund amount ($64.20) is greater than unrefunded amount on charge ($64.19)',
    'Refund amount ($64.20) is greater than unrefunded amount on charge ($64.19)',
  ],
  ['', ''],
])('the failure %j of a refund is read as %j', (failure, text) => {
  expect(refundFailureText(failure)).toBe(text)
})

test.each([
  ['paid', 0, 0, 'Your payment has not been refunded. If a refund is sent, you’ll get an email.'],
  ['paid', 0, 6358, 'A refund of $63.58 has been requested. You’ll get an email when it is sent.'],
  ['paid', 2000, 0, 'We refunded $20.00 of your payment. Banks take five to ten days to show it.'],
  [
    'paid',
    2000,
    4358,
    'We refunded $20.00 of your payment, and another $43.58 has been requested. Banks take five to ten days to show a refund.',
  ],
  ['refunded', 6358, 0, 'We refunded all of your payment, $63.58. Banks take five to ten days to show it.'],
] as const)('%s, %i refunded, %i requested: %s', (paymentStatus, refundedCents, requestedCents, sentence) => {
  const summary = refundSummary({ paymentStatus, refundedCents }, requestedCents)
  expect(summary && refundSentence(summary)).toBe(sentence)
  expect(summary && hasRefund(summary)).toBe(refundedCents + requestedCents > 0)
})

test.each(['pending', 'failed'] as const)('a payment that is %s has no refund summary', (paymentStatus) => {
  expect(refundSummary({ paymentStatus, refundedCents: 0 }, 0)).toBeNull()
})
