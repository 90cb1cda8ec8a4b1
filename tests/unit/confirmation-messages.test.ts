import { describe, expect, test } from 'vitest'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { failureMessage, orderMessage, progressMessage } from '#src/storefront/confirmation/messages.ts'
import type { FailureReason } from '#src/storefront/confirmation/order-state.ts'
import { CONFIRMATION_ORDER } from '#tests/support/confirmation-order.ts'

const ORDER: ConfirmationOrder = { ...CONFIRMATION_ORDER, paymentState: 'confirming' }

describe('a payment that is not confirmed', () => {
  const slow = 'Some payment methods take a moment. This page keeps looking.'

  test('is slow only if the provider said so', () => {
    expect(orderMessage(ORDER, true).text).toBe(slow)
    expect(orderMessage({ ...ORDER, paymentChecked: false }, true).text).toBe(
      'No word on the payment yet. This page keeps looking.',
    )
  })

  test('promises an email only for a payment that goes through', () => {
    expect(orderMessage(ORDER, false).text).toMatch(/we’ll email sam@example\.com once it’s through\.$/)
    expect(orderMessage({ ...ORDER, paymentChecked: false }, false).text).toMatch(
      /If you paid, don’t pay again: we’ll email sam@example\.com once we see it\.$/,
    )
  })

  test('of an answer from before there was the check counts as unchecked', () => {
    const { paymentChecked: _, ...before } = ORDER
    expect(orderMessage(before as ConfirmationOrder, true).text).not.toBe(slow)
  })
})

test('an order without a payment says what we know of it, not what the bank did', () => {
  const { text } = orderMessage({ ...ORDER, paymentState: 'cancelled' }, false)
  expect(text).toBe(
    'No payment reached us, so nothing will be delivered. Charged anyway? Call (555)\u00a0555-0142.',
  )
})

test('a paid order of another day does not say that its email arrived', () => {
  const { text } = orderMessage({ ...ORDER, paymentState: 'paid', customerEmail: null }, false)
  expect(text).toBe('Lost the confirmation? “Find my order” sends its links again.')
})

const REASONS: FailureReason[] = ['unanswered', 'refused', 'not-found', 'malformed']

test.each(REASONS)(
  'a failed look-up (%s) asks nobody to pay twice and claims neither payment nor email',
  (reason) => {
    const { known, payment } = failureMessage(reason)
    expect(payment).toContain('don’t pay again')
    expect(`${known} ${payment}`).not.toMatch(/inbox|is safe|was charged|we emailed|on its way/i)
  },
)

test('only a look-up by itself says that the page keeps trying', () => {
  const texts = (['no', 'waiting', 'looking', 'pressed'] as const).map((trying) =>
    progressMessage({ trying, triedAgain: false }),
  )
  const KEEPS = 'This page keeps trying by itself.'
  expect(texts).toEqual(['', KEEPS, KEEPS, 'Trying again…'])
  expect(progressMessage({ trying: 'no', triedAgain: true })).toBe('We tried again. Still no order.')
})
