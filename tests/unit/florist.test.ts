import { describe, expect, test } from 'vitest'
import { ANSWER_RULES, FLORIST_ANSWERS, GIVEN_ANSWERS, showsDelivery } from '#domain/florist.ts'
import { CLOCKS } from '#domain/order/causes.ts'
import { decide } from '#domain/order/decide.ts'
import { floristPageView } from '#domain/order/fulfilment.ts'
import { mayHappen } from '#domain/order/may.ts'
import type { StateOf } from '#domain/order/parts.ts'
import { AT, happeningOf, orderIn } from '#tests/support/order-states.ts'
import { reachableStates } from '#tests/support/reachable-states.ts'

describe('answers', () => {
  // By hand, so that the table is held to something.
  test.each<[StateOf<'shopOrder'>, string]>([
    ['asked', 'accept reject'],
    ['accepted', 'ready delivered reject'],
    ['ready', 'delivered'],
    ['delivered', ''],
    ['declined', ''],
    ['silent', 'accept'],
    ['withdrawn', ''],
  ])('a florist whose shop order is %s can answer: %s', (shopOrder, answers) => {
    const state = orderIn({
      order: 'paid',
      shopOrder,
      place: 'taken',
      choice: 'none',
      substitution: 'none',
      attempts: 'none',
      refund: 'none',
    })
    const offered = FLORIST_ANSWERS.filter((answer) => state && mayHappen(state, ANSWER_RULES[answer].event))
    expect(offered.join(' ')).toBe(answers)
  })
})

test.each(GIVEN_ANSWERS)('the event of %s leads to the status that it names', (answer) => {
  const { event, status } = ANSWER_RULES[answer]
  const led = reachableStates().flatMap((parts) => {
    const state = orderIn(parts)
    const happening = state && mayHappen(state, event) ? happeningOf(event, state) : null
    if (!state || !happening) return []
    const { patches, after } = decide(state, happening.command, AT, happening.by)
    return patches.some((patch) => 'log' in patch && patch.log === event)
      ? after.shopOrders.at(-1)?.status
      : []
  })
  expect(new Set(led)).toEqual(new Set([status]))
})

test.each([
  ['2026-06-05T00:00:00.000Z', '2026-06-04T14:30:00.000Z', '2026-06-12T00:00:00.000Z'],
  ['2026-06-04T14:30:00.000Z', '2026-06-04T14:30:00.000Z', '2026-06-11T14:30:00.000Z'],
  ['2026-05-01T00:00:00.000Z', '2026-06-04T14:30:00.000Z', '2026-06-11T14:30:00.000Z'],
])('a link to what was promised for %s, made at %s, works until %s', (promised, now, until) => {
  const dates = { now, promisedBy: promised, nextAttempt: null, delivered: null, ended: null }
  expect(CLOCKS.florist_link(dates)).toBe(until)
  // A second attempt has time, too.
  const nextAttempt = '2026-06-30T12:00:00.000Z'
  expect(CLOCKS.florist_link({ ...dates, nextAttempt })).toBe('2026-07-07T12:00:00.000Z')
})

test.each([
  ['2026-06-04T14:30:00.000Z', '2026-06-05T14:29:59.999Z', true],
  ['2026-06-04T14:30:00.000Z', '2026-06-05T14:30:00.000Z', false],
])('delivered at %s, looked at %s: the address is shown %s', (delivered, now, shown) => {
  expect(showsDelivery(new Date(delivered), new Date(now))).toBe(shown)
})

test.each([
  ['confirmed', 'paid', 'unassigned', 'overdue'],
  ['confirmed', 'paid', 'assigned', 'unanswered'],
  ['delivered', 'paid', 'unassigned', 'over'],
  ['completed', 'paid', 'unassigned', 'over'],
  ['cancelled', 'paid', 'unassigned', 'cancelled'],
  ['confirmed', 'refunded', 'unassigned', 'cancelled'],
] as const)('after silence: %s, %s, %s: %s', (status, paymentStatus, assignmentStatus, view) => {
  const state = { status, paymentStatus, assignmentStatus, assignment: 'rejected' } as const
  expect(floristPageView(state, true)).toBe(view)
  expect(floristPageView(state, false)).toBe('rejected')
})
