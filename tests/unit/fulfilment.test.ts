import { describe, expect, test } from 'vitest'
import { ANSWER_RULES, FLORIST_ANSWERS } from '#domain/florist.ts'
import {
  ASSIGNMENT_STATES,
  type AssignmentState,
  assignmentState,
  buyerMayChange,
  type FloristView,
  fulfilmentOf,
  isAtWork,
  isCancelledOrRefunded,
  judgeAnswer,
  mayBeAssigned,
  mayBeSent,
  messagesMadeWrong,
  messagesOnChange,
  orderStatusAfter,
  STATUSES_AT_WORK,
  type StatusMessage,
  type TrackingStage,
} from '#domain/order/fulfilment.ts'
import {
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
  SHOP_ORDER_STATUSES,
} from '#domain/order-status.ts'

/** Every cell by hand, so that the table in the domain is held to something: florist's page, tracking. */
const CELLS: Record<string, Record<AssignmentState, [FloristView, TrackingStage]>> = {
  'pending processing confirmed': {
    pending: ['asked', 'placed'],
    confirmed: ['accepted', 'accepted'],
    processing: ['accepted', 'accepted'],
    ready: ['ready', 'ready'],
    delivered: ['delivered', 'delivered'],
    rejected: ['rejected', 'placed'],
    withdrawn: ['closed', 'placed'],
    none: ['closed', 'placed'],
  },
  'completed delivered': {
    pending: ['over', 'delivered'],
    confirmed: ['over', 'delivered'],
    processing: ['over', 'delivered'],
    ready: ['over', 'delivered'],
    delivered: ['delivered', 'delivered'],
    rejected: ['rejected', 'delivered'],
    withdrawn: ['closed', 'delivered'],
    none: ['closed', 'delivered'],
  },
  cancelled: {
    pending: ['cancelled', 'cancelled'],
    confirmed: ['cancelled', 'cancelled'],
    processing: ['cancelled', 'cancelled'],
    ready: ['cancelled', 'cancelled'],
    delivered: ['delivered', 'cancelled'],
    rejected: ['rejected', 'cancelled'],
    withdrawn: ['cancelled', 'cancelled'],
    none: ['closed', 'cancelled'],
  },
}

const ANSWERS: Record<FloristView, string[]> = {
  asked: ['accept', 'reject'],
  accepted: ['ready', 'delivered', 'reject'],
  ready: ['delivered'],
  delivered: [],
  rejected: [],
  over: [],
  cancelled: [],
  closed: [],
}

const states = ORDER_STATUSES.flatMap((status) =>
  PAYMENT_STATUSES.flatMap((paymentStatus) =>
    ASSIGNMENT_STATES.map((assignment) => ({ status, paymentStatus, assignment })),
  ),
)

function byHand(status: OrderStatus, assignment: AssignmentState): [FloristView, TrackingStage] {
  const row = Object.entries(CELLS).find(([statuses]) => statuses.split(' ').includes(status))
  if (!row) throw new Error(status)
  return row[1][assignment]
}

describe('every pair of order and shop order', () => {
  test.each(states)('$status, $paymentStatus, at the shop $assignment', (state) => {
    const refunded = state.paymentStatus === 'refunded'
    const [florist, tracking] = byHand(refunded ? 'cancelled' : state.status, state.assignment)
    const found = fulfilmentOf(state)
    expect(found).toMatchObject({ florist, tracking: refunded ? 'refunded' : tracking })
    expect(found.answers).toEqual(ANSWERS[florist])
    expect(isAtWork(florist)).toBe(ANSWERS[florist].length > 0)
    // The way of the flowers does not change with the order's end.
    const lived = state.status === 'cancelled' ? 'confirmed' : state.status
    expect(found.reached).toBe(byHand(lived, state.assignment)[1])
  })

  test('a florist has answers only while the order is open and the shop order is not final', () => {
    for (const state of states) {
      const { status, paymentStatus, assignment } = state
      const atWork =
        paymentStatus !== 'refunded' &&
        STATUSES_AT_WORK.order.includes(status) &&
        STATUSES_AT_WORK.shopOrder.some((each) => each === assignment)
      expect([state, isAtWork(fulfilmentOf(state).florist)]).toEqual([state, atWork])
      expect(mayBeAssigned(state) && isCancelledOrRefunded(state)).toBe(false)
    }
    expect(STATUSES_AT_WORK).toEqual({
      order: ['pending', 'processing', 'confirmed'],
      shopOrder: ['pending', 'confirmed', 'processing', 'ready'],
    })
  })

  test('an answer is allowed where offered, done where already given, refused otherwise', () => {
    for (const state of states) {
      for (const answer of FLORIST_ANSWERS) {
        const given = ANSWER_RULES[answer].status
        const offered = fulfilmentOf(state).answers.includes(answer)
        const verdict = state.assignment === given ? 'done' : offered ? 'allowed' : 'refused'
        expect([state, answer, judgeAnswer(state, { isSilent: false, isTaken: false }, answer)]).toEqual([
          state,
          answer,
          verdict,
        ])
      }
    }
  })
})

test.each([
  [undefined, 'none'],
  [null, 'none'],
  [{ status: 'ready', withdrawnAt: null }, 'ready'],
  [{ status: 'ready', withdrawnAt: '2026-06-04T14:30:00.000Z' }, 'withdrawn'],
] as const)('a shop order %j is %s', (shopOrder, state) => {
  expect(assignmentState(shopOrder)).toBe(state)
})

describe('recipients of a status change', () => {
  test.each<[OrderStatus, OrderStatus, AssignmentState, string | null, string | null]>([
    ['confirmed', 'cancelled', 'none', 'order-cancelled', null],
    ['confirmed', 'cancelled', 'pending', 'order-cancelled', 'florist-cancelled'],
    ['confirmed', 'cancelled', 'confirmed', 'order-cancelled', 'florist-cancelled'],
    ['processing', 'cancelled', 'ready', 'order-cancelled', 'florist-cancelled'],
    ['confirmed', 'cancelled', 'delivered', 'order-cancelled', null],
    ['delivered', 'cancelled', 'pending', 'order-cancelled', null],
    ['cancelled', 'confirmed', 'pending', null, 'florist-reopened'],
    ['cancelled', 'processing', 'ready', null, 'florist-reopened'],
    ['cancelled', 'confirmed', 'delivered', 'order-delivered', null],
    ['cancelled', 'confirmed', 'none', null, null],
    ['cancelled', 'delivered', 'confirmed', 'order-delivered', null],
    ['confirmed', 'delivered', 'pending', 'order-delivered', null],
    ['confirmed', 'delivered', 'none', 'order-delivered', null],
    ['confirmed', 'delivered', 'delivered', null, null],
    ['confirmed', 'completed', 'ready', null, null],
    ['completed', 'delivered', 'ready', null, null],
    ['delivered', 'confirmed', 'pending', null, 'florist-reopened'],
    ['completed', 'processing', 'ready', null, 'florist-reopened'],
    ['delivered', 'confirmed', 'none', null, null],
    ['pending', 'confirmed', 'pending', null, null],
  ])('the order goes from %s to %s, at the shop %s: buyer %s, florist %s', (from, to, at, buyer, florist) => {
    expect(messagesOnChange(paid(from, at), paid(to, at))).toEqual({ buyer, florist })
  })

  test.each<[OrderStatus, AssignmentState, AssignmentState, OrderStatus, string | null]>([
    ['confirmed', 'pending', 'confirmed', 'confirmed', 'order-accepted'],
    ['confirmed', 'processing', 'confirmed', 'confirmed', 'order-accepted'],
    ['confirmed', 'pending', 'processing', 'confirmed', null],
    ['confirmed', 'pending', 'ready', 'confirmed', null],
    ['confirmed', 'ready', 'delivered', 'delivered', 'order-delivered'],
    ['confirmed', 'pending', 'rejected', 'confirmed', null],
    ['delivered', 'pending', 'confirmed', 'delivered', null],
    ['completed', 'pending', 'confirmed', 'completed', null],
    ['cancelled', 'pending', 'confirmed', 'cancelled', null],
    ['cancelled', 'ready', 'delivered', 'cancelled', null],
    ['completed', 'ready', 'delivered', 'completed', null],
  ])(
    'an order that is %s, at the shop from %s to %s, becomes %s: buyer %s',
    (status, from, to, then, buyer) => {
      expect(orderStatusAfter(paid(status, from), to)).toBe(then)
      expect(messagesOnChange(paid(status, from), paid(then, to))).toEqual({ buyer, florist: null })
    },
  )

  test('nobody is written to about a no', () => {
    for (const before of states) {
      const after = {
        ...before,
        status: orderStatusAfter(before, 'rejected'),
        assignment: 'rejected',
      } as const
      expect(messagesOnChange(before, after)).toEqual({ buyer: null, florist: null })
    }
  })

  test('an unchanged status sends no message', () => {
    for (const state of states) {
      expect(messagesOnChange(state, state)).toEqual({ buyer: null, florist: null })
    }
  })
})

const paid = (status: OrderStatus, assignment: AssignmentState) =>
  ({ status, paymentStatus: 'paid', assignment }) as const

describe('the order status after a shop order change', () => {
  test('a shop order that is set back from delivered sets a delivered order back', () => {
    for (const to of SHOP_ORDER_STATUSES.filter((status) => status !== 'delivered')) {
      expect(orderStatusAfter(paid('delivered', 'delivered'), to)).toBe('confirmed')
      const unpaid = { ...paid('delivered', 'delivered'), paymentStatus: 'failed' } as const
      expect(orderStatusAfter(unpaid, to)).toBe('pending')
      // An admin's own status of the order stays.
      expect(orderStatusAfter(paid('completed', 'delivered'), to)).toBe('completed')
      expect(orderStatusAfter(paid('cancelled', 'delivered'), to)).toBe('cancelled')
      expect(orderStatusAfter(paid('delivered', 'ready'), to)).toBe('delivered')
    }
  })

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
    expect(orderStatusAfter(paid(status, 'ready'), 'delivered')).toBe(then)
    expect(isCancelledOrRefunded({ status, paymentStatus: 'paid' })).toBe(status === 'cancelled')
    expect(isCancelledOrRefunded({ status, paymentStatus: 'refunded' })).toBe(true)
  })

  test.each(['rejected', 'withdrawn'] as const)(
    '%s: an order that is not over awaits assignment',
    (ended) => {
      for (const status of ORDER_STATUSES) {
        for (const paymentStatus of PAYMENT_STATUSES) {
          const then = orderStatusAfter({ status, paymentStatus, assignment: 'pending' }, ended)
          const awaits = then === 'pending' || then === 'confirmed'
          expect([status, awaits]).toEqual([status, mayBeAssigned({ status, paymentStatus: 'paid' })])
          if (status !== 'processing') expect(then).toBe(status)
        }
      }
      expect(orderStatusAfter(paid('processing', 'pending'), ended)).toBe('confirmed')
      const unpaid = { ...paid('processing', 'pending'), paymentStatus: 'pending' } as const
      expect(orderStatusAfter(unpaid, ended)).toBe('pending')
    },
  )

  test('other shop order statuses leave the order unchanged', () => {
    for (const status of ORDER_STATUSES) {
      for (const to of SHOP_ORDER_STATUSES) {
        if (to === 'delivered' || to === 'rejected') continue
        expect(orderStatusAfter(paid(status, 'pending'), to)).toBe(status)
      }
    }
  })
})

describe('emails that are not sent yet', () => {
  test.each<[OrderStatus, AssignmentState, string]>([
    ['confirmed', 'pending', 'florist-cancelled order-cancelled order-delivered order-accepted'],
    [
      'confirmed',
      'rejected',
      'florist-reopened florist-cancelled order-cancelled order-delivered order-accepted',
    ],
    ['confirmed', 'ready', 'florist-cancelled order-cancelled order-delivered'],
    ['confirmed', 'delivered', 'florist-reopened florist-cancelled order-cancelled'],
    ['completed', 'none', 'florist-reopened florist-cancelled order-cancelled'],
    ['cancelled', 'none', 'florist-reopened'],
    ['cancelled', 'confirmed', 'florist-reopened'],
  ])('%s, at the shop %s: these are wrong', (status, assignment, wrong) => {
    expect(messagesMadeWrong(paid(status, assignment)).join(' ')).toBe(wrong)
  })

  test('a refunded order keeps what tells its florist to stop', () => {
    const refunded = { ...paid('confirmed', 'confirmed'), paymentStatus: 'refunded' } as const
    expect(messagesMadeWrong(refunded)).toEqual(['florist-reopened', 'order-cancelled', 'order-delivered'])
  })

  test.each<[OrderStatus, AssignmentState, StatusMessage[]]>([
    ['confirmed', 'none', []],
    ['confirmed', 'processing', ['order-accepted']],
    ['confirmed', 'delivered', ['order-accepted', 'order-delivered']],
    ['completed', 'none', ['order-accepted', 'order-delivered']],
    ['cancelled', 'delivered', ['order-cancelled']],
  ])('%s, at the shop %s: %j may be sent', (status, assignment, kinds) => {
    const all = ['order-accepted', 'order-delivered', 'order-cancelled'] as const
    expect(all.filter((kind) => mayBeSent(kind, paid(status, assignment)))).toEqual(kinds)
  })

  test('nothing about a refunded order but what has happened to it', () => {
    const refunded = { ...paid('confirmed', 'ready'), paymentStatus: 'refunded' } as const
    expect(mayBeSent('order-accepted', refunded)).toBe(false)
    expect(mayBeSent('order-delivered', { ...refunded, assignment: 'delivered' })).toBe(true)
  })

  test('no change deletes or withholds the emails that it causes', () => {
    for (const before of states) {
      for (const after of states.filter(({ paymentStatus }) => paymentStatus === before.paymentStatus)) {
        const { buyer, florist } = messagesOnChange(before, after)
        const wrong = messagesMadeWrong(after)
        expect([before, after, wrong.some((kind) => kind === buyer || kind === florist)]).toEqual([
          before,
          after,
          false,
        ])
        if (buyer && before.paymentStatus !== 'refunded')
          expect([before, after, mayBeSent(buyer, after)]).toEqual([before, after, true])
      }
    }
  })
})

describe('what a buyer may change alone', () => {
  const UNACCEPTED: readonly AssignmentState[] = ['none', 'pending', 'rejected', 'withdrawn']

  test.each(states)('$status, $paymentStatus, $assignment', (cell) => {
    const isOpen = ['pending', 'processing', 'confirmed'].includes(cell.status)
    const allowed = isOpen && cell.paymentStatus === 'paid' && UNACCEPTED.includes(cell.assignment)
    expect(buyerMayChange(cell)).toBe(allowed)
  })
})
