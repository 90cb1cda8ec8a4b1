// What an order's promise is made of. Each part has states of its own; an event moves some of them together.
// The tables of this folder are a model for tests and docs/promises.md. What runs is domain/broken-promise.ts and
// domain/fulfilment.ts, with the conditions in the queries.

/**
 * The order and its payment. `unpaid`: not paid, and not called off, whatever else an admin set. `closed`: its session ended.
 * `void`: called off before it was paid, by an admin or by a changed form.
 */
export const ORDER_STATES = [
  'absent',
  'unpaid',
  'closed',
  'void',
  'paid',
  'delivered',
  'cancelled',
  'refunded',
] as const

/** The latest shop order. `silent`: rejected by the system, because nobody answered in time. */
export const SHOP_ORDER_STATES = [
  'none',
  'asked',
  'accepted',
  'ready',
  'delivered',
  'declined',
  'silent',
  'withdrawn',
] as const

/** The place that the order takes of what its market can deliver. `over`: there was no room, and somebody has to look at it. */
export const PLACE_STATES = ['none', 'held', 'final', 'over'] as const

/** Whether the promise is in danger, and whether the buyer was asked. `ended`: the choice ended the order. */
export const CHOICE_STATES = ['none', 'danger', 'offered', 'ended'] as const

/** The buyer's money on its way back. `part` and `full`: that much has arrived. */
export const REFUND_STATES = ['none', 'requested', 'part', 'full', 'failed'] as const

export const PARTS = {
  order: ORDER_STATES,
  shopOrder: SHOP_ORDER_STATES,
  place: PLACE_STATES,
  choice: CHOICE_STATES,
  refund: REFUND_STATES,
} as const

export type Part = keyof typeof PARTS
export type StateOf<P extends Part> = (typeof PARTS)[P][number]
export type PromiseState = { [P in Part]: StateOf<P> }

export const PROMISE_EVENTS = [
  'placed',
  'rebuilt',
  'replaced',
  'session_ended',
  'paid',
  'paid_without_room',
  'paid_after_cancellation',
  'cancelled_by_admin',
  'reopened_unpaid',
  'reopened_unpaid_without_room',
  'reopened',
  'reopened_without_room',
  'over_capacity_resolved',
  'over_capacity_resolved_unpaid',
  'deleted',
  'asked',
  'accepted',
  'declined',
  'silent',
  'withdrawn',
  'ready',
  'late',
  'delivered',
  'delivered_by_admin',
  'delivery_undone',
  'shop_delivery_undone',
  'danger',
  'choice_offered',
  'chose_wait',
  'chose_day',
  'chose_cancel',
  'choice_expired',
  'cancelled_by_buyer',
  'changed_by_buyer',
  'refund_requested',
  'refunded_in_part',
  'refunded_in_full',
  'refund_failed',
  'refund_returned_cancelled',
  'refund_returned',
] as const

export type PromiseEvent = (typeof PROMISE_EVENTS)[number]

/** What each event is, in words. */
export const EVENT_MEANINGS: Readonly<Record<PromiseEvent, string>> = {
  placed: 'the form was sent and there was room; without room nothing is written',
  rebuilt: 'a paid session without an order: it is stored again, settling it is the next event',
  replaced: 'the same form was sent with other content: its new order has the place',
  session_ended:
    'the provider says that the session expired or its payment failed, or no session was ever opened',
  paid: 'the provider reports the payment, and the place is held or there is room where the order falls now',
  paid_without_room: 'the same, but the place was given back and there is no room where the order falls now',
  paid_after_cancellation: 'the payment of an order that an admin or a changed form had called off',
  cancelled_by_admin: 'the status was set to cancelled',
  reopened_unpaid: 'a cancelled order that nobody paid for was set back, and there is room',
  reopened_unpaid_without_room: 'the same, but there is no room',
  reopened: 'a cancelled, paid order was set back, and there is room',
  reopened_without_room: 'the same, but there is no room',
  over_capacity_resolved: 'an admin looked at `over_capacity` and found a florist who makes it',
  over_capacity_resolved_unpaid: 'the same of an order that nobody has paid for yet',
  deleted: 'the order was deleted',
  asked: 'a shop was asked, by an admin or by the system',
  accepted:
    'the shop accepted, or an admin answered for it; after silence, as long as nobody else has the order',
  declined: 'the shop declined, or an admin answered for it',
  silent: 'the deadline passed without an answer',
  withdrawn: 'the order was taken back from the shop',
  ready: 'the flowers are ready',
  late: 'the florist says `I will be late`, with a new time',
  delivered: 'the florist says that the flowers are there, or an admin sets the shop order so',
  delivered_by_admin: 'the order’s own status was set to delivered or completed',
  delivery_undone: 'the order’s own status was set back from delivered or completed',
  shop_delivery_undone: 'an admin set the shop order back from delivered, here to ready',
  danger:
    'no shop is left to ask, or the time left is too short and nobody has accepted, or there was no room',
  choice_offered: 'the owner, or the system after the market’s minutes, asks the buyer',
  chose_wait: 'the buyer waits for the time that a florist or the owner gave',
  chose_day: 'the buyer takes another day on which there is room',
  chose_cancel: 'the buyer cancels',
  choice_expired: 'no answer within the market’s hours, and the order is still in danger',
  cancelled_by_buyer: 'the buyer cancels on the manage page',
  changed_by_buyer: 'the buyer changes card text, instructions, recipient or address',
  refund_requested: 'a refund was stored and the provider is asked',
  refunded_in_part: 'a refund went through, and some of the money is left',
  refunded_in_full: 'a refund went through, and nothing is left',
  refund_failed: 'the provider or the bank refused a refund',
  refund_returned_cancelled: 'the bank sent a refund of a cancelled order back',
  refund_returned: 'the bank sent a refund of an order back that was not cancelled',
}
