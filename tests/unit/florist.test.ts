import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCalledOff, mayBeAssigned, statusOnceDelivered, statusWithoutShop } from '#src/domain/assignment.ts'
import {
  ANSWERS_OF_STATUS,
  FLORIST_ANSWERS,
  floristLinkExpiry,
  judgeAnswer,
  STATUS_OF_ANSWER,
} from '#src/domain/florist.ts'
import { isAwaitingAssignment, ORDER_STATUSES, SHOP_ORDER_STATUSES } from '#src/domain/order-status.ts'

describe('answers', () => {
  // By hand, so that the table in the domain is held to something.
  test.each([
    ['pending', 'accept', 'allowed'],
    ['pending', 'reject', 'allowed'],
    ['pending', 'ready', 'refused'],
    ['pending', 'delivered', 'refused'],
    ['confirmed', 'accept', 'done'],
    ['confirmed', 'reject', 'allowed'],
    ['confirmed', 'ready', 'allowed'],
    ['confirmed', 'delivered', 'allowed'],
    ['processing', 'accept', 'refused'],
    ['processing', 'reject', 'allowed'],
    ['processing', 'ready', 'allowed'],
    ['processing', 'delivered', 'allowed'],
    ['ready', 'accept', 'refused'],
    ['ready', 'reject', 'refused'],
    ['ready', 'ready', 'done'],
    ['ready', 'delivered', 'allowed'],
    ['delivered', 'accept', 'refused'],
    ['delivered', 'reject', 'refused'],
    ['delivered', 'ready', 'refused'],
    ['delivered', 'delivered', 'done'],
    ['rejected', 'accept', 'refused'],
    ['rejected', 'reject', 'done'],
    ['rejected', 'ready', 'refused'],
    ['rejected', 'delivered', 'refused'],
  ] as const)('%s, %s: %s', (status, answer, verdict) => {
    expect(judgeAnswer(status, answer)).toBe(verdict)
  })

  test('whatever is answered in whatever order, it comes to an end, and the end stays', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SHOP_ORDER_STATUSES),
        fc.array(fc.constantFrom(...FLORIST_ANSWERS)),
        (start, said) => {
          let status = start
          let changes = 0
          for (const answer of said) {
            if (judgeAnswer(status, answer) !== 'allowed') continue
            status = STATUS_OF_ANSWER[answer]
            changes += 1
          }
          expect(changes).toBeLessThanOrEqual(3)
          if (status === 'delivered' || status === 'rejected') expect(ANSWERS_OF_STATUS[status]).toEqual([])
        },
      ),
    )
  })
})

test.each([
  ['2026-06-05T00:00:00.000Z', '2026-06-04T14:30:00.000Z', '2026-06-12T00:00:00.000Z'],
  ['2026-06-04T14:30:00.000Z', '2026-06-04T14:30:00.000Z', '2026-06-11T14:30:00.000Z'],
  ['2026-05-01T00:00:00.000Z', '2026-06-04T14:30:00.000Z', '2026-06-11T14:30:00.000Z'],
])('a link to what was promised for %s, made at %s, works until %s', (promised, now, until) => {
  expect(floristLinkExpiry(new Date(promised), new Date(now)).toISOString()).toBe(until)
})

describe('what becomes of the order', () => {
  test.each([
    ['pending', true, 'delivered'],
    ['processing', true, 'delivered'],
    ['confirmed', true, 'delivered'],
    ['completed', false, 'completed'],
    ['delivered', false, 'delivered'],
    ['cancelled', false, 'cancelled'],
  ] as const)('%s: may be assigned %s, is %s once the shop has delivered it', (status, may, then) => {
    expect(mayBeAssigned({ status, paymentStatus: 'paid' })).toBe(may)
    expect(mayBeAssigned({ status, paymentStatus: 'pending' })).toBe(may)
    expect(mayBeAssigned({ status, paymentStatus: 'refunded' })).toBe(false)
    expect(statusOnceDelivered(status)).toBe(then)
    expect(isCalledOff({ status, paymentStatus: 'paid' })).toBe(status === 'cancelled')
    expect(isCalledOff({ status, paymentStatus: 'refunded' })).toBe(true)
  })

  test('without its shop every order that is not over awaits assignment', () => {
    for (const status of ORDER_STATUSES) {
      for (const paymentStatus of ['pending', 'paid', 'failed', 'refunded'] as const) {
        const then = statusWithoutShop({ status, paymentStatus })
        const awaits = isAwaitingAssignment({ status: then, assignmentStatus: 'unassigned' })
        expect([status, awaits]).toEqual([status, mayBeAssigned({ status, paymentStatus: 'paid' })])
        if (status !== 'processing') expect(then).toBe(status)
      }
    }
    expect(statusWithoutShop({ status: 'processing', paymentStatus: 'paid' })).toBe('confirmed')
    expect(statusWithoutShop({ status: 'processing', paymentStatus: 'pending' })).toBe('pending')
  })
})
