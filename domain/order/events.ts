// An order's life: one row an event. The row says in which states of the six parts it can happen and what it makes
// of them, and which messages and flags it causes. A part that is not named stays as it is, whatever it is; a state that is
// not named refuses the event: then nothing of the whole changes. docs/promises.md is printed from this table.
// The decisions beside this file take what an event causes from its row; `placed` and `rebuilt` are written by api/checkout and
// api/orders/rebuild.ts. People who run the shop may set any status: what they do beyond the cells causes the same messages and flags.

/**
 * The order and its payment. `unpaid`: not paid, and not called off, whatever else an admin set. `lapsed`: nobody paid, and its
 * session ended. `called_off`: by an admin or a changed form, before it was paid.
 */
export const ORDER_STATES = [
  'absent',
  'unpaid',
  'lapsed',
  'called_off',
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

/** The promise: it is in danger, its buyer was asked, or the choice ended the order. */
export const CHOICE_STATES = ['none', 'danger', 'offered', 'ended'] as const

/** The flowers that a florist puts in instead of those that are missing: `asked` while their buyer is asked about them. */
export const SUBSTITUTION_STATES = ['none', 'asked'] as const

/** The buyer's money on its way back. `part` and `full`: that much has arrived. */
export const REFUND_STATES = ['none', 'requested', 'part', 'full', 'failed'] as const

export const PARTS = {
  order: ORDER_STATES,
  shopOrder: SHOP_ORDER_STATES,
  place: PLACE_STATES,
  choice: CHOICE_STATES,
  substitution: SUBSTITUTION_STATES,
  refund: REFUND_STATES,
} as const

export type Part = keyof typeof PARTS
export type StateOf<P extends Part> = (typeof PARTS)[P][number]
export type OrderParts = { [P in Part]: StateOf<P> }

/**
 * Each message, its reader, and what it is about: a message is written once for each of that. `change`: each time that it is
 * caused.
 */
export const MESSAGES = {
  'order-confirmation': { to: 'buyer', about: 'order' },
  'paid-after-cancellation': { to: 'buyer', about: 'order' },
  'order-accepted': { to: 'buyer', about: 'order' },
  'order-delivered': { to: 'buyer', about: 'order' },
  'delivery-missed': { to: 'buyer', about: 'attempt' },
  'order-cancelled': { to: 'buyer', about: 'order' },
  'order-refunded': { to: 'buyer', about: 'refund' },
  'promise-choice': { to: 'buyer', about: 'choice', names: 'choice' },
  'choice-answered': { to: 'buyer', about: 'choice', names: 'choice' },
  'choice-closed': { to: 'buyer', about: 'choice', names: 'choice' },
  'substitution-question': { to: 'buyer', about: 'substitution', names: 'substitution' },
  'order-substituted': { to: 'buyer', about: 'substitution', names: 'substitution' },
  'substitution-closed': { to: 'buyer', about: 'substitution', names: 'substitution' },
  'order-notice': { to: 'owner', about: 'order' },
  'florist-order': { to: 'florist', about: 'link', names: 'link' },
  'florist-changed': { to: 'florist', about: 'change', names: 'link' },
  'florist-new-time': { to: 'florist', about: 'choice', names: 'link' },
  'florist-substitution': { to: 'florist', about: 'substitution', names: 'link' },
  'florist-withdrawn': { to: 'florist', about: 'shop order', names: 'shop order' },
  'florist-cancelled': { to: 'florist', about: 'change' },
  'florist-reopened': { to: 'florist', about: 'change', names: 'link' },
} as const satisfies Record<string, MessageRule>

/** The flags that a person has to look at. Those that are about money which may not be ours say why their order is not deleted. */
const ORDER_FLAGS = {
  needs_refund: { undeletable: 'This order still needs a refund.' },
  amount_mismatch: { undeletable: 'The amount paid doesn’t match the total. Settle that first.' },
  rebuilt: {},
  stray_payment: { undeletable: 'It was paid twice. Settle that first.' },
  disputed: { undeletable: 'The payment is disputed. Wait until that is over.' },
  paid_while_paused: {},
  over_capacity: {},
  nobody_there: {},
}
export type OrderFlag = keyof typeof ORDER_FLAGS
export const FLAGS: Readonly<Record<OrderFlag, { undeletable?: string }>> = ORDER_FLAGS

/** Why an order needs a refund although it was not cancelled; stays until the refund is done. */
export const REFUND_CAME_BACK = 'A refund did not go through'

type MessageRule = {
  to: 'buyer' | 'owner' | 'florist'
  about: 'order' | 'refund' | 'choice' | 'substitution' | 'attempt' | 'link' | 'shop order' | 'change'
  /** Its payload names this one by its id. */
  names?: 'choice' | 'substitution' | 'link' | 'shop order'
}

export type EventMessage = keyof typeof MESSAGES
/** The messages to one reader. */
export type MessageTo<Reader extends MessageRule['to']> = {
  [Kind in EventMessage]: (typeof MESSAGES)[Kind]['to'] extends Reader ? Kind : never
}[EventMessage]

export function messagesTo<Reader extends MessageRule['to']>(reader: Reader): MessageTo<Reader>[] {
  const isTo = (kind: EventMessage): kind is MessageTo<Reader> => MESSAGES[kind].to === reader
  return (Object.keys(MESSAGES) as EventMessage[]).filter(isTo)
}

/** To the buyer: what happens to their order, and the links that they asked for, which no event causes. */
export const BUYER_MESSAGES = [...messagesTo('buyer'), 'order-links'] as const

/** The states before the event in which something is caused; a part that is not named may be in any. */
type When = { readonly [P in Part]?: readonly StateOf<P>[] }

export type Effect = { when?: When } & (
  | { send: EventMessage }
  | { flag: OrderFlag }
  | { resolve: OrderFlag }
  | { byStatus: true }
)

/** The event happens, and this part stays as it is. */
const _ = 'stays'

type Row = {
  meaning: string
  effects: readonly Effect[]
} & { readonly [P in Part]?: { readonly [S in StateOf<P>]?: StateOf<P> | typeof _ } }

const send = (message: EventMessage, when: When = {}): Effect => ({ send: message, when })
const flag = (kind: OrderFlag, when: When = {}): Effect => ({ flag: kind, when })
const resolve = (kind: OrderFlag, when: When = {}): Effect => ({ resolve: kind, when })

/** The florist has the order to make. */
const AT_WORK = ['asked', 'accepted', 'ready'] as const
/** Nobody has to make it any more. */
const NO_LONGER_OVER = resolve('over_capacity', { place: ['over'] })
/** The flowers are still to be delivered. */
const MISSED: When = { order: ['unpaid', 'paid'], shopOrder: AT_WORK }
/** Nobody has to look at the last attempt any more. */
const NOT_MISSED = resolve('nobody_there')
/** A buyer who was asked about other flowers hears that there is nothing to answer any more. */
const NO_QUESTION = send('substitution-closed', { substitution: ['asked'] })
const ENDED = [
  send('florist-withdrawn', { shopOrder: AT_WORK }),
  NO_LONGER_OVER,
  NOT_MISSED,
  send('order-cancelled'),
]
/** The florist keeps the link, and reads there not to make it. */
const ENDED_AT_FLORIST = [send('florist-cancelled'), NO_LONGER_OVER, NOT_MISSED, send('order-cancelled')]
/**
 * Says, for docs/promises.md and the tests, that emails about the status may go; it causes none. The two commands that set a status
 * (status.ts) send those that `messagesOnChange` finds in the table of fulfilment.ts.
 */
const BY_STATUS: Effect = { byStatus: true }

// biome-ignore format: a table
export const EVENTS = {
  placed: {
    meaning: 'the form was sent and there was room; without room nothing is written',
    order: { absent: 'unpaid' },
    shopOrder: { none: _ },
    place: { none: 'held' },
    effects: [],
  },
  rebuilt: {
    meaning: 'a paid session without an order: it is stored again, settling it is the next event',
    order: { absent: 'unpaid' },
    shopOrder: { none: _ },
    place: { none: 'held' },
    effects: [flag('rebuilt')],
  },
  replaced: {
    meaning: 'the same form was sent with other content: its new order has the place',
    order: { unpaid: 'called_off' },
    place: { held: 'none', over: 'none' },
    effects: [NO_LONGER_OVER, NOT_MISSED],
  },
  session_ended: {
    meaning: 'the provider says that the session expired or its payment failed, or no session was ever opened',
    order: { unpaid: 'lapsed' },
    place: { held: 'none', over: 'none' },
    effects: [NO_LONGER_OVER, NOT_MISSED],
  },
  paid: {
    meaning: 'the provider reports the payment, and the place is held or there is room where the order falls now',
    order: { unpaid: 'paid', lapsed: 'paid' },
    place: { none: 'final', held: 'final', over: _ },
    effects: [send('order-confirmation'), send('order-notice')],
  },
  paid_without_room: {
    meaning: 'the same, but the place was given back and there is no room where the order falls now',
    order: { lapsed: 'paid' },
    place: { none: 'over' },
    effects: [send('order-confirmation'), send('order-notice'), flag('over_capacity')],
  },
  paid_after_cancellation: {
    meaning: 'the payment of an order that an admin or a changed form had called off',
    order: { called_off: 'cancelled' },
    place: { none: _ },
    effects: [send('paid-after-cancellation'), send('order-notice'), flag('needs_refund')],
  },
  cancelled_by_admin: {
    meaning: 'the status was set to cancelled',
    order: { unpaid: 'called_off', paid: 'cancelled', delivered: 'cancelled' },
    place: { held: 'none', final: 'none', over: 'none' },
    choice: { none: _, danger: 'none', offered: 'none' },
    substitution: { none: _, asked: 'none' },
    effects: [BY_STATUS, flag('needs_refund', { order: ['paid','delivered'] }), NO_LONGER_OVER, NOT_MISSED],
  },
  reopened_unpaid: {
    meaning: 'a cancelled order that nobody paid for was set back, and there is room',
    order: { lapsed: 'unpaid', called_off: 'unpaid' },
    place: { none: 'held' },
    effects: [BY_STATUS],
  },
  reopened_unpaid_without_room: {
    meaning: 'the same, but there is no room',
    order: { lapsed: 'unpaid', called_off: 'unpaid' },
    place: { none: 'over' },
    effects: [BY_STATUS, flag('over_capacity')],
  },
  reopened: {
    meaning: 'a cancelled, paid order was set back, and there is room',
    order: { cancelled: 'paid' },
    place: { none: 'final' },
    choice: { none: _, ended: 'none' },
    effects: [BY_STATUS, resolve('needs_refund')],
  },
  reopened_without_room: {
    meaning: 'the same, but there is no room',
    order: { cancelled: 'paid' },
    place: { none: 'over' },
    choice: { none: _, ended: 'none' },
    effects: [BY_STATUS, resolve('needs_refund'), flag('over_capacity')],
  },
  over_capacity_resolved: {
    meaning: 'an admin looked at `over_capacity` and found a florist who makes it',
    order: { paid: _, delivered: _ },
    place: { over: 'final' },
    effects: [resolve('over_capacity')],
  },
  over_capacity_resolved_unpaid: {
    meaning: 'the same of an order that nobody has paid for yet',
    order: { unpaid: _ },
    place: { over: 'held' },
    effects: [resolve('over_capacity')],
  },
  deleted: {
    meaning: 'the order was deleted',
    order: { unpaid: 'absent', lapsed: 'absent', called_off: 'absent', cancelled: 'absent', refunded: 'absent' },
    shopOrder: { none: _, declined: 'none', silent: 'none', withdrawn: 'none' },
    place: { none: _, held: 'none', over: 'none' },
    choice: { none: _, ended: 'none' },
    refund: { none: _, part: 'none', full: 'none', failed: 'none' },
    effects: [],
  },
  asked: {
    meaning: 'a shop was asked, by an admin or by the system',
    order: { unpaid: _, paid: _ },
    shopOrder: { none: 'asked', declined: 'asked', silent: 'asked', withdrawn: 'asked' },
    effects: [send('florist-order')],
  },
  accepted: {
    meaning: 'the shop accepted, or an admin answered for it; after silence, as long as nobody else has the order',
    order: { unpaid: _, paid: _ },
    shopOrder: { asked: 'accepted', silent: 'accepted' },
    choice: { none: _, danger: 'none', offered: 'none' },
    effects: [BY_STATUS, send('choice-closed', { choice: ['offered'] })],
  },
  // The next step depends on what this has led to: `carryOnAfterNo` in api/shop-orders/ask-next.ts, at once after a florist's no.
  // After an admin's no, `changeShopOrderStatus` asks the next one, and the job of every minute finds the danger.
  declined: {
    meaning: 'the shop declined, or an admin answered for it; the next one is asked, the promise is in danger, or the order waits for a person',
    order: { unpaid: _, paid: _ },
    shopOrder: { asked: 'declined', accepted: 'declined' },
    substitution: { none: _, asked: 'none' },
    effects: [NO_QUESTION],
  },
  silent: {
    meaning: 'the deadline passed without an answer',
    order: { paid: _ },
    shopOrder: { asked: 'silent' },
    effects: [send('florist-withdrawn')],
  },
  withdrawn: {
    meaning: 'the order was taken back from the shop',
    order: { unpaid: _, lapsed: _, called_off: _, paid: _, delivered: _, cancelled: _, refunded: _ },
    shopOrder: { asked: 'withdrawn', accepted: 'withdrawn', ready: 'withdrawn' },
    substitution: { none: _, asked: 'none' },
    effects: [send('florist-withdrawn'), NO_QUESTION],
  },
  ready: {
    meaning: 'the flowers are ready',
    order: { unpaid: _, paid: _ },
    shopOrder: { accepted: 'ready' },
    choice: { none: _, danger: 'none', offered: 'none' },
    substitution: { none: _ },
    effects: [send('choice-closed', { choice: ['offered'] }), NO_QUESTION],
  },
  late: {
    meaning: 'the florist says `I will be late`, with a new time',
    order: { paid: _ },
    shopOrder: { accepted: _, ready: _ },
    choice: { none: 'danger', danger: _, offered: _ },
    effects: [],
  },
  // The florist's page says which of the three it will be before it is confirmed.
  substituted: {
    meaning: 'a florist misses a flower and puts another one in: its buyer left that to the florist, or there is no time to ask',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { none: _ },
    effects: [send('order-substituted')],
  },
  substitution_asked: {
    meaning: 'a florist misses a flower, and its buyer, who wants to be asked, is',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { none: 'asked' },
    effects: [send('substitution-question')],
  },
  substitution_refunded: {
    meaning: 'a florist misses a flower, and its buyer wants a refund then',
    order: { paid: 'cancelled' },
    shopOrder: { accepted: 'withdrawn' },
    place: { final: 'none', over: 'none' },
    choice: { none: _, danger: 'none', offered: 'none' },
    substitution: { none: _ },
    refund: { none: 'requested', requested: _, part: 'requested', failed: 'requested' },
    effects: ENDED_AT_FLORIST,
  },
  substitution_agreed: {
    meaning: 'the buyer says yes to the other flowers',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { asked: 'none' },
    effects: [send('florist-substitution')],
  },
  substitution_declined: {
    meaning: 'the buyer says no to the other flowers',
    order: { paid: 'cancelled' },
    shopOrder: { accepted: 'withdrawn' },
    place: { final: 'none', over: 'none' },
    choice: { none: _, danger: 'none', offered: 'none' },
    substitution: { asked: 'none' },
    refund: { none: 'requested', requested: _, part: 'requested', failed: 'requested' },
    effects: ENDED_AT_FLORIST,
  },
  substitution_silent: {
    meaning: 'the buyer did not answer in time: the florist chooses',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { asked: 'none' },
    effects: [send('florist-substitution'), send('order-substituted')],
  },
  flowers_found: {
    meaning: 'the florist has found the flowers after all',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { asked: 'none' },
    effects: [send('substitution-closed')],
  },
  delivered: {
    meaning: 'the florist says that the flowers are there, or an admin sets the shop order so',
    order: { unpaid: _, paid: 'delivered' },
    shopOrder: { accepted: 'delivered', ready: 'delivered' },
    choice: { none: _, danger: 'none', offered: 'none' },
    substitution: { none: _, asked: 'none' },
    effects: [BY_STATUS, NOT_MISSED],
  },
  delivered_by_admin: {
    meaning: 'the order’s own status was set to delivered or completed',
    order: { unpaid: _, paid: 'delivered' },
    choice: { none: _, danger: 'none', offered: 'none' },
    substitution: { none: _, asked: 'none' },
    effects: [BY_STATUS, NOT_MISSED],
  },
  delivery_undone: {
    meaning: 'the order’s own status was set back from delivered or completed',
    order: { delivered: 'paid' },
    effects: [BY_STATUS],
  },
  shop_delivery_undone: {
    meaning: 'an admin set the shop order back from delivered, here to ready',
    order: { unpaid: _, lapsed: _, called_off: _, paid: _, delivered: 'paid', cancelled: _, refunded: _ },
    shopOrder: { delivered: 'ready' },
    effects: [BY_STATUS],
  },
  nobody_there: {
    meaning: 'the florist, or an admin for them, says that nobody was there; another attempt that failed is this once more',
    order: { unpaid: _, paid: _ },
    shopOrder: { accepted: _, ready: _ },
    effects: [NOT_MISSED, send('delivery-missed', { ...MISSED, order: ['paid'] }), flag('nobody_there', MISSED)],
  },
  attempt_recorded: {
    meaning: 'an admin records who took the flowers, and leaves the status as it is; with it, `delivered` follows',
    order: { unpaid: _, lapsed: _, called_off: _, paid: _, delivered: _, cancelled: _, refunded: _ },
    shopOrder: { asked: _, accepted: _, ready: _, delivered: _ },
    effects: [NOT_MISSED],
  },
  attempt_corrected: {
    meaning: 'an admin corrects the last attempt: somebody took the flowers',
    order: { unpaid: _, lapsed: _, called_off: _, paid: _, delivered: _, cancelled: _, refunded: _ },
    shopOrder: { asked: _, accepted: _, ready: _, delivered: _, declined: _, silent: _, withdrawn: _ },
    effects: [NOT_MISSED],
  },
  attempt_corrected_to_nobody: {
    meaning: 'an admin corrects the last attempt: nobody was there, or the next step is another',
    order: { unpaid: _, lapsed: _, called_off: _, paid: _, delivered: _, cancelled: _, refunded: _ },
    shopOrder: { asked: _, accepted: _, ready: _, delivered: _, declined: _, silent: _, withdrawn: _ },
    effects: [NOT_MISSED, flag('nobody_there', MISSED)],
  },
  danger: {
    meaning: 'no shop is left to ask, or the time left is too short and nobody has accepted, or there was no room',
    order: { paid: _ },
    shopOrder: { none: _, asked: _, declined: _, silent: _, withdrawn: _ },
    choice: { none: 'danger' },
    effects: [],
  },
  choice_offered: {
    meaning: 'the owner, or the system after the market’s minutes, asks the buyer',
    order: { paid: _ },
    shopOrder: { none: _, asked: _, accepted: _, ready: _, declined: _, silent: _, withdrawn: _ },
    choice: { danger: 'offered' },
    effects: [send('promise-choice')],
  },
  chose_wait: {
    meaning: 'the buyer waits for the time that a florist or the owner gave',
    order: { paid: _ },
    shopOrder: { none: _, asked: _, accepted: _, ready: _, declined: _, silent: _, withdrawn: _ },
    place: { none: _, held: _, final: _, over: 'final' },
    choice: { offered: 'none' },
    effects: [send('choice-answered'), send('florist-new-time', { shopOrder: AT_WORK }), NO_LONGER_OVER],
  },
  chose_day: {
    meaning: 'the buyer takes another day on which there is room',
    order: { paid: _ },
    shopOrder: { none: _, asked: 'withdrawn', accepted: 'withdrawn', declined: _, silent: _, withdrawn: _ },
    place: { final: 'final', over: 'final' },
    choice: { offered: 'none' },
    substitution: { none: _, asked: 'none' },
    refund: { none: _, requested: _, part: _, failed: _ },
    effects: [send('choice-answered'), send('florist-withdrawn', { shopOrder: AT_WORK }), NO_LONGER_OVER],
  },
  chose_cancel: {
    meaning: 'the buyer cancels',
    order: { paid: 'cancelled' },
    shopOrder: { none: _, asked: 'withdrawn', accepted: 'withdrawn', ready: 'withdrawn', declined: _, silent: _, withdrawn: _ },
    place: { final: 'none', over: 'none' },
    choice: { offered: 'ended' },
    substitution: { none: _, asked: 'none' },
    refund: { none: 'requested', requested: _, part: 'requested', failed: 'requested' },
    effects: ENDED,
  },
  choice_expired: {
    meaning: 'no answer within the market’s hours, and the order is still in danger',
    order: { paid: 'cancelled' },
    shopOrder: { none: _, asked: 'withdrawn', accepted: 'withdrawn', declined: _, silent: _, withdrawn: _ },
    place: { final: 'none', over: 'none' },
    choice: { offered: 'ended' },
    substitution: { none: _, asked: 'none' },
    refund: { none: 'requested', requested: _, part: 'requested', failed: 'requested' },
    effects: ENDED,
  },
  cancelled_by_buyer: {
    meaning: 'the buyer cancels on the manage page',
    order: { paid: 'cancelled' },
    shopOrder: { none: _, asked: 'withdrawn', declined: _, silent: _, withdrawn: _ },
    place: { final: 'none', over: 'none' },
    choice: { none: _, danger: 'none', offered: 'none' },
    refund: { none: 'requested', requested: _, part: 'requested', failed: 'requested' },
    effects: ENDED,
  },
  changed_by_buyer: {
    meaning: 'the buyer changes card text, instructions, recipient or address',
    order: { paid: _ },
    shopOrder: { none: _, asked: _, declined: _, silent: _, withdrawn: _ },
    effects: [send('florist-changed', { shopOrder: ['asked'] })],
  },
  refund_requested: {
    meaning: 'a refund was stored and the provider is asked',
    order: { paid: _, delivered: _, cancelled: _ },
    refund: { none: 'requested', requested: _, part: 'requested', failed: 'requested' },
    effects: [],
  },
  refunded_in_part: {
    meaning: 'a refund went through, and some of the money is left',
    order: { paid: _, delivered: _, cancelled: _ },
    refund: { none: 'part', requested: 'part', part: _, failed: 'part' },
    effects: [send('order-refunded')],
  },
  refunded_in_full: {
    meaning: 'a refund went through, and nothing is left',
    order: { paid: 'refunded', delivered: 'refunded', cancelled: 'refunded' },
    place: { none: _, held: _, final: 'none', over: 'none' },
    choice: { none: _, danger: 'none', offered: 'none', ended: _ },
    substitution: { none: _, asked: 'none' },
    refund: { none: 'full', requested: 'full', part: 'full', failed: 'full' },
    effects: [send('florist-cancelled', { order: ['paid'],shopOrder: AT_WORK }), resolve('needs_refund'), NO_LONGER_OVER, NOT_MISSED, send('order-refunded')],
  },
  refund_failed: {
    meaning: 'the provider or the bank refused a refund',
    order: { paid: _, delivered: _, cancelled: _ },
    refund: { requested: 'failed' },
    effects: [flag('needs_refund')],
  },
  refund_returned_cancelled: {
    meaning: 'the bank sent a refund of a cancelled order back',
    order: { cancelled: _, refunded: 'cancelled' },
    refund: { part: 'failed', full: 'failed' },
    effects: [flag('needs_refund')],
  },
  refund_returned: {
    meaning: 'the bank sent a refund of an order back that was not cancelled',
    order: { paid: _, delivered: _, refunded: 'paid' },
    place: { none: 'final', final: _, over: _ },
    choice: { none: _, danger: _, offered: _ },
    refund: { part: 'failed', full: 'failed' },
    effects: [flag('needs_refund')],
  },
} as const satisfies Readonly<Record<string, Row>>

export type OrderEvent = keyof typeof EVENTS
export const ORDER_EVENTS = Object.keys(EVENTS) as OrderEvent[]

/** The state that an event makes of one state of a part. */
export function cellOf<P extends Part>(
  part: P,
  event: OrderEvent,
  state: StateOf<P>,
): StateOf<P> | 'stays' | 'refused' {
  const row: Row = EVENTS[event]
  const cells: { readonly [S in StateOf<P>]?: StateOf<P> | 'stays' } | undefined = row[part]
  return cells === undefined ? 'stays' : (cells[state] ?? 'refused')
}

/** The six parts after an event; null when the event cannot happen, or happened before: then nothing changes. */
export function partsAfter(before: OrderParts, event: OrderEvent): OrderParts | null {
  const next = { ...before }
  for (const part of Object.keys(PARTS) as Part[]) {
    const cell = cellOf(part, event, before[part])
    if (cell === 'refused') return null
    if (cell !== 'stays') Object.assign(next, { [part]: cell })
  }
  return next
}

/** The effects of an event in this state, which is the one before it, in the order in which they are written. */
export function effectsOf(event: OrderEvent, before: OrderParts): readonly Effect[] {
  const { effects }: Row = EVENTS[event]
  return effects.filter(({ when = {} }) =>
    (Object.keys(PARTS) as Part[]).every((part) => {
      const states: readonly string[] | undefined = when[part]
      return states?.includes(before[part]) ?? true
    }),
  )
}
