import type { Channel } from '#domain/channels.ts'
import { ANY_READER } from '#domain/dates.ts'
import { nextStepText, type Outcome } from '#domain/delivery-attempts.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import type { OrderStatus, ShopOrderPaymentStatus, ShopOrderStatus } from '#domain/order-status.ts'
import type { PhotoStep } from '#domain/photos.ts'
import type { DangerReason } from './broken-promise.ts'
import type { MESSAGES, MessageKind, OrderFlag } from './causes.ts'
import { AT_WORK, type OrderParts, PART_NAMES, type Part, type StateOf, type When } from './parts.ts'
import type { ChoiceOutcome, SubstitutionOutcome } from './questions.ts'
import type { RefusalCode } from './refused.ts'
import type { SubstitutionPreference } from './substitution-preference.ts'

// An order's life: one row an event, which is a fact. Its cells say in which states it can happen and what it makes of them, its
// causes which messages and flags follow. A part that is not named stays as it is, whatever it is; a state that is not named refuses
// the event: then nothing at all changes. `evolve.ts` runs the rows, `may.ts` asks them, the log has their names and data.
// docs/promises.md is printed from here.

/** The event happens, and this part stays as it is. */
const _ = 'stays'

type Cells = { readonly [P in Part]?: { readonly [S in StateOf<P>]?: StateOf<P> | typeof _ } }

/** What a message's subject needs in the data of the event that causes it; the other subjects are found in the order. */
type SubjectData = { refund: { refundId: string }; attempt: { attemptId: string } }

type MessageOf<Data> = {
  [Kind in MessageKind]: (typeof MESSAGES)[Kind]['about'] extends keyof SubjectData
    ? Data extends SubjectData[(typeof MESSAGES)[Kind]['about']]
      ? Kind
      : never
    : Kind
}[MessageKind]

type Condition<Data> = {
  /** The states before the event. */
  when?: When
  if?: (data: Data) => boolean
}
type Send<Data, Kind extends MessageKind = MessageKind> = Condition<Data> & {
  send: Kind
  payload?: (data: Data) => Record<string, unknown>
}
type RaiseFlag<Data> = Condition<Data> & { flag: OrderFlag; detail?: (data: Data) => string | null }

type Row<Data, Sent extends MessageKind = MessageOf<Data>> = Cells & {
  /** What has happened, for docs/promises.md. */
  says: string
  causes?: readonly (Send<Data, Sent> | RaiseFlag<Data>)[]
  /** How an open choice or question ends that the row ends; absent: the order has moved on. */
  closes?: { choice?: ChoiceOutcome; substitution?: SubstitutionOutcome }
  /** The florist's link stays open although the order is taken from the shop: its page says not to make it. */
  keepsLink?: true
  /** It does not happen to a sample. */
  notToSamples?: true
  /** Why it is refused; absent: the order has moved on. */
  refusal?: RefusalCode
}

declare const DATA: unique symbol
type WithData<Data> = { readonly [DATA]?: Data }

/** A row whose event has this data. */
export function event<Data extends object = object>() {
  return <const R extends Row<Data>>(row: R): R & WithData<Data> => row
}

export const send = <Data, const Kind extends MessageKind>(
  kind: Kind,
  when: When = {},
  rest: Omit<Send<Data>, 'send' | 'when'> = {},
): Send<Data, Kind> => ({ send: kind, when, ...rest })

const flag = <Data>(
  kind: OrderFlag,
  when: When = {},
  rest: Omit<RaiseFlag<Data>, 'flag' | 'when'> = {},
): RaiseFlag<Data> => ({ flag: kind, when, ...rest })

export type ByShop = { shopOrderId: string; shopId: string; shop: string }
type Moved<Status> = { from: Status; to: Status }
/** `channel`: the way on which a florist answered; absent: their page. */
type ShopMoved = ByShop & Moved<ShopOrderStatus> & { reason?: string; channel?: Channel }
type Attempted = ByShop & { attemptId: string; timeZone: string } & Outcome
type Corrected = Omit<ByShop, 'shopId'> & {
  attemptId: string
  /** The attempt that it corrects. */
  corrects: string
  timeZone: string
  before: Outcome
  after: Outcome
}
type Flowers = ByShop & { substitutionId: string; missing: string; instead: string }
type Missing = Flowers & { preference: SubstitutionPreference }
/** `needsRefund`: the bank holds the money, so a person has to settle it. */
type Ended = { needsRefund?: boolean }
type Refunded = { source: string; refundId: string; providerRefundId?: string; amountCents: number }
type RefundFailed = Omit<Refunded, 'source'> & { source?: string; failure?: string; isSeen?: boolean }
type Paid = { source: string; sessionId: string; amountCents: number | null; wasPaused?: boolean }
type Misfit = { source: string; sessionId: string; detail: string }
type Disputed = {
  source: string
  disputeId: string
  amountCents: number
  reason: string
  status: DisputeStatus
  /** A person has to look at it. */
  raises?: string
  /** Nobody has to any more. */
  isKept?: boolean
}
type Fields = Readonly<Record<string, { before: string | null; after: string | null }>>

const EXISTS = {
  unpaid: _,
  unpaid_delivered: _,
  lapsed: _,
  called_off: _,
  paid: _,
  delivered: _,
  cancelled: _,
  refunded: _,
} as const
const OPEN = { unpaid: _, paid: _ } as const
const ENDS_CHOICE = { none: _, danger: 'none', asked: 'none' } as const
/** Also of an order that a choice has ended. */
const ENDS_ANY_CHOICE = { ...ENDS_CHOICE, ended: _ } as const
const ENDS_QUESTION = { none: _, asked: 'none' } as const
const LEFT = { none: _, missed: 'none', missed_again: 'none' } as const
/** The place of an order that has one. */
const FREED = { taken: 'none', over: 'none' } as const
const TAKEN_BACK = {
  none: _,
  asked: 'withdrawn',
  declined: _,
  silent: _,
  withdrawn: _,
} as const

/** A buyer who was asked about other flowers learns that they went in: whoever has found the missing ones says so first. */
const WENT_IN = send<object, 'order-substituted'>('order-substituted', { substitution: ['asked'] })
const MADE_AFTER_ALL = send<object, 'choice-closed'>('choice-closed', { choice: ['asked'] })
const NOTHING_TO_ANSWER = send<object, 'substitution-closed'>('substitution-closed', {
  substitution: ['asked'],
})
/** Nobody hears of `processing`. */
const ACCEPTED = send<ShopMoved, 'order-accepted'>(
  'order-accepted',
  { order: ['paid'] },
  { if: ({ to }) => to === 'confirmed' },
)
/** Who carries it says no more before the door. */
const ON_ITS_WAY = send<object, 'text-ready'>('text-ready', { order: ['paid'] })
/** The order is to be made: a florist who was told to stop hears of it. */
const ON_AGAIN = send<object, 'florist-reopened'>('florist-reopened', { shopOrder: AT_WORK })
const SHOP_ON_AGAIN = send<object, 'florist-reopened'>('florist-reopened', {
  order: ['unpaid', 'paid'],
  shopOrder: ['delivered', 'declined', 'silent'],
})
const NEEDS_REFUND = flag<Ended>(
  'needs_refund',
  {},
  { if: ({ needsRefund }) => needsRefund === true, detail: () => 'Cancelled while the payment is disputed' },
)
const CAME_BACK = flag<RefundFailed>(
  'needs_refund',
  {},
  {
    if: ({ isSeen }) => isSeen !== true,
    detail: () => 'A refund did not go through',
  },
)
const RAISES_DISPUTE = flag<Disputed>(
  'disputed',
  {},
  { if: ({ raises }) => raises !== undefined, detail: ({ raises }) => raises ?? null },
)
const NOBODY = { order: ['unpaid', 'paid'], shopOrder: AT_WORK } as const satisfies When
/** Whoever stood at the door had made the flowers. */
const CORRECTED = {
  order: EXISTS,
  shopOrder: { asked: 'ready', accepted: 'ready', ready: _, delivered: _ },
  choice: ENDS_ANY_CHOICE,
  substitution: ENDS_QUESTION,
  closes: { substitution: 'silent' },
} as const
const nextStep = (attempt: Pick<Outcome, 'nextStep' | 'nextAt'>, timeZone: string) =>
  nextStepText(attempt, timeZone, ANY_READER)

export const EVENTS = {
  placed: event<{ totalCents: number; option: string }>()({
    says: 'the form was sent and there was room; without room nothing is written',
    order: { absent: 'unpaid' },
  }),
  sample_created: event()({ says: 'an admin made a sample', order: { absent: 'paid' } }),
  rebuilt: event<{ sessionId: string; placedAt: string }>()({
    says: 'a paid session had no order: it is stored again, settling it is the next event',
    order: { absent: 'unpaid' },
    causes: [flag('rebuilt', {}, { detail: () => 'Rebuilt from the provider’s records' })],
  }),
  checkout_opened: event<{ sessionId: string }>()({ says: 'the provider opened a session', order: EXISTS }),
  checkout_renewed: event()({
    says: 'a session that the provider had not opened was abandoned for another',
    order: { unpaid: _, unpaid_delivered: _ },
    refusal: 'attempt_busy',
  }),
  replaced: event()({
    says: 'the same form was sent with other content: its new order has the place',
    order: { unpaid: 'called_off', unpaid_delivered: 'called_off', called_off: _ },
    place: { none: _, ...FREED },
  }),
  session_ended: event<{ why: UnpaidEnd }>()({
    says: 'the session expired or its payment failed, or no session was ever opened',
    order: { unpaid: 'lapsed', unpaid_delivered: 'lapsed', called_off: _ },
    place: { none: _, ...FREED },
  }),
  paid: event<Paid>()({
    says: 'the provider reports the payment, and the place is taken or there is room where the order falls now',
    order: { unpaid: 'paid', lapsed: 'paid' },
    place: { none: 'taken', taken: _, over: _ },
    causes: [
      send('order-confirmation'),
      send('order-notice'),
      flag('paid_while_paused', {}, { if: ({ wasPaused }) => wasPaused === true }),
    ],
  }),
  paid_without_room: event<Paid>()({
    says: 'the same, but there is no room where the order falls now',
    order: { unpaid: 'paid', lapsed: 'paid' },
    place: { none: 'over', taken: 'over', over: _ },
    causes: [
      send('order-confirmation'),
      send('order-notice'),
      flag('paid_while_paused', {}, { if: ({ wasPaused }) => wasPaused === true }),
    ],
  }),
  paid_after_cancellation: event<Paid>()({
    says: 'the payment of an order that an admin or a changed form had called off',
    order: { called_off: 'cancelled' },
    causes: [
      send('paid-after-cancellation'),
      send('order-notice', {}, { payload: () => ({ needsRefund: true }) }),
      flag('needs_refund', {}, { detail: () => 'Paid after it was cancelled' }),
    ],
  }),
  paid_after_delivery: event<Paid>()({
    says: 'the payment of an order that an admin had set to delivered or completed before it was paid',
    order: { unpaid_delivered: 'delivered' },
    causes: [send('order-confirmation'), send('order-notice')],
  }),
  amount_mismatch: event<Misfit>()({
    says: 'another amount was paid than the order costs',
    order: EXISTS,
    causes: [flag('amount_mismatch', {}, { detail: ({ detail }) => detail })],
  }),
  stray_payment: event<Misfit>()({
    says: 'a session that is not the order’s was paid',
    order: EXISTS,
    causes: [flag('stray_payment', {}, { detail: ({ detail }) => detail })],
  }),

  // An admin may set any status of an order. What that means beyond its word is a row.
  status_set: event<Moved<OrderStatus>>()({
    says: 'an admin set a status that means the same, or that of a refunded order',
    order: { unpaid: _, unpaid_delivered: _, paid: _, delivered: _, refunded: _ },
  }),
  cancelled: event<Moved<OrderStatus>>()({
    says: 'an admin set the status to cancelled',
    order: {
      unpaid: 'called_off',
      unpaid_delivered: 'called_off',
      paid: 'cancelled',
      delivered: 'cancelled',
    },
    place: FREED,
    choice: ENDS_CHOICE,
    substitution: ENDS_QUESTION,
    causes: [
      send('order-cancelled', { order: ['paid', 'delivered'] }),
      send('florist-cancelled', { order: ['unpaid', 'paid'], shopOrder: AT_WORK }),
      flag('needs_refund', { order: ['paid', 'delivered'] }, { detail: () => 'Paid, then cancelled' }),
    ],
  }),
  reopened: event<Moved<OrderStatus>>()({
    says: 'an admin set a cancelled order back, and there is room',
    order: { lapsed: 'unpaid', called_off: 'unpaid', cancelled: 'paid' },
    place: { none: 'taken' },
    choice: { none: _, ended: 'none' },
    causes: [ON_AGAIN, send('order-delivered', { order: ['cancelled'], shopOrder: ['delivered'] })],
  }),
  reopened_without_room: event<Moved<OrderStatus>>()({
    says: 'the same, but there is no room',
    order: { lapsed: 'unpaid', called_off: 'unpaid', cancelled: 'paid' },
    place: { none: 'over' },
    choice: { none: _, ended: 'none' },
    causes: [ON_AGAIN, send('order-delivered', { order: ['cancelled'], shopOrder: ['delivered'] })],
  }),
  delivered_by_admin: event<Moved<OrderStatus>>()({
    says: 'an admin set the status to delivered',
    order: { unpaid: 'unpaid_delivered', paid: 'delivered' },
    choice: ENDS_CHOICE,
    substitution: ENDS_QUESTION,
    closes: { substitution: 'silent' },
    causes: [
      WENT_IN,
      send('order-delivered', {
        order: ['paid'],
        shopOrder: ['none', 'asked', 'accepted', 'ready', 'declined', 'silent', 'withdrawn'],
      }),
    ],
  }),
  completed_by_admin: event<Moved<OrderStatus>>()({
    says: 'an admin set the status to completed, of which nobody hears',
    order: { unpaid: 'unpaid_delivered', paid: 'delivered' },
    choice: ENDS_CHOICE,
    substitution: ENDS_QUESTION,
    closes: { substitution: 'silent' },
    causes: [WENT_IN],
  }),
  delivery_set_back: event<Moved<OrderStatus>>()({
    says: 'an admin set the status back from delivered or completed',
    order: { unpaid_delivered: 'unpaid', delivered: 'paid' },
    causes: [ON_AGAIN],
  }),
  undone: event<{ undoes: string; entries: number }>()({
    says: 'an admin undid the last change while its emails were held: all that it changed is as before',
    order: EXISTS,
  }),

  flag_resolved: event<{ flag: OrderFlag; detail: string | null }>()({
    says: 'an admin looked at what was flagged',
    order: EXISTS,
  }),
  over_capacity_resolved: event<{ flag: OrderFlag; detail: string | null }>()({
    says: 'an admin found a florist who makes an order for which there was no room',
    order: { unpaid: _, unpaid_delivered: _, paid: _, delivered: _ },
    place: { over: 'taken' },
  }),
  deleted: event<{
    status: OrderStatus
    paymentStatus: string
    totalCents: number
    refundedCents: number
  }>()({
    says: 'the order was deleted',
    order: {
      unpaid: 'absent',
      unpaid_delivered: 'absent',
      lapsed: 'absent',
      called_off: 'absent',
      cancelled: 'absent',
      refunded: 'absent',
      // A sample that counts as paid is cancelled first.
    },
    shopOrder: { none: _, declined: 'none', silent: 'none', withdrawn: 'none' },
    refusal: 'order_not_deletable',
  }),

  // The shop that has the order. After a no or silence the next step depends on what that has led to: `carryOnAfterNo` in
  // api/shop-orders/ask-next.ts asks the next shop, or finds the promise in danger; else the order waits for a person.
  assigned: event<
    ByShop & {
      totalCents: number
      shopCostCents: number
      platformFeeCents: number
      answerBy?: string
      timeZone?: string
    }
  >()({
    says: 'a shop was asked, by an admin or by the system',
    order: OPEN,
    shopOrder: { none: 'asked', declined: 'asked', silent: 'asked', withdrawn: 'asked' },
    causes: [send('florist-order')],
    refusal: 'order_over',
  }),
  accepted: event<ShopMoved>()({
    says: 'the shop accepted; after silence, as long as nobody else has the order',
    order: OPEN,
    shopOrder: { asked: 'accepted', silent: 'accepted' },
    choice: ENDS_CHOICE,
    causes: [ACCEPTED, MADE_AFTER_ALL],
    refusal: 'florist_too_late',
  }),
  declined: event<ShopMoved>()({
    says: 'the shop declined',
    order: OPEN,
    shopOrder: { asked: 'declined', accepted: 'declined' },
    substitution: ENDS_QUESTION,
    attempts: { none: _ },
    causes: [NOTHING_TO_ANSWER],
    refusal: 'florist_too_late',
  }),
  unanswered: event<ShopMoved & { answerBy: string | null }>()({
    says: 'the deadline passed without an answer',
    order: { paid: _ },
    shopOrder: { asked: 'silent' },
    attempts: { none: _ },
    causes: [
      send(
        'florist-withdrawn',
        {},
        {
          payload: ({ answerBy }) => (answerBy === null ? {} : { unansweredBy: answerBy }),
        },
      ),
    ],
  }),
  unassigned: event<ByShop & { reassigned?: true; isSameShop?: boolean }>()({
    says: 'the order was taken back from the shop',
    order: EXISTS,
    shopOrder: { asked: 'withdrawn', accepted: 'withdrawn', ready: 'withdrawn' },
    substitution: ENDS_QUESTION,
    attempts: LEFT,
    causes: [
      send('florist-withdrawn', {}, { if: ({ isSameShop }) => isSameShop !== true }),
      NOTHING_TO_ANSWER,
    ],
    refusal: 'shop_order_delivered',
  }),
  ready: event<ShopMoved>()({
    says: 'the flowers are ready',
    order: OPEN,
    shopOrder: { accepted: 'ready' },
    choice: ENDS_CHOICE,
    substitution: { none: _ },
    causes: [ON_ITS_WAY, MADE_AFTER_ALL],
    refusal: 'florist_too_late',
  }),
  delivered: event<ShopMoved>()({
    says: 'the flowers are there, and who has them was said',
    order: { unpaid: 'unpaid_delivered', paid: 'delivered' },
    shopOrder: { accepted: 'delivered', ready: 'delivered' },
    choice: ENDS_CHOICE,
    substitution: ENDS_QUESTION,
    causes: [send('order-delivered', { order: ['paid'] })],
    refusal: 'florist_too_late',
  }),

  // An admin may also set any status of a shop order. What a florist cannot do themselves is a row.
  shop_set_asked: event<ShopMoved>()({
    says: 'an admin set the shop order back to pending: the shop is asked again',
    order: EXISTS,
    shopOrder: { accepted: 'asked', ready: 'asked', delivered: 'asked', declined: 'asked', silent: 'asked' },
    substitution: ENDS_QUESTION,
    // Whatever was carried to the door is gone: the order can be cancelled, or moved to another day.
    attempts: LEFT,
    causes: [SHOP_ON_AGAIN, NOTHING_TO_ANSWER],
  }),
  shop_set_accepted: event<ShopMoved>()({
    says: 'an admin set the shop order to confirmed or processing',
    order: EXISTS,
    shopOrder: {
      asked: 'accepted',
      accepted: _,
      ready: 'accepted',
      delivered: 'accepted',
      declined: 'accepted',
      silent: 'accepted',
    },
    choice: ENDS_ANY_CHOICE,
    causes: [SHOP_ON_AGAIN, ACCEPTED, MADE_AFTER_ALL],
  }),
  shop_set_ready: event<ShopMoved>()({
    says: 'an admin set the shop order to ready',
    order: EXISTS,
    shopOrder: {
      asked: 'ready',
      accepted: 'ready',
      delivered: 'ready',
      declined: 'ready',
      silent: 'ready',
    },
    choice: ENDS_ANY_CHOICE,
    substitution: ENDS_QUESTION,
    closes: { substitution: 'silent' },
    causes: [SHOP_ON_AGAIN, WENT_IN, ON_ITS_WAY, MADE_AFTER_ALL],
  }),
  shop_set_delivered: event<ShopMoved>()({
    says: 'an admin set the shop order to delivered',
    order: { ...EXISTS, unpaid: 'unpaid_delivered', paid: 'delivered' },
    shopOrder: {
      asked: 'delivered',
      accepted: 'delivered',
      ready: 'delivered',
      declined: 'delivered',
      silent: 'delivered',
    },
    choice: ENDS_ANY_CHOICE,
    substitution: ENDS_QUESTION,
    closes: { substitution: 'silent' },
    causes: [WENT_IN, send('order-delivered', { order: ['paid'] })],
  }),
  shop_set_declined: event<ShopMoved>()({
    says: 'an admin set the shop order to rejected',
    order: EXISTS,
    shopOrder: { asked: 'declined', accepted: 'declined', ready: 'declined', delivered: 'declined' },
    substitution: ENDS_QUESTION,
    attempts: LEFT,
    causes: [NOTHING_TO_ANSWER],
  }),

  nobody_there: event<Attempted>()({
    says: 'the florist was at the door with the flowers, and nobody opened; again, if an attempt had failed before',
    order: EXISTS,
    shopOrder: { asked: 'ready', accepted: 'ready', ready: _, delivered: _ },
    choice: ENDS_ANY_CHOICE,
    substitution: ENDS_QUESTION,
    attempts: { none: 'missed', missed: 'missed_again', missed_again: _ },
    closes: { substitution: 'silent' },
    causes: [
      WENT_IN,
      send('delivery-missed', { order: ['paid'], shopOrder: AT_WORK }),
      flag('nobody_there', NOBODY, { detail: (data) => nextStep(data, data.timeZone) }),
    ],
  }),
  handed_over: event<Attempted>()({
    says: 'somebody took the flowers; `delivered` follows, unless an admin says who took them and leaves the status as it is',
    order: EXISTS,
    shopOrder: { asked: 'ready', accepted: 'ready', ready: _, delivered: _ },
    choice: ENDS_ANY_CHOICE,
    substitution: ENDS_QUESTION,
    attempts: LEFT,
    closes: { substitution: 'silent' },
    causes: [WENT_IN],
  }),
  attempt_corrected: event<Corrected>()({
    ...CORRECTED,
    says: 'an admin corrects the last attempt: somebody took the flowers',
    attempts: LEFT,
    causes: [WENT_IN],
  }),
  attempt_corrected_to_nobody: event<Corrected>()({
    ...CORRECTED,
    says: 'an admin corrects the last attempt: nobody was there, or the next step is another',
    attempts: { none: 'missed', missed: _, missed_again: _ },
    causes: [
      WENT_IN,
      flag('nobody_there', NOBODY, { detail: ({ after, timeZone }) => nextStep(after, timeZone) }),
    ],
  }),
  earlier_attempt_corrected: event<Corrected>()({
    says: 'an admin corrects an attempt before the last one',
    order: EXISTS,
  }),

  promise_in_danger: event<{ choiceId: string; reason: DangerReason }>()({
    says: 'no shop is left to ask, or the time left is too short and nobody has accepted, or there was no room',
    order: { paid: _ },
    shopOrder: { none: _, asked: _, declined: _, silent: _, withdrawn: _ },
    choice: { none: 'danger' },
    refusal: 'promise_not_in_danger',
  }),
  florist_late: event<ByShop & { choiceId: string; until: string; timeZone: string }>()({
    says: 'the florist says `I will be late`, with a new time; again, the time is the new one',
    order: { paid: _ },
    shopOrder: { accepted: _, ready: _ },
    choice: { none: 'danger', danger: _, asked: _ },
    attempts: { none: _ },
    notToSamples: true,
    refusal: 'florist_too_late',
  }),
  choice_offered: event<{ choiceId: string; expiresAt: string; waitUntil?: string; timeZone?: string }>()({
    says: 'the owner, or the system after the market’s minutes, asks the buyer what is to become of the promise',
    order: { paid: _ },
    shopOrder: {
      none: _,
      asked: _,
      accepted: _,
      ready: _,
      declined: _,
      silent: _,
      withdrawn: _,
    },
    choice: { danger: 'asked' },
    causes: [send('promise-choice')],
    refusal: 'promise_not_in_danger',
  }),
  chose_wait: event<{ choiceId: string; promisedBy: string; timeZone: string }>()({
    says: 'the buyer waits for the time that a florist or the owner gave',
    order: { paid: _ },
    place: { taken: _, over: 'taken' },
    choice: { asked: 'none' },
    closes: { choice: 'wait' },
    causes: [send('choice-answered'), send('florist-new-time', { shopOrder: AT_WORK })],
    refusal: 'choice_changed',
  }),
  chose_day: event<{ choiceId: string; promisedBy: string; timeZone: string }>()({
    says: 'the buyer takes another day on which there is room',
    order: { paid: _ },
    shopOrder: { ...TAKEN_BACK, accepted: 'withdrawn' },
    place: { taken: _, over: 'taken' },
    choice: { asked: 'none' },
    substitution: ENDS_QUESTION,
    attempts: { none: _ },
    closes: { choice: 'day' },
    causes: [send('choice-answered'), send('florist-withdrawn', { shopOrder: ['asked', 'accepted'] })],
    refusal: 'choice_changed',
  }),
  chose_cancel: event<{ choiceId: string } & Ended>()({
    says: 'the buyer cancels',
    order: { paid: 'cancelled' },
    shopOrder: { ...TAKEN_BACK, accepted: 'withdrawn', ready: 'withdrawn' },
    place: FREED,
    choice: { asked: 'ended' },
    substitution: ENDS_QUESTION,
    attempts: { none: _ },
    closes: { choice: 'cancel' },
    causes: [
      send('florist-withdrawn', { shopOrder: AT_WORK }),
      send('order-cancelled', {}, { payload: () => ({ byBuyer: true }) }),
      NEEDS_REFUND,
    ],
    refusal: 'choice_changed',
  }),
  choice_expired: event<{ choiceId: string } & Ended>()({
    says: 'the buyer did not choose in time, and the order is still in danger: it is cancelled, unless its flowers are made',
    order: { paid: 'cancelled' },
    shopOrder: { ...TAKEN_BACK, accepted: 'withdrawn' },
    place: FREED,
    choice: { asked: 'ended' },
    substitution: ENDS_QUESTION,
    attempts: { none: _ },
    closes: { choice: 'expired' },
    causes: [
      send('florist-withdrawn', { shopOrder: ['asked', 'accepted'] }),
      send('order-cancelled'),
      NEEDS_REFUND,
    ],
  }),
  cancelled_by_buyer: event<Ended>()({
    says: 'the buyer cancels on the manage page',
    order: { paid: 'cancelled' },
    shopOrder: TAKEN_BACK,
    place: FREED,
    choice: ENDS_CHOICE,
    attempts: { none: _ },
    causes: [
      send('florist-withdrawn', { shopOrder: ['asked'] }),
      send('order-cancelled', {}, { payload: () => ({ byBuyer: true }) }),
      NEEDS_REFUND,
    ],
    refusal: 'order_not_changeable',
  }),
  blocked: event<Ended>()({
    says: 'whoever would get the flowers wants none from this sender, or none at all: the order ends, whoever has it',
    order: { unpaid: 'called_off', paid: 'cancelled' },
    shopOrder: { ...TAKEN_BACK, accepted: 'withdrawn', ready: 'withdrawn' },
    place: FREED,
    choice: ENDS_CHOICE,
    substitution: ENDS_QUESTION,
    attempts: LEFT,
    causes: [
      send('florist-withdrawn', { shopOrder: AT_WORK }),
      send('order-cancelled', { order: ['paid'] }),
      NEEDS_REFUND,
    ],
  }),
  blocked_again: event<{ attempts: number }>()({
    says: 'somebody whom the recipient of this order’s flowers does not want keeps trying',
    order: EXISTS,
    causes: [flag('blocked_again', {}, { detail: ({ attempts }) => `${attempts} orders were refused` })],
  }),
  corrected: event<{ fields: Fields }>()({ says: 'an admin corrects fields of the order', order: EXISTS }),
  changed_by_buyer: event<{ fields: Fields; parts: readonly string[] }>()({
    says: 'the buyer changes card text, instructions, recipient or address',
    order: { paid: _ },
    shopOrder: { none: _, asked: _, declined: _, silent: _, withdrawn: _ },
    causes: [send('florist-changed', { shopOrder: ['asked'] }, { payload: ({ parts }) => ({ parts }) })],
    refusal: 'order_not_changeable',
  }),

  substituted: event<Missing>()({
    says: 'a florist is out of a flower and puts another one in: the buyer left that to them, or there is no time to ask',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { none: _ },
    attempts: { none: _ },
    closes: { substitution: 'florist' },
    causes: [send('order-substituted')],
    notToSamples: true,
    refusal: 'florist_too_late',
  }),
  substitution_asked: event<Missing & { expiresAt: string; timeZone: string }>()({
    says: 'a florist is out of a flower, and the buyer, who wants to be asked, is',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { none: 'asked' },
    attempts: { none: _ },
    causes: [send('substitution-question')],
    notToSamples: true,
    refusal: 'florist_too_late',
  }),
  substitution_refunded: event<Missing & Ended>()({
    says: 'a florist is out of a flower, and the buyer wants a refund in that case',
    order: { paid: 'cancelled' },
    shopOrder: { accepted: 'withdrawn' },
    place: FREED,
    choice: ENDS_CHOICE,
    substitution: { none: _ },
    attempts: { none: _ },
    closes: { substitution: 'refunded' },
    keepsLink: true,
    causes: [
      send('florist-cancelled'),
      send(
        'order-cancelled',
        {},
        {
          payload: ({ missing, instead }) => ({ substitution: { missing, instead, isAnswer: false } }),
        },
      ),
      NEEDS_REFUND,
    ],
    notToSamples: true,
    refusal: 'florist_too_late',
  }),
  substitution_agreed: event<Omit<Flowers, keyof ByShop>>()({
    says: 'the buyer says yes to the other flowers',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { asked: 'none' },
    closes: { substitution: 'agreed' },
    causes: [send('florist-substitution', {}, { payload: ({ substitutionId }) => ({ substitutionId }) })],
    refusal: 'substitution_closed',
  }),
  substitution_declined: event<Omit<Flowers, keyof ByShop> & Ended>()({
    says: 'the buyer says no to the other flowers',
    order: { paid: 'cancelled' },
    shopOrder: { accepted: 'withdrawn' },
    place: FREED,
    choice: ENDS_CHOICE,
    substitution: { asked: 'none' },
    attempts: { none: _ },
    closes: { substitution: 'declined' },
    keepsLink: true,
    causes: [
      send('florist-cancelled'),
      send(
        'order-cancelled',
        {},
        {
          payload: ({ missing, instead }) => ({ substitution: { missing, instead, isAnswer: true } }),
        },
      ),
      NEEDS_REFUND,
    ],
    refusal: 'substitution_closed',
  }),
  substitution_silent: event<Omit<Flowers, keyof ByShop>>()({
    says: 'the buyer did not answer in time: the florist goes ahead',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { asked: 'none' },
    closes: { substitution: 'silent' },
    causes: [
      send('florist-substitution', {}, { payload: ({ substitutionId }) => ({ substitutionId }) }),
      send('order-substituted'),
    ],
  }),
  flowers_found: event<Flowers>()({
    says: 'the florist has found the flowers after all',
    order: { paid: _ },
    shopOrder: { accepted: _ },
    substitution: { asked: 'none' },
    closes: { substitution: 'found' },
    causes: [send('substitution-closed')],
  }),

  refund_requested: event<{
    refundId: string
    amountCents: number
    reason?: string
    shareCorrectionCents?: number
  }>()({
    says: 'a refund was stored and the provider is asked, or the provider was asked without us',
    order: { paid: _, delivered: _, cancelled: _ },
    refund: { none: 'requested', requested: _, part: 'requested', failed: 'requested' },
    refusal: 'not_refundable',
  }),
  refunded_in_part: event<Refunded>()({
    says: 'a refund went through, and some of the money is left',
    order: { paid: _, delivered: _, cancelled: _ },
    refund: { none: 'part', requested: 'part', part: _, failed: 'part' },
    causes: [send('order-refunded', {}, { payload: ({ amountCents }) => ({ amountCents }) })],
  }),
  refunded: event<Refunded>()({
    says: 'a refund went through, and nothing is left',
    order: { paid: 'refunded', delivered: 'refunded', cancelled: 'refunded', refunded: _ },
    place: { none: _, ...FREED },
    choice: ENDS_ANY_CHOICE,
    substitution: ENDS_QUESTION,
    refund: { none: 'full', requested: 'full', part: 'full', failed: 'full', full: _ },
    causes: [
      send('florist-cancelled', { order: ['paid'], shopOrder: AT_WORK }),
      send('order-refunded', {}, { payload: ({ amountCents }) => ({ amountCents }) }),
    ],
  }),
  refund_failed: event<RefundFailed>()({
    says: 'the provider or the bank refused a refund; whoever asked for it sees that at once, or the order is flagged',
    order: { paid: _, delivered: _, cancelled: _, refunded: _ },
    refund: { none: 'failed', requested: 'failed', part: 'failed', failed: _, full: _ },
    causes: [CAME_BACK],
  }),
  refund_returned: event<RefundFailed>()({
    says: 'the bank sent a refund back of an order that is still to be delivered',
    order: { paid: _, refunded: 'paid' },
    place: { none: 'taken', taken: _, over: _ },
    choice: { none: _, danger: _, asked: _, ended: 'none' },
    refund: { requested: 'failed', part: 'failed', full: 'failed', failed: _ },
    causes: [CAME_BACK],
  }),
  refund_returned_delivered: event<RefundFailed>()({
    says: 'the same of an order that was delivered',
    order: { delivered: _, refunded: 'delivered' },
    place: { none: 'taken', taken: _, over: _ },
    choice: { none: _, ended: 'none' },
    refund: { requested: 'failed', part: 'failed', full: 'failed', failed: _ },
    causes: [CAME_BACK],
  }),
  refund_returned_cancelled: event<RefundFailed>()({
    says: 'the same of an order that was cancelled',
    order: { cancelled: _, refunded: 'cancelled' },
    refund: { requested: 'failed', part: 'failed', full: 'failed', failed: _ },
    causes: [CAME_BACK],
  }),
  disputed: event<Disputed>()({
    says: 'the bank asks for the money back, or asks about the payment',
    order: EXISTS,
    causes: [RAISES_DISPUTE],
  }),
  dispute_answered: event<Disputed>()({
    says: 'we have answered, and the bank decides',
    order: EXISTS,
    causes: [RAISES_DISPUTE],
  }),
  dispute_closed: event<Disputed>()({
    says: 'the bank has decided',
    order: EXISTS,
    causes: [RAISES_DISPUTE],
  }),

  // What is noted and moves nothing.
  florist_link_sent: event<Omit<ByShop, 'shopId'>>()({
    says: 'the florist got a new link',
    order: OPEN,
    shopOrder: { asked: _, accepted: _, ready: _ },
    causes: [send('florist-order')],
  }),
  florist_link_revoked: event<Omit<ByShop, 'shopId'>>()({ says: 'the florist’s link ended', order: EXISTS }),
  buyer_links_ended: event()({ says: 'the buyer’s own links ended', order: EXISTS }),
  shop_order_edited: event<
    Omit<ByShop, 'shopId'> & { before: Record<string, unknown>; after: Record<string, unknown> }
  >()({ says: 'an admin changed texts of a shop order', order: EXISTS }),
  shop_order_payment: event<Omit<ByShop, 'shopId'> & Moved<ShopOrderPaymentStatus>>()({
    says: 'an admin noted whether the shop was paid',
    order: EXISTS,
  }),
  contact_added: event<Omit<ByShop, 'shopId'>>()({
    says: 'a contact with the shop was noted',
    order: EXISTS,
  }),
  note_added: event<{ note: string }>()({ says: 'staff added a note', order: EXISTS }),
  photo_added: event<Omit<ByShop, 'shopId'> & { step: PhotoStep; photoId: string; hash: string }>()({
    says: 'the florist took a photograph',
    order: EXISTS,
  }),
  photo_deleted: event<Omit<ByShop, 'shopId'> & { step: PhotoStep; photoId: string; hash: string }>()({
    says: 'a photograph was deleted',
    order: EXISTS,
  }),
} as const satisfies Readonly<Record<string, Row<never, MessageKind>>>

/** The events with which an order is paid for. */
export const PAYMENTS = [
  'paid',
  'paid_without_room',
  'paid_after_cancellation',
  'paid_after_delivery',
] as const

/** The ways in which an order ends that nobody paid for. */
export const UNPAID_ENDS = ['expired', 'payment_failed', 'given_up', 'not_opened', 'checkout_over'] as const
export type UnpaidEnd = (typeof UNPAID_ENDS)[number]

export type OrderEvent = keyof typeof EVENTS
export const ORDER_EVENTS = Object.keys(EVENTS) as OrderEvent[]
export type DataOf<E extends OrderEvent> =
  (typeof EVENTS)[E] extends WithData<infer Data extends object> ? Data : never

/** The events that a florist's answer can be: their data is what it says of the shop order. */
export type AnswerEvent = {
  [E in OrderEvent]: [DataOf<E>, ShopMoved] extends [ShopMoved, DataOf<E>] ? E : never
}[OrderEvent]

export const isOrderEvent = (kind: string): kind is OrderEvent => Object.hasOwn(EVENTS, kind)

/** A cause as `evolve` runs it; the types of its row have checked the data. */
export type Cause = Send<never> | RaiseFlag<never>
export type EventRow = Row<never, MessageKind>
export const rowOf = (name: OrderEvent): EventRow => EVENTS[name]

/** The state that an event makes of one state of a part. */
export function cellOf<P extends Part>(
  part: P,
  name: OrderEvent,
  state: StateOf<P>,
): StateOf<P> | 'stays' | 'refused' {
  const cells: { readonly [S in StateOf<P>]?: StateOf<P> | 'stays' } | undefined = rowOf(name)[part]
  return cells === undefined ? 'stays' : (cells[state] ?? 'refused')
}

/** The parts after an event; null when the event cannot happen: then nothing changes. */
export function partsAfter(before: OrderParts, name: OrderEvent): OrderParts | null {
  const next = { ...before }
  for (const part of PART_NAMES) {
    const cell = cellOf(part, name, before[part])
    if (cell === 'refused') return null
    if (cell !== 'stays') Object.assign(next, { [part]: cell })
  }
  return next
}
