import {
  PARTS,
  type Part,
  type PromiseEvent,
  type PromiseState,
  SHOP_ORDER_STATES,
  type StateOf,
} from './states.ts'

// What an event causes beside the new states: messages, and flags for a person.

/** Each message and its reader. */
export const PROMISE_MESSAGES = {
  'order-confirmation': 'buyer',
  'paid-after-cancellation': 'buyer',
  'order-accepted': 'buyer',
  'order-delivered': 'buyer',
  'order-cancelled': 'buyer',
  'order-refunded': 'buyer',
  'promise-choice': 'buyer',
  'choice-answered': 'buyer',
  'choice-closed': 'buyer',
  'order-notice': 'owner',
  'florist-order': 'florist',
  'florist-changed': 'florist',
  'florist-new-time': 'florist',
  'florist-withdrawn': 'florist',
  'florist-cancelled': 'florist',
  'florist-reopened': 'florist',
} as const

export type PromiseMessage = keyof typeof PROMISE_MESSAGES
type PromiseFlag = 'needs_refund' | 'over_capacity' | 'rebuilt'

/** The states before the event in which something is caused; a part that is not named may be in any. */
type When = { readonly [P in Part]?: readonly StateOf<P>[] }

export type Effect = { when?: When } & (
  | { send: PromiseMessage }
  | { flag: PromiseFlag }
  | { resolve: PromiseFlag }
)

/** The florist has the order to make. */
const AT_WORK = ['asked', 'accepted', 'ready'] as const
const WITH_MONEY = ['paid', 'delivered'] as const

const PAID: readonly Effect[] = [{ send: 'order-confirmation' }, { send: 'order-notice' }]
const REOPENED: Effect = { send: 'florist-reopened', when: { shopOrder: AT_WORK } }
/** Its florist had delivered it before it was called off. */
const REOPENED_DELIVERED: Effect = { send: 'order-delivered', when: { shopOrder: ['delivered'] } }
const UNDELIVERED = SHOP_ORDER_STATES.filter((state) => state !== 'delivered')
const CLOSES_CHOICE: Effect = { send: 'choice-closed', when: { choice: ['offered'] } }
const WITHDRAWS: Effect = { send: 'florist-withdrawn', when: { shopOrder: AT_WORK } }
/** Nobody has to make it any more. */
const OVER: Effect = { resolve: 'over_capacity', when: { place: ['over'] } }
const ENDED: readonly Effect[] = [{ send: 'order-cancelled' }, WITHDRAWS, OVER]

/** What each event causes, in the order in which it is written. */
export const EFFECTS: Readonly<Record<PromiseEvent, readonly Effect[]>> = {
  placed: [],
  rebuilt: [{ flag: 'rebuilt' }],
  replaced: [OVER],
  session_ended: [OVER],
  paid: PAID,
  paid_without_room: [...PAID, { flag: 'over_capacity' }],
  paid_after_cancellation: [
    { send: 'paid-after-cancellation' },
    { send: 'order-notice' },
    { flag: 'needs_refund' },
  ],
  cancelled_by_admin: [
    { send: 'order-cancelled', when: { order: WITH_MONEY } },
    { send: 'florist-cancelled', when: { order: ['unpaid', 'paid'], shopOrder: AT_WORK } },
    { flag: 'needs_refund', when: { order: WITH_MONEY } },
    OVER,
  ],
  reopened_unpaid: [REOPENED],
  reopened_unpaid_without_room: [REOPENED, { flag: 'over_capacity' }],
  reopened: [REOPENED, REOPENED_DELIVERED, { resolve: 'needs_refund' }],
  reopened_without_room: [
    REOPENED,
    REOPENED_DELIVERED,
    { resolve: 'needs_refund' },
    { flag: 'over_capacity' },
  ],
  over_capacity_resolved: [{ resolve: 'over_capacity' }],
  over_capacity_resolved_unpaid: [{ resolve: 'over_capacity' }],
  deleted: [],
  asked: [{ send: 'florist-order' }],
  accepted: [{ send: 'order-accepted', when: { order: ['paid'] } }, CLOSES_CHOICE],
  declined: [],
  silent: [{ send: 'florist-withdrawn' }],
  withdrawn: [{ send: 'florist-withdrawn' }],
  ready: [CLOSES_CHOICE],
  late: [],
  delivered: [{ send: 'order-delivered', when: { order: ['paid'] } }],
  delivered_by_admin: [{ send: 'order-delivered', when: { order: ['paid'], shopOrder: UNDELIVERED } }],
  delivery_undone: [REOPENED],
  shop_delivery_undone: [{ send: 'florist-reopened', when: { order: ['unpaid', 'paid', 'delivered'] } }],
  danger: [],
  choice_offered: [{ send: 'promise-choice' }],
  chose_wait: [{ send: 'choice-answered' }, { send: 'florist-new-time', when: { shopOrder: AT_WORK } }, OVER],
  chose_day: [{ send: 'choice-answered' }, WITHDRAWS, OVER],
  chose_cancel: ENDED,
  choice_expired: ENDED,
  cancelled_by_buyer: ENDED,
  changed_by_buyer: [{ send: 'florist-changed', when: { shopOrder: ['asked'] } }],
  refund_requested: [],
  refunded_in_part: [{ send: 'order-refunded' }],
  refunded_in_full: [
    { send: 'order-refunded' },
    { send: 'florist-cancelled', when: { order: ['paid'], shopOrder: AT_WORK } },
    { resolve: 'needs_refund' },
    OVER,
  ],
  refund_failed: [{ flag: 'needs_refund' }],
  refund_returned_cancelled: [{ flag: 'needs_refund' }],
  refund_returned: [{ flag: 'needs_refund' }],
}

/** What an event causes in this state, which is the one before it. */
export function effectsOf(event: PromiseEvent, before: PromiseState): Effect[] {
  return EFFECTS[event].filter(({ when = {} }) =>
    (Object.keys(PARTS) as Part[]).every((part) => {
      const states: readonly string[] | undefined = when[part]
      return states?.includes(before[part]) ?? true
    }),
  )
}
