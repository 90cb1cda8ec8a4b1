import type { Channel } from '#domain/channels.ts'
import { disputeWords } from '#domain/disputes.ts'
import { PHOTO_DAYS_SHOWN } from '#domain/photos.ts'
import type { When } from './parts.ts'

// What events cause, and how long it lives: messages, flags and clocks. Each says once what it is about and what ends it; `evolve`
// deduplicates, resolves and prolongs by that.

type MessageEntry = {
  /** All but `phone` are emails. `phone`: a text to a buyer who agreed to texts. */
  to: 'buyer' | 'phone' | 'owner' | 'florist'
  /**
   * A message is written once for each of these. `delivery`: each time that the flowers set off; `ending`: each end of the order, of
   * which reopening makes another possible; `change`: each time that it is caused.
   */
  about: Subject
  /** The text that is written with it. */
  textedAs?: TextKind
  /** Its payload names this one by its id. */
  names?: keyof typeof NAMES_IN_PAYLOADS
  /** States in which it says what is not so (any of them): it is not sent then, and deleted if nobody has begun to send it. */
  untrue?: readonly When[]
  /** One that waits to be sent takes this list of the next one in; the next is written so much later. */
  joins?: { list: string; pauseMinutes: number }
}

export const TEXT_KINDS = [
  'text-accepted',
  'text-ready',
  'text-delivered',
  'text-choice',
  'text-substitution',
] as const
/** A text to a buyer about their order. */
export type TextKind = (typeof TEXT_KINDS)[number]

export type Subject =
  | 'order'
  | 'ending'
  | 'delivery'
  | 'refund'
  | 'choice'
  | 'substitution'
  | 'attempt'
  | 'link'
  | 'shop order'
  | 'change'

/** The names of ids in payloads. */
export const NAMES_IN_PAYLOADS = {
  choice: 'choiceId',
  substitution: 'substitutionId',
  attempt: 'attemptId',
  link: 'linkId',
  'shop order': 'shopOrderId',
} as const

const NOT_CANCELLED = { order: ['unpaid', 'unpaid_delivered', 'paid', 'delivered'] } as const satisfies When
const NOT_TO_BE_MADE = [
  { order: ['unpaid_delivered', 'lapsed', 'called_off', 'delivered', 'cancelled', 'refunded'] },
  { shopOrder: ['none', 'delivered', 'declined', 'silent', 'withdrawn'] },
] as const satisfies When[]

/** The order is not one that is paid and to be delivered. */
const NOT_TO_COME = {
  order: ['unpaid', 'unpaid_delivered', 'lapsed', 'called_off', 'delivered', 'cancelled', 'refunded'],
} as const satisfies When

/** Nobody waits for this florist's answer. */
const NOT_ASKED = [
  { order: ['unpaid_delivered', 'lapsed', 'called_off', 'delivered', 'cancelled', 'refunded'] },
  { shopOrder: ['none', 'accepted', 'ready', 'delivered', 'declined', 'silent', 'withdrawn'] },
] as const satisfies When[]

export const MESSAGES = {
  'order-confirmation': { to: 'buyer', about: 'order' },
  'paid-after-cancellation': { to: 'buyer', about: 'order' },
  'order-accepted': {
    to: 'buyer',
    about: 'order',
    textedAs: 'text-accepted',
    untrue: [{ order: ['unpaid', 'paid'], shopOrder: ['none', 'asked', 'declined', 'silent', 'withdrawn'] }],
  },
  'order-delivered': {
    to: 'buyer',
    about: 'delivery',
    textedAs: 'text-delivered',
    untrue: [
      {
        order: ['unpaid', 'paid'],
        shopOrder: ['none', 'asked', 'accepted', 'ready', 'declined', 'silent', 'withdrawn'],
      },
    ],
  },
  'delivery-missed': {
    to: 'buyer',
    about: 'attempt',
    names: 'attempt',
    untrue: [
      { attempts: ['none'] },
      { order: ['delivered', 'cancelled', 'refunded'] },
      { shopOrder: ['delivered'] },
    ],
  },
  'order-cancelled': { to: 'buyer', about: 'ending', untrue: [NOT_CANCELLED] },
  'order-refunded': { to: 'buyer', about: 'refund' },
  'promise-choice': {
    to: 'buyer',
    about: 'choice',
    textedAs: 'text-choice',
    names: 'choice',
    untrue: [{ choice: ['none', 'ended'] }],
  },
  'choice-answered': { to: 'buyer', about: 'choice', names: 'choice' },
  'choice-closed': { to: 'buyer', about: 'choice', names: 'choice' },
  'substitution-question': {
    to: 'buyer',
    about: 'substitution',
    textedAs: 'text-substitution',
    names: 'substitution',
    untrue: [{ substitution: ['none'] }],
  },
  'order-substituted': { to: 'buyer', about: 'substitution', names: 'substitution' },
  'substitution-closed': { to: 'buyer', about: 'substitution', names: 'substitution' },
  'text-accepted': {
    to: 'phone',
    about: 'order',
    untrue: [
      NOT_TO_COME,
      { shopOrder: ['none', 'asked', 'ready', 'delivered', 'declined', 'silent', 'withdrawn'] },
    ],
  },
  'text-ready': {
    to: 'phone',
    about: 'shop order',
    untrue: [
      NOT_TO_COME,
      { shopOrder: ['none', 'asked', 'accepted', 'delivered', 'declined', 'silent', 'withdrawn'] },
      { attempts: ['missed', 'missed_again'] },
    ],
  },
  'text-delivered': {
    to: 'phone',
    about: 'delivery',
    untrue: [
      { order: ['unpaid', 'unpaid_delivered', 'lapsed', 'called_off', 'paid', 'cancelled', 'refunded'] },
    ],
  },
  'text-choice': {
    to: 'phone',
    about: 'choice',
    names: 'choice',
    untrue: [{ choice: ['none', 'danger', 'ended'] }],
  },
  'text-substitution': {
    to: 'phone',
    about: 'substitution',
    names: 'substitution',
    untrue: [{ substitution: ['none'] }],
  },
  'order-notice': { to: 'owner', about: 'order' },
  'florist-order': { to: 'florist', about: 'link', names: 'link' },
  'florist-changed': {
    to: 'florist',
    about: 'change',
    names: 'link',
    joins: { list: 'parts', pauseMinutes: 10 },
  },
  'florist-new-time': { to: 'florist', about: 'choice', names: 'link' },
  'florist-substitution': { to: 'florist', about: 'substitution', names: 'link' },
  'florist-withdrawn': { to: 'florist', about: 'shop order', names: 'shop order' },
  'florist-cancelled': { to: 'florist', about: 'change', untrue: [NOT_CANCELLED] },
  'florist-reopened': { to: 'florist', about: 'change', names: 'link', untrue: NOT_TO_BE_MADE },
} as const satisfies Record<string, MessageEntry>

/**
 * These go on other ways beside the email with an order (`florist-order`), so that a phone rings: a push to each phone of the shop,
 * then a text. They are written with that email (api/orders/ring-queries.ts), and not sent once there is nothing to answer.
 */
export const RINGS = {
  'florist-ring': { channel: 'push', untrue: NOT_ASKED },
  'florist-text': { channel: 'text', untrue: NOT_ASKED },
} as const satisfies Record<string, { channel: Channel; untrue: readonly When[] }>

export type RingKind = keyof typeof RINGS
export const RING_KINDS = Object.keys(RINGS) as RingKind[]

export type MessageKind = keyof typeof MESSAGES
/** The messages to one reader. */
export type MessageTo<Reader extends MessageEntry['to']> = {
  [Kind in MessageKind]: (typeof MESSAGES)[Kind]['to'] extends Reader ? Kind : never
}[MessageKind]

export const MESSAGE_KINDS = Object.keys(MESSAGES) as MessageKind[]
export const messageEntry = (kind: MessageKind): MessageEntry => MESSAGES[kind]

/** The states in which a message, or a ring, says what is not so. */
export function untrueIn(kind: string): readonly When[] {
  const ring = RING_KINDS.find((each) => each === kind)
  const message = MESSAGE_KINDS.find((each) => each === kind)
  return ring ? RINGS[ring].untrue : ((message && messageEntry(message).untrue) ?? [])
}

export function messagesTo<Reader extends MessageEntry['to']>(reader: Reader): MessageTo<Reader>[] {
  const isTo = (kind: MessageKind): kind is MessageTo<Reader> => MESSAGES[kind].to === reader
  return MESSAGE_KINDS.filter(isTo)
}

/**
 * To the buyer: what happens to their order, and the links that they asked for, which no event causes. The annotation keeps all
 * messages out of the browser, which reads the words of the flags.
 */
export const BUYER_MESSAGES = /* @__PURE__ */ buyerMessages()

function buyerMessages() {
  return [...messagesTo('buyer'), 'order-links'] as const
}

/** To the buyer about a status. */
export const BUYER_STATUS_MESSAGES = ['order-accepted', 'order-delivered', 'order-cancelled'] as const
export type StatusMessage = (typeof BUYER_STATUS_MESSAGES)[number]
/** To the florist about whether the order is still to be made. */
const STOP_MESSAGES = ['florist-cancelled', 'florist-reopened'] as const
export type StopMessage = (typeof STOP_MESSAGES)[number]
export const STATUS_MESSAGES = [...BUYER_STATUS_MESSAGES, ...STOP_MESSAGES] as const satisfies MessageKind[]

/** The emails of a change of status. */
export type EmailsOfChange = {
  /** Those that go because of it, to the buyer and the florist. */
  emails: (StatusMessage | StopMessage)[]
  /** Those that have gone to the buyer, were right before it and are wrong now. */
  wrongEmails: StatusMessage[]
}

/** `short`: in a list; the others: as the task of a person. */
export type FlagLabel = { short: string; title: string; todo: string }

type FlagEntry = {
  label: FlagLabel
  /** The flag is resolved in these states (any of them). Empty: only a person resolves it. */
  until: readonly When[]
  /** Why its order is not deleted: it is about money which may not be ours. */
  undeletable?: string
  /** True if it is about money: a sample has none. */
  isAboutMoney?: true
  /** True if the newest reason counts, not the first one. */
  isNewest?: true
}

/** The reasons for a person to look at an order. */
export const FLAGS = {
  needs_refund: {
    label: {
      short: 'Needs refund',
      title: 'Needs refund',
      todo: 'Refund it to clear this flag.',
    },
    until: [
      { order: ['refunded'] },
      { order: ['unpaid', 'paid', 'delivered'], refund: ['none', 'requested', 'part'] },
    ],
    undeletable: 'This order still needs a refund.',
    isAboutMoney: true,
  },
  amount_mismatch: {
    label: {
      short: 'Amount differs',
      title: 'The amount paid doesn’t match the total',
      todo: 'Compare them at the payment provider, settle the difference, then mark this as settled.',
    },
    until: [],
    undeletable: 'The amount paid doesn’t match the total. Settle that first.',
  },
  rebuilt: {
    label: {
      short: 'Rebuilt',
      title: 'Rebuilt from the payment',
      todo: 'This order was missing here, so we rebuilt it from the payment provider’s records. Check the details with the customer.',
    },
    until: [],
  },
  stray_payment: {
    label: {
      short: 'Paid twice',
      title: 'A second payment came in',
      todo: 'Refund the second payment at the payment provider, then mark this as settled.',
    },
    until: [],
    undeletable: 'It was paid twice. Settle that first.',
  },
  // The bank's decision resolves it.
  disputed: {
    label: { short: 'Disputed', ...disputeWords([]) },
    until: [],
    undeletable: 'The payment is disputed. Wait until that is over.',
  },
  paid_while_paused: {
    label: {
      short: 'Paid while paused',
      title: 'Paid after its market stopped taking orders',
      todo: 'The checkout was already open when the market was paused or lost its last florist. Ask the florists if they can make it. If not, cancel and refund it.',
    },
    until: [],
  },
  // It is what `place: over` means: whatever gives the order a place, or takes the place away, resolves it.
  over_capacity: {
    label: {
      short: 'Over capacity',
      title: 'More than the florists can make',
      todo: 'There was no place left for this order. Ask the florists if they can make it, then mark this as settled. If not, cancel and refund it.',
    },
    until: [{ place: ['none'] }],
  },
  blocked_again: {
    label: {
      short: 'Blocked sender',
      title: 'A blocked sender keeps trying',
      todo: 'The recipient of these flowers wants no more of them, and orders go on being placed. None of them was taken. Keep it in mind should police or a lawyer ask, then mark this as settled.',
    },
    isNewest: true,
    until: [],
  },
  nobody_there: {
    label: {
      short: 'Nobody there',
      title: 'Nobody was there',
      todo: 'See that the next step happens. Delivering the flowers clears this flag.',
    },
    isNewest: true,
    until: [
      { attempts: ['none'] },
      { order: ['unpaid_delivered', 'lapsed', 'called_off', 'delivered', 'cancelled', 'refunded'] },
    ],
  },
} as const satisfies Record<string, FlagEntry>

export type OrderFlag = keyof typeof FLAGS
export const ORDER_FLAGS = Object.keys(FLAGS) as OrderFlag[]
export const flagEntry = (kind: OrderFlag): FlagEntry => FLAGS[kind]

const DAY_MS = 24 * 60 * 60_000
const LINK_DAYS = 7

/** ISO instants from which a clock counts; null: that has not happened. */
type Dates = {
  now: string
  promisedBy: string
  /** By when the florist tries again. */
  nextAttempt: string | null
  delivered: string | null
  /** When the order was cancelled or refunded. */
  ended: string | null
}

/**
 * The clocks: each says from what it counts. A date that moves moves them.
 * - `florist_link`: how long a florist's link works. It ends earlier when an admin revokes it or sends another
 *   (`api/shop-orders/florist-link.ts`), the order is taken from the shop or given to another, or the shop is deactivated or gets
 *   another email (`api/shops/links-on-change.ts`). A shop that did not answer in time keeps it for a late yes.
 * - `photos_shown`: how long the buyer sees photographs.
 */
export const CLOCKS = {
  florist_link: ({ now, promisedBy, nextAttempt }: Dates) =>
    daysAfter(latest(now, promisedBy, nextAttempt), LINK_DAYS),
  photos_shown: ({ promisedBy, nextAttempt, delivered, ended }: Dates) =>
    ended ?? daysAfter(delivered ?? latest(promisedBy, nextAttempt), PHOTO_DAYS_SHOWN),
} as const

function daysAfter(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * DAY_MS).toISOString()
}

function latest(...instants: (string | null)[]): string {
  return instants.reduce<string>((last, each) => (each !== null && each > last ? each : last), '')
}
