import { describe, expect, test } from 'vitest'
import { BUYER_STATUS_MESSAGES } from '#domain/order/causes.ts'
import { decide } from '#domain/order/decide.ts'
import {
  ASSIGNMENT_STATES,
  type AssignmentState,
  assignmentState,
  type FloristView,
  fulfilmentOf,
  isAtWork,
  isCancelledOrRefunded,
  mayBeAssigned,
  STATUSES_AT_WORK,
  type TrackingStage,
} from '#domain/order/fulfilment.ts'
import type { OrderState } from '#domain/order/state.ts'
import {
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
  type ShopOrderStatus,
} from '#domain/order-status.ts'
import { AT, orderIn } from '#tests/support/order-states.ts'

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
    expect(isAtWork(florist)).toBe(['asked', 'accepted', 'ready'].includes(florist))
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
    const { version } = paid(from, at).order
    expect(heard(paid(from, at), { type: 'set_status', to, version })).toEqual({ buyer, florist })
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
      const before = paid(status, from)
      const command = { type: 'set_shop_order_status', shopOrderId: 'shop-order-1', reason: null } as const
      const { after } = decide(before, { ...command, to: to as ShopOrderStatus }, AT, ADMIN)
      expect(after.order.status).toBe(then)
      expect(heard(before, { ...command, to: to as ShopOrderStatus })).toEqual({ buyer, florist: null })
    },
  )
})

const ADMIN = { actor: 'admin', actorId: 'admin-1' } as const

const SHOP_ORDER_PARTS = {
  none: 'none',
  pending: 'asked',
  confirmed: 'accepted',
  processing: 'accepted',
  ready: 'ready',
  delivered: 'delivered',
  rejected: 'declined',
  withdrawn: 'withdrawn',
} as const

/** A paid order; whoever makes one that is over was told to stop. */
function paid(status: OrderStatus, assignment: AssignmentState): OrderState {
  const isOpen = ['pending', 'processing', 'confirmed'].includes(status)
  const state = orderIn({
    order: isOpen ? 'paid' : status === 'cancelled' ? 'cancelled' : 'delivered',
    shopOrder: SHOP_ORDER_PARTS[assignment],
    place: status === 'cancelled' ? 'none' : 'taken',
    choice: 'none',
    substitution: 'none',
    attempts: 'none',
    refund: 'none',
  })
  if (!state) throw new Error('There is no such order')
  const shopOrders = state.shopOrders.map((each) =>
    assignment === 'processing' ? { ...each, status: assignment } : each,
  )
  const stopped = state.messages.map((each) => ({ ...each, kind: 'florist-cancelled', dedupeKey: 'stopped' }))
  const messages = isOpen ? state.messages : [...state.messages, ...stopped]
  return { ...state, shopOrders, messages, order: { ...state.order, status } }
}

/** The emails about the status that a command causes. */
function heard(before: OrderState, command: Parameters<typeof decide>[1]) {
  const known = before.messages.map(({ dedupeKey }) => dedupeKey)
  const { messages } = decide(before, command, AT, ADMIN).after
  const sent = messages.filter(({ dedupeKey }) => !known.includes(dedupeKey)).map(({ kind }) => kind)
  const buyer = BUYER_STATUS_MESSAGES.find((kind) => sent.includes(kind)) ?? null
  const florist = sent.find((kind) => kind === 'florist-cancelled' || kind === 'florist-reopened') ?? null
  return { buyer, florist }
}
