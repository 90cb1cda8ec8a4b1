import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANSWER_RULES, FLORIST_ANSWERS, floristLinkExpiry, showsDelivery } from '#domain/florist.ts'
import { type AssignmentState, floristPageOf, fulfilmentOf, judgeAnswer } from '#domain/order/fulfilment.ts'
import { SHOP_ORDER_STATUSES } from '#domain/order-status.ts'

const open = (assignment: AssignmentState) =>
  ({ status: 'confirmed', paymentStatus: 'paid', assignment }) as const

/** The rejection, if there is one: by the florist, and nobody else has the order. */
const REJECTED = { isSilent: false, isTaken: false }

describe('answers', () => {
  // This table is written by hand, so that the one in the domain is held to something.
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
    expect(judgeAnswer(open(status), REJECTED, answer)).toBe(verdict)
  })

  test('for any answers in any order it ends, and the end is final', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SHOP_ORDER_STATUSES),
        fc.array(fc.constantFrom(...FLORIST_ANSWERS)),
        (start, said) => {
          let status = start
          let changes = 0
          for (const answer of said) {
            if (judgeAnswer(open(status), REJECTED, answer) !== 'allowed') continue
            status = ANSWER_RULES[answer].status ?? status
            changes += 1
          }
          expect(changes).toBeLessThanOrEqual(3)
          if (status === 'delivered' || status === 'rejected') {
            expect(fulfilmentOf(open(status)).answers).toEqual([])
          }
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

test.each([
  ['2026-06-04T14:30:00.000Z', '2026-06-05T14:29:59.999Z', true],
  ['2026-06-04T14:30:00.000Z', '2026-06-05T14:30:00.000Z', false],
])('delivered at %s, looked at %s: the address is shown %s', (delivered, now, shown) => {
  expect(showsDelivery(new Date(delivered), new Date(now))).toBe(shown)
})

test.each([
  ['confirmed', 'paid', false, 'overdue', ['accept']],
  ['confirmed', 'paid', true, 'unanswered', []],
  ['delivered', 'paid', false, 'over', []],
  ['completed', 'paid', false, 'over', []],
  ['cancelled', 'paid', false, 'cancelled', []],
  ['confirmed', 'refunded', false, 'cancelled', []],
] as const)('after silence: %s, %s, taken %s: %s', (status, paymentStatus, isTaken, view, answers) => {
  const state = { status, paymentStatus, assignment: 'rejected' } as const
  expect(floristPageOf(state, { isSilent: true, isTaken })).toEqual({ view, answers })
  expect(floristPageOf(state, { isSilent: false, isTaken })).toEqual({ view: 'rejected', answers: [] })
})
