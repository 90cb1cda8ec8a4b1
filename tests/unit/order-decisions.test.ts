import { describe, expect, test } from 'vitest'
import type { Consequence } from '#domain/order/consequences.ts'
import { decide } from '#domain/order/decide.ts'
import { Refused } from '#domain/order/draft.ts'
import {
  type Effect,
  effectsOf,
  ORDER_EVENTS,
  type OrderEvent,
  type OrderParts,
  partsAfter,
} from '#domain/order/events.ts'
import { STATUS_MESSAGES } from '#domain/order/fulfilment.ts'
import { type OrderState, partsOf } from '#domain/order/state.ts'
import type { SubstitutionPreference } from '#domain/order/substitution-preference.ts'
import { AT, type Happening, happeningOf, orderIn, sessionIn } from '#tests/support/order-states.ts'

/** Emails that the status alone decides, by the table of fulfilment.ts. */
const BY_STATUS: readonly string[] = [...STATUS_MESSAGES, 'florist-cancelled', 'florist-reopened']

const NOTHING: OrderParts = {
  order: 'absent',
  shopOrder: 'none',
  place: 'none',
  choice: 'none',
  substitution: 'none',
  refund: 'none',
}

/** Every state that events can lead to. */
function reachable(): OrderParts[] {
  const found = new Map<string, OrderParts>()
  const waiting = [NOTHING]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const key = JSON.stringify(state)
    if (found.has(key)) continue
    found.set(key, state)
    for (const event of ORDER_EVENTS) {
      const next = partsAfter(state, event)
      if (next) waiting.push(next)
    }
  }
  return [...found.values()].filter(({ order }) => order !== 'absent')
}

const states = reachable()

/** @returns null when it was refused, or nothing changed */
function outcome(state: OrderState, { command, by, hasRoom = true }: Happening) {
  try {
    const decided = decide(state, command, AT, by, hasRoom)
    return decided.steps.length === 0 ? null : decided
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Some events are followed by another at once: a payment without room is in danger, and another day gives the fee back. */
const FOLLOWS: Partial<Record<OrderEvent, OrderEvent>> = {
  paid_without_room: 'danger',
  chose_day: 'refund_requested',
}

function afterInTable(before: OrderParts, event: OrderEvent): OrderParts | null {
  const [after, next] = [partsAfter(before, event), FOLLOWS[event]]
  return after && next ? (partsAfter(after, next) ?? after) : after
}

/** The wish of the buyer that leads to an event. */
const PREFERENCES: Partial<Record<OrderEvent, SubstitutionPreference>> = {
  substituted: 'florist',
  substitution_asked: 'ask',
  substitution_refunded: 'refund',
}

/** Commands of people who may do more than the table says: any status may follow any other. */
const FREE: readonly OrderEvent[] = [
  ...(['accepted', 'declined', 'silent', 'ready', 'delivered_by_admin'] as const),
  ...(['delivery_undone', 'shop_delivery_undone', 'cancelled_by_admin', 'reopened'] as const),
  ...(['reopened_unpaid', 'reopened_without_room', 'reopened_unpaid_without_room'] as const),
  ...(['over_capacity_resolved', 'over_capacity_resolved_unpaid'] as const),
  // One command for several events, and what the provider reports in any order.
  ...(['paid', 'paid_without_room', 'paid_after_cancellation', 'session_ended', 'replaced'] as const),
  ...(['refunded_in_part', 'refunded_in_full', 'refund_returned', 'refund_returned_cancelled'] as const),
  ...(['choice_offered'] as const),
]
const decided = ORDER_EVENTS.filter((event) => event !== 'placed' && event !== 'rebuilt')

describe.each(decided)('%s', (event) => {
  const cells = states.flatMap((before) => {
    const state = orderIn(before)
    if (state && event === 'refund_returned_cancelled') state.order.status = 'cancelled'
    if (state) state.order.substitutionPreference = PREFERENCES[event] ?? 'ask'
    const happening = state && happeningOf(event, state)
    return state && happening ? [{ before, state, happening }] : []
  })
  const possible = cells.filter(({ before }) => partsAfter(before, event) !== null)

  test('makes of each state what the table says', () => {
    expect(possible.length).toBeGreaterThan(0)
    const wrong = possible.flatMap(({ before, state, happening }) => {
      const after = outcome(state, happening)?.after
      if (event === 'deleted') return after ? [] : [{ before }]
      const is = after && partsOf(after)
      const expected = afterInTable(before, event)
      return JSON.stringify(is) === JSON.stringify(expected) ? [] : [{ before, is, expected }]
    })
    expect(wrong.slice(0, 2)).toEqual([])
  })

  test('sends and flags what the table says, and nothing else', () => {
    const wrong = possible.flatMap(({ before, state, happening }) => {
      const effects = effectsOf(event, partsOf(state))
      const isOpen = (flag: string) => state.flags.some(({ kind }) => kind === flag)
      const byStatus = effects.some((effect) => 'byStatus' in effect) ? BY_STATUS : []
      const named = (steps: readonly (Effect | Consequence)[]) =>
        steps.flatMap((step) => {
          if ('send' in step) return byStatus.includes(step.send) ? [] : `sends ${step.send}`
          if ('flag' in step) return isOpen(step.flag) ? [] : `flags ${step.flag}`
          return 'resolve' in step && isOpen(step.resolve) ? `resolves ${step.resolve}` : []
        })
      const is = named(outcome(state, happening)?.steps ?? []).sort()
      const expected = named(effects).sort()
      return JSON.stringify(is) === JSON.stringify(expected) ? [] : [{ before, is, expected }]
    })
    expect(wrong.slice(0, 2)).toEqual([])
  })

  test('is refused wherever the table refuses it, unless people may do as they like', () => {
    const beyond = cells.filter(
      ({ before, state, happening }) =>
        partsAfter(before, event) === null && outcome(state, happening) !== null,
    )
    expect(beyond.length > 0, JSON.stringify(beyond[0]?.before)).toBe(FREE.includes(event))
  })
})

describe('a checkout session whose answer got lost', () => {
  const [asked, next] = [
    { ...sessionIn('creating'), sessionId: null, url: null },
    { id: 'session-2', n: 2, params: {}, expiresAt: AT },
  ]
  const opened = { id: asked.id, sessionId: 'cs_9', url: 'https://pay.example.com/cs_9' }
  const by = { actor: 'shopper' } as const
  const all = states.flatMap((before) => {
    const state = orderIn(before)
    return state ? [{ ...state, sessions: [asked] }] : []
  })

  test('is made anew only while the order waits for its payment', () => {
    const renewed = all.filter((state) =>
      outcome(state, { command: { type: 'renew_session', id: asked.id, next }, by }),
    )
    expect(renewed).toEqual(all.filter(({ order }) => order.paymentStatus === 'pending'))
    expect(renewed.length).toBeGreaterThan(0)
  })

  test('is not made anew once nobody is sent to pay by it', () => {
    const stopped = all.map((state) => ({ ...state, sessions: [{ ...asked, stoppedAt: AT }] }))
    const command = { type: 'renew_session', id: asked.id, next } as const
    expect(stopped.filter((state) => outcome(state, { command, by }))).toEqual([])
  })

  test('is the one to pay by only while the order waits for its payment', () => {
    const moved = all.filter((state) => {
      const decided = outcome(state, { command: { type: 'open_session', ...opened }, by })
      return decided?.after.order.checkoutSessionId === opened.sessionId
    })
    expect(moved).toEqual(all.filter(({ order }) => order.paymentStatus === 'pending'))
  })
})
