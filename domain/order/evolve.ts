import type { OrderStatus, ShopOrderStatus } from '#domain/order-status.ts'
import { SITE } from '#domain/site.ts'
import { promiseOn } from './broken-promise.ts'
import {
  CLOCKS,
  flagEntry,
  type MessageKind,
  messageEntry,
  NAMES_IN_PAYLOADS,
  ORDER_FLAGS,
  type OrderFlag,
  type Subject,
  untrueIn,
} from './causes.ts'
import { partsOf } from './current-parts.ts'
import {
  type Cause,
  type DataOf,
  type EventRow,
  type OrderEvent,
  type PAYMENTS,
  partsAfter,
  rowOf,
} from './events.ts'
import { matches, type OrderParts, PART_NAMES, type Part, type StateOf } from './parts.ts'
import {
  applied,
  type By,
  type NewMessage,
  type Note,
  type Patch,
  type Rows,
  type ShopRoomWanted,
  type WantedPlace,
} from './patches.ts'
import { Refused } from './refused.ts'
import {
  type Attempt,
  flagOf,
  lastTried,
  latestShopOrder,
  liveShopOrder,
  type OrderFields,
  type OrderState,
  openChoice,
  openQuestion,
  type SentMessage,
  type ShopOrder,
} from './state.ts'
import { type Undo, undoPatches } from './undo.ts'

// The only file that moves an order: it takes a row's cells to the stored fields, and its causes to messages, flags and clocks.

/** What an event stores beside its data, which the log shows: secrets, rows of their own, what only a write needs. */
type StoredWith = {
  paid: Payment
  paid_without_room: Payment
  paid_after_cancellation: Payment
  paid_after_delivery: Payment
  checkout_opened: { id: string; sessionId: string; url: string | null }
  checkout_renewed: { id: string; next: Rows['sessions'] }
  session_ended: { freesHold: boolean }
  reopened: { place: WantedPlace | null }
  assigned: {
    email: string | null
    specialInstructions: string | null
    room: ShopRoomWanted | undefined
    link: { id: string; tokenHash: string }
    /** The shop orders whose links end. */
    endsLinksOf: readonly string[]
  }
  florist_link_sent: { link: { id: string; tokenHash: string } }
  /** `expires`: the link ends and is not revoked: the florist still hears when the order is cancelled. */
  florist_link_revoked: { expires: boolean }
  choice_offered: { tokenHash: string }
  substitution_asked: { tokenHash: string }
  chose_day: { date: string }
  nobody_there: { attempt: Attempt }
  handed_over: { attempt: Attempt }
  attempt_corrected: { attempt: Attempt }
  attempt_corrected_to_nobody: { attempt: Attempt }
  earlier_attempt_corrected: { attempt: Attempt }
  corrected: Correction
  changed_by_buyer: Correction
  buyer_links_ended: { hashes: NewHashes }
  refund_requested: { refund: Rows['refunds'] | { change: string; values: Partial<Rows['refunds']> } }
  refunded: RefundReported
  refunded_in_part: RefundReported
  refund_failed: RefundReported
  refund_returned: RefundReported
  refund_returned_delivered: RefundReported
  refund_returned_cancelled: RefundReported
  disputed: { dispute: Rows['disputes'] | null }
  dispute_answered: { dispute: Rows['disputes'] | null }
  dispute_closed: { dispute: Rows['disputes'] | null }
  shop_order_edited: { values: Partial<ShopOrder> }
  contact_added: { contact: Rows['contacts'] }
  photo_added: { photo: Rows['photos'] }
  photo_deleted: { object: string }
  undone: { undo: Undo }
}
type Payment = { payment: Partial<OrderFields>; place: WantedPlace | null }
type Correction = {
  changes: Partial<OrderFields>
  /** Present if the buyer's address is another one: the links that the old address got end. */
  readdress?: { trackingToken: string; hashes: NewHashes } | undefined
}
type RefundReported = {
  refund: Rows['refunds'] | { change: string; values: Partial<Rows['refunds']> }
  share?: Omit<Rows['shares'], 'createdAt'> | null
}
/** The hashes of tokens that take the place of those in earlier emails, by the id of what they open. */
export type NewHashes = Readonly<
  Record<'choices' | 'substitutions', readonly { id: string; tokenHash: string }[]>
>

export type Storing<E extends OrderEvent> = E extends keyof StoredWith ? StoredWith[E] : undefined

/** When it happens, by whom, and until when its messages are held, if they are. */
export type Occasion = { at: string; by: By; heldUntil?: string | undefined }

type Context<E extends OrderEvent = OrderEvent> = Occasion & {
  event: E
  row: EventRow
  data: DataOf<E> & { shopOrderId?: string; to?: unknown }
  storing: Storing<E>
  state: OrderState
  /** The one that the event is about; the latest, unless it names another. */
  shopOrder: ShopOrder | null
}

/**
 * Makes an event happen: the patches come to what its row says.
 * @throws Refused when the row does not allow it now
 */
export function evolve<E extends OrderEvent>(
  state: OrderState,
  event: E,
  data: DataOf<E>,
  occasion: Occasion,
  storing: Storing<E>,
  dedupeKey?: string,
): Patch[] {
  const row = rowOf(event)
  const context: Context<E> = {
    ...occasion,
    event,
    row,
    data: data as Context<E>['data'],
    storing,
    state,
    shopOrder: shopOrderOf(state, data),
  }
  const before = partsOf(state, context.shopOrder)
  const after = partsAfter(before, event)
  if (!after || (row.notToSamples && state.order.isSample)) throw new Refused(row.refusal ?? 'order_moved_on')
  const draft = new Changes(state, occasion.at)
  draft.add({ log: event, data: { ...(data as object) }, dedupeKey, by: occasion.by })
  for (const part of WRITTEN) {
    if (before[part] !== after[part])
      draft.add(...write(part, after[part], { ...context, state: draft.state }))
  }
  draft.add(...recordOf({ ...context, state: draft.state }))
  for (const cause of row.causes ?? []) runCause(cause, context, before, draft)
  draft.add(...consequencesOf(draft.state, occasion.at))
  return draft.patches
}

class Changes {
  state: OrderState
  readonly patches: Patch[] = []
  readonly #at: string

  constructor(state: OrderState, at: string) {
    this.state = state
    this.#at = at
  }

  add(...patches: readonly Patch[]): void {
    for (const patch of patches) {
      this.patches.push(patch)
      this.state = applied(this.state, patch, this.#at)
    }
  }
}

function shopOrderOf(state: OrderState, data: object): ShopOrder | null {
  const id = 'shopOrderId' in data ? data.shopOrderId : null
  return state.shopOrders.find((shopOrder) => shopOrder.id === id) ?? latestShopOrder(state)
}

// One writer a part and state: what it means in stored fields. Attempts and the refund are what their own rows say.

/** The order's own status has the last word. */
const WRITTEN = PART_NAMES.toSorted((a, b) => Number(a === 'order') - Number(b === 'order'))

type Writer = (context: Context) => Patch[]
const WRITERS: { [P in Part]?: { [S in StateOf<P>]?: Writer } } = {
  shopOrder: {
    asked: (context) =>
      context.event === 'assigned'
        ? addShopOrder(context as Context<'assigned'>)
        : setShopOrder(context, 'pending', true),
    accepted: (context) =>
      setShopOrder(context, context.data.to === 'processing' ? 'processing' : 'confirmed', true),
    ready: (context) => setShopOrder(context, 'ready', true),
    // The money of an order may be back: its status says that the flowers are there, too.
    delivered: (context) => [
      ...setShopOrder(context, 'delivered', true),
      ...statusPatch(context.state, statusOnceDelivered(context.state.order.status)),
    ],
    declined: (context) => setShopOrder(context, 'rejected', false),
    silent: (context) => setShopOrder(context, 'rejected', false),
    withdrawn: withdraw,
  },
  place: {
    taken: ({ state }) => (flagOf(state, 'over_capacity') ? [{ resolve: 'over_capacity' }] : []),
    over: ({ state }) => (flagOf(state, 'over_capacity') ? [] : [{ flag: 'over_capacity', detail: null }]),
  },
  choice: {
    danger: openDanger,
    asked: askAboutPromise,
    none: closeChoice,
    ended: closeChoice,
  },
  substitution: {
    asked: (context) => [addSubstitution(context as Context<'substitution_asked'>)],
    none: closeQuestion,
  },
  order: {
    absent: () => [{ deleteOrder: true }],
    unpaid: ({ state, data }) => statusPatch(state, orderStatusIn(data) ?? 'pending'),
    unpaid_delivered: ({ state, data }) => statusPatch(state, orderStatusIn(data) ?? 'delivered'),
    lapsed: () => [{ order: { status: 'cancelled', paymentStatus: 'failed' } }],
    called_off: ({ state }) => statusPatch(state, 'cancelled'),
    paid: ({ state, data }) => paidPatch(state, orderStatusIn(data) ?? statusOncePaid(state.order.status)),
    delivered: ({ state, data }) =>
      paidPatch(state, orderStatusIn(data) ?? statusOnceDelivered(state.order.status)),
    cancelled: ({ state }) => paidPatch(state, 'cancelled'),
    refunded: () => [{ order: { paymentStatus: 'refunded' } }],
  },
}

function write<P extends Part>(part: P, to: StateOf<P>, context: Context): Patch[] {
  const writers: { [S in StateOf<P>]?: Writer } = WRITERS[part] ?? {}
  return writers[to]?.(context) ?? []
}

/** The status that an event about the order sets. */
function orderStatusIn(data: { shopOrderId?: string; to?: unknown }): OrderStatus | undefined {
  return data.shopOrderId === undefined ? (data.to as OrderStatus | undefined) : undefined
}

function statusPatch({ order }: OrderState, status: OrderStatus): Patch[] {
  return order.status === status ? [] : [{ order: { status } }]
}

function paidPatch({ order }: OrderState, status: OrderStatus): Patch[] {
  if (order.paymentStatus === 'paid') return order.status === status ? [] : [{ order: { status } }]
  return [{ order: { status, paymentStatus: 'paid' } }]
}

const OPEN_STATUSES: readonly OrderStatus[] = ['pending', 'processing', 'confirmed']

function statusOncePaid(status: OrderStatus): OrderStatus {
  return status === 'pending' || status === 'cancelled' ? 'confirmed' : status
}

/** Leaves the status of an order that is over as it is. */
function statusOnceDelivered(status: OrderStatus): OrderStatus {
  return OPEN_STATUSES.includes(status) ? 'delivered' : status
}

/** Without a shop at work on it, only a pending or confirmed order awaits assignment. */
function statusOnceLeft({ status, paymentStatus }: OrderFields): OrderStatus {
  if (status !== 'processing') return status
  return paymentStatus === 'paid' ? 'confirmed' : 'pending'
}

function assignmentPatch(state: OrderState, isAssigned: boolean): Patch[] {
  const assignmentStatus = isAssigned ? 'assigned' : 'unassigned'
  const status = isAssigned ? state.order.status : statusOnceLeft(state.order)
  const isSame = state.order.assignmentStatus === assignmentStatus && state.order.status === status
  return isSame ? [] : [{ order: { assignmentStatus, status } }]
}

function setShopOrder(context: Context, to: ShopOrderStatus, isLive: boolean): Patch[] {
  const { state, shopOrder, at, by } = context
  if (!shopOrder) return []
  const values: Partial<Rows['shopOrders']> = {
    status: to,
    statusUpdatedAt: at,
    statusUpdatedBy: by.actor === 'admin' ? (by.actorId ?? null) : null,
    ...answerOf(shopOrder, to, context),
  }
  return [
    { change: 'shopOrders', id: shopOrder.id, values },
    ...assignmentPatch(state, isLive),
    ...(isLive ? [] : dropNewTime(state)),
  ]
}

/**
 * The answer that a change of status records: who said yes or no, and when. Set back to pending, the shop is asked again,
 * without a deadline that has passed already.
 */
function answerOf(
  { status: from, answerBy }: ShopOrder,
  to: ShopOrderStatus,
  { at, by: { actor } }: Occasion,
) {
  if (to === 'pending') {
    const passed = answerBy !== null && answerBy <= at
    return { answeredAt: null, answeredBy: null, ...(passed && { answerBy: null }) }
  }
  const answers = from === 'pending' || from === 'rejected' || to === 'rejected'
  const isAnswerer = actor === 'admin' || actor === 'florist' || actor === 'system'
  return answers && isAnswerer ? ({ answeredAt: at, answeredBy: actor } as const) : {}
}

function addShopOrder({ state, at, data, storing }: Context<'assigned'>): Patch[] {
  const { email, specialInstructions, room, link, endsLinksOf } = storing
  const row: Rows['shopOrders'] = {
    id: data.shopOrderId,
    shopId: data.shopId,
    shop: data.shop,
    email,
    shopIsActive: true,
    status: 'pending',
    paymentStatus: 'pending',
    paymentReference: null,
    specialInstructions,
    shopNotes: null,
    withdrawnAt: null,
    answerBy: data.answerBy ?? null,
    answeredAt: null,
    answeredBy: null,
    statusUpdatedAt: null,
    paymentUpdatedAt: null,
    orderTotalCents: data.totalCents,
    shopCostCents: data.shopCostCents,
    platformFeeCents: data.platformFeeCents,
    correctedCents: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
    link: null,
    room,
  }
  return [
    ...endsLinksOf.map((shopOrderId): Patch => ({ link: null, shopOrderId })),
    { add: 'shopOrders', row },
    ...(email === null ? [] : [newLink(state, row.id, link, at)]),
    ...assignmentPatch(state, true),
  ]
}

function newLink(
  state: OrderState,
  shopOrderId: string,
  link: { id: string; tokenHash: string },
  now: string,
): Patch {
  return { link: { ...link, expiresAt: linkEnd(state, now) }, shopOrderId }
}

function withdraw({ state, shopOrder, row, at }: Context): Patch[] {
  if (!shopOrder) return []
  return [
    ...(row.keepsLink || shopOrder.link === null ? [] : [{ link: null, shopOrderId: shopOrder.id } as const]),
    ...dropNewTime(state),
    { change: 'shopOrders', id: shopOrder.id, values: { withdrawnAt: at } },
    ...assignmentPatch(state, false),
  ]
}

/** The florist who gave the new time of an open danger does not have the order any more. */
function dropNewTime(state: OrderState): Patch[] {
  const open = openChoice(state)
  return open?.waitUntil ? [{ change: 'choices', id: open.id, values: { waitUntil: null } }] : []
}

function openDanger({ state, at, data }: Context): Patch[] {
  const { choiceId, reason, until } = data as Partial<DataOf<'promise_in_danger'> & DataOf<'florist_late'>>
  const row: Rows['choices'] = {
    id: choiceId ?? '',
    number: state.choices.length + 1,
    reason: reason ?? 'late',
    waitUntil: until ?? null,
    openedAt: at,
    offeredAt: null,
    expiresAt: null,
    closedAt: null,
    outcome: null,
  }
  return [{ add: 'choices', row }]
}

function askAboutPromise({ state, at, data, storing }: Context): Patch[] {
  const { expiresAt, waitUntil } = data as DataOf<'choice_offered'>
  const { tokenHash } = storing as Storing<'choice_offered'>
  const values = { waitUntil: waitUntil ?? null, offeredAt: at, expiresAt, tokenHash }
  return [{ change: 'choices', id: openChoice(state)?.id ?? '', values }]
}

function closeChoice({ state, row, at }: Context): Patch[] {
  const open = openChoice(state)
  const values = { closedAt: at, outcome: row.closes?.choice ?? 'over' } as const
  return open ? [{ change: 'choices', id: open.id, values }] : []
}

function closeQuestion({ state, row, at }: Context): Patch[] {
  const open = openQuestion(state)
  const values = { closedAt: at, outcome: row.closes?.substitution ?? 'over' } as const
  return open ? [{ change: 'substitutions', id: open.id, values }] : []
}

/** Without a question it is decided at once. */
function addSubstitution({
  state,
  row,
  at,
  data,
  storing,
}: Context<'substitution_asked' | 'substituted' | 'substitution_refunded'>): Patch {
  const { substitutionId: id, shopOrderId, missing, instead, preference } = data
  const { expiresAt: asked = null } = data as Partial<DataOf<'substitution_asked'>>
  const outcome = asked === null ? (row.closes?.substitution ?? 'over') : null
  return {
    add: 'substitutions',
    row: {
      ...{ id, shopOrderId, missing, instead, preference },
      number: state.substitutions.length + 1,
      reportedAt: at,
      expiresAt: asked,
      tokenHash: storing?.tokenHash ?? null,
      closedAt: asked === null ? at : null,
      outcome,
    },
  }
}

// The rows that an event has of its own.

type Records = { [E in OrderEvent]?: (context: Context<E>) => Patch[] }

function recordPayment({ state, storing }: Context<(typeof PAYMENTS)[number]>): Patch[] {
  const { payment, place } = storing
  const { checkoutSessionId } = payment
  const session = state.sessions.find(({ sessionId }) => sessionId === checkoutSessionId)
  return [
    ...(place ? [{ takePlace: place }] : []),
    { order: payment },
    ...(session && session.status !== 'complete' ? [completeSession(session.id)] : []),
  ]
}

export function completeSession(id: string): Note {
  return { change: 'sessions', id, values: { status: 'complete' } }
}

function recordUnpaidEnd({ state, event, storing }: Context<'session_ended' | 'replaced'>): Patch[] {
  return [
    ...(state.order.paymentStatus === 'failed' ? [] : [{ order: { paymentStatus: 'failed' } } as const]),
    ...closeSessions(state),
    // Its place is given back as if it had never been held.
    ...(event === 'session_ended' && storing?.freesHold ? [{ freeHold: true } as const] : []),
  ]
}

/** None of the order's sessions can be paid any more. */
export function closeSessions({ sessions }: OrderState): Note[] {
  const isOpen = sessions.some(({ status }) => status === 'creating' || status === 'open')
  return isOpen ? [{ closeSessions: true }] : []
}

function setOrderStatus({ state, data }: Context): Patch[] {
  const to = orderStatusIn(data)
  return to ? statusPatch(state, to) : []
}

function recordAttempt({ storing }: { storing: { attempt: Attempt } }): Patch[] {
  return [{ add: 'attempts', row: storing.attempt }]
}

function recordCorrection({ state, at, storing }: Context<'corrected' | 'changed_by_buyer'>): Patch[] {
  const { changes, readdress } = storing
  if (!readdress) return [{ order: changes }]
  const { trackingToken, hashes } = readdress
  return [
    { order: { ...changes, trackingToken, manageLinksEndedAt: at } },
    ...newTokens(hashes),
    { readdress: changes.customerEmail ?? state.order.customerEmail },
  ]
}

/** The links in earlier emails open no choice and no question any more. */
function newTokens({ choices, substitutions }: NewHashes): Patch[] {
  return [
    ...choices.map(({ id, tokenHash }): Patch => ({ change: 'choices', id, values: { tokenHash } })),
    ...substitutions.map(
      ({ id, tokenHash }): Patch => ({ change: 'substitutions', id, values: { tokenHash } }),
    ),
  ]
}

type Reported = { storing: Pick<RefundReported, 'refund'> }

function recordRefund({ storing: { refund } }: Reported): Patch[] {
  if ('change' in refund) return [{ change: 'refunds', id: refund.change, values: refund.values }]
  return [{ add: 'refunds', row: refund }]
}

/** A refund that has arrived or came back: what of it is in the order's sum, and what of it is the shop's. */
function recordMoney(context: Context & { storing: RefundReported }): Patch[] {
  const { state, at, storing } = context
  const patches = recordRefund(context)
  const { order, refunds } = patches.reduce<OrderState>((now, patch) => applied(now, patch, at), state)
  const sum = refunds.reduce((cents, each) => cents + (each.status === 'succeeded' ? each.amountCents : 0), 0)
  const { share } = storing
  return [
    ...patches,
    { order: { refundedCents: Math.min(order.totalCents, sum) } },
    ...(share ? [{ add: 'shares', row: { ...share, createdAt: at } } as const] : []),
  ]
}

function recordDispute({ storing: { dispute } }: { storing: { dispute: Rows['disputes'] | null } }): Patch[] {
  return dispute ? [{ add: 'disputes', row: dispute }] : []
}

const RECORDS: Records = {
  checkout_opened: ({ state, storing: { id, sessionId, url } }) => [
    { change: 'sessions', id, values: { sessionId, url, status: 'open' } },
    // It becomes the current one, unless the order has been paid or closed.
    ...(state.order.paymentStatus === 'pending' ? [{ order: { checkoutSessionId: sessionId } }] : []),
  ],
  checkout_renewed: ({ storing: { id, next } }) => [
    { change: 'sessions', id, values: { status: 'abandoned' } },
    { add: 'sessions', row: next },
  ],
  replaced: recordUnpaidEnd,
  session_ended: recordUnpaidEnd,
  blocked: ({ state }) => (state.order.paymentStatus === 'paid' ? [] : closeSessions(state)),
  paid: recordPayment,
  paid_without_room: recordPayment,
  paid_after_cancellation: recordPayment,
  paid_after_delivery: recordPayment,
  status_set: setOrderStatus,
  reopened: ({ storing: { place } }) => (place ? [{ takePlace: place }] : []),
  undone: ({ state, storing: { undo } }) => undoPatches(state, undo),
  flag_resolved: ({ data }) => [{ resolve: data.flag }, { order: {} }],
  over_capacity_resolved: () => [{ order: {} }],
  shop_set_accepted: (context) =>
    context.shopOrder?.status === context.data.to ? [] : setShopOrder(context, context.data.to, true),
  nobody_there: recordAttempt,
  handed_over: recordAttempt,
  attempt_corrected: recordAttempt,
  attempt_corrected_to_nobody: recordAttempt,
  earlier_attempt_corrected: recordAttempt,
  florist_late: ({ state, data }) => [
    { change: 'choices', id: openChoice(state)?.id ?? '', values: { waitUntil: data.until } },
  ],
  chose_wait: ({ data: { promisedBy } }) => [{ order: { promisedBy, deliveryDate: promisedBy } }],
  chose_day: ({ state: { order }, storing: { date } }) => {
    const promise = promiseOn(date, order.timeZone)
    return [{ takePlace: { ...order, ...promise } }, { order: promise }]
  },
  corrected: recordCorrection,
  changed_by_buyer: recordCorrection,
  substituted: (context) => [addSubstitution(context)],
  substitution_refunded: (context) => [addSubstitution(context)],
  refund_requested: recordRefund,
  refund_failed: recordRefund,
  refunded: recordMoney,
  refunded_in_part: recordMoney,
  refund_returned: recordMoney,
  refund_returned_delivered: recordMoney,
  refund_returned_cancelled: recordMoney,
  disputed: recordDispute,
  dispute_answered: recordDispute,
  dispute_closed: ({ state, data, ...context }) => [
    ...recordDispute(context),
    ...(data.isKept && flagOf(state, 'disputed') ? [{ resolve: 'disputed' } as const] : []),
  ],
  florist_link_sent: ({ state, at, data: { shopOrderId }, storing: { link } }) => [
    { link: null, shopOrderId },
    newLink(state, shopOrderId, link, at),
  ],
  florist_link_revoked: ({ at, data: { shopOrderId }, storing: { expires } }) => [
    { link: expires ? { expiresAt: at } : null, shopOrderId },
  ],
  buyer_links_ended: ({ at, storing: { hashes } }) => [
    { order: { manageLinksEndedAt: at } },
    ...newTokens(hashes),
  ],
  shop_order_edited: ({ data, storing: { values } }) => [
    { change: 'shopOrders', id: data.shopOrderId, values },
  ],
  shop_order_payment: ({ at, by, data: { shopOrderId, to } }) => [
    {
      change: 'shopOrders',
      id: shopOrderId,
      values: { paymentStatus: to, paymentUpdatedAt: at, paymentUpdatedBy: by.actorId ?? null },
    },
  ],
  contact_added: ({ storing: { contact } }) => [{ add: 'contacts', row: contact }],
  photo_added: ({ storing: { photo } }) => [{ add: 'photos', row: photo }],
  photo_deleted: ({ at, data: { photoId, shopOrderId }, storing: { object } }) => [
    { change: 'photos', id: photoId, values: { deletedAt: at } },
    { deletePicture: { shopOrderId, object } },
  ],
}

function recordOf<E extends OrderEvent>(context: Context<E>): Patch[] {
  const record: ((context: Context<E>) => Patch[]) | undefined = RECORDS[context.event]
  return record?.(context) ?? []
}

// What follows.

function runCause(cause: Cause, context: Context, before: OrderParts, draft: Changes): void {
  const data = context.data as never
  if (!matches(before, cause.when ?? {}) || cause.if?.(data) === false) return
  if ('flag' in cause) draft.add(...flagPatches(draft.state, cause.flag, cause.detail?.(data) ?? null))
  else {
    const { textedAs } = messageEntry(cause.send)
    draft.add(...messagePatches(context, draft.state, cause.send, cause.payload?.(data) ?? {}))
    if (textedAs) draft.add(...messagePatches(context, draft.state, textedAs, {}))
  }
}

function flagPatches(state: OrderState, kind: OrderFlag, detail: string | null): Patch[] {
  const open = flagOf(state, kind)
  const { isAboutMoney, isNewest } = flagEntry(kind)
  if ((open && (!isNewest || open.detail === detail)) || (isAboutMoney && state.order.isSample)) return []
  return [...(open ? [{ resolve: kind }] : []), { flag: kind, detail }]
}

/** Writes a message by its entry, unless its reader is not to be written to, or it was written before. */
function messagePatches(
  context: Context,
  after: OrderState,
  kind: MessageKind,
  payload: Record<string, unknown>,
): Patch[] {
  const { heldUntil } = context
  const recipient = recipientOf(context, after, kind)
  if (recipient === null) return []
  const { about, names, joins } = messageEntry(kind)
  const dedupeKey = `${kind}:${subjectOf(about, context, after)}`
  if (after.messages.some((message) => message.dedupeKey === dedupeKey)) return []
  const named = names ? { [NAMES_IN_PAYLOADS[names]]: subjectOf(names, context, after) } : {}
  const message: NewMessage = {
    send: kind,
    recipient,
    dedupeKey,
    payload: { ...named, ...payload },
    notBefore: heldUntil,
  }
  return joins ? joined(message, joins, after.messages, context.at) : [message]
}

/** Joins what waits to be sent about the same, and is sent at most so often. */
function joined(
  message: NewMessage,
  { list, pauseMinutes }: { list: string; pauseMinutes: number },
  messages: readonly SentMessage[],
  at: string,
): Patch[] {
  const alike = messages.filter(
    ({ kind, payload }) => kind === message.send && payload['linkId'] === message.payload['linkId'],
  )
  const waiting = alike.find(({ tried }) => !tried)
  if (waiting) {
    const all = [waiting.payload, message.payload].flatMap((payload) => listIn(payload[list]))
    return [{ setPayload: waiting.id, payload: { ...waiting.payload, [list]: [...new Set(all)].sort() } }]
  }
  const last = alike
    .map((each) => each.at)
    .sort()
    .at(-1)
  const pauseEnd = last && new Date(Date.parse(last) + pauseMinutes * 60_000).toISOString()
  return [pauseEnd && pauseEnd > at ? { ...message, notBefore: pauseEnd } : message]
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The id of what a message is about. Whoever loses the order is found in what was before. */
function subjectOf(subject: Subject, context: Context, after: OrderState): string {
  const { state: before, data } = context
  const id = subjectIn(subject, before, after, data)
  if (!id) throw new Error(`${context.event} has no ${subject} for its message`)
  return id
}

function subjectIn(
  subject: Subject,
  before: OrderState,
  after: OrderState,
  data: object,
): string | undefined {
  const { id } = after.order
  const own = <Key extends string>(key: Key) => (data as { [K in Key]?: string })[key]
  switch (subject) {
    case 'order':
      return id
    case 'ending': {
      const reopened = before.log.filter(({ kind }) => kind.startsWith('reopened')).length
      return reopened === 0 ? id : `${id}:${reopened}`
    }
    case 'delivery': {
      const missed = after.attempts.findLast(({ outcome }) => outcome === 'nobody')
      return missed ? `${id}:${missed.id}` : id
    }
    case 'change':
      return `${id}:${before.seq + 1}`
    case 'refund':
      return own('refundId')
    case 'attempt':
      return own('attemptId')
    case 'choice':
      return (openChoice(before) ?? after.choices.at(-1))?.id
    case 'substitution':
      return (openQuestion(before) ?? after.substitutions.at(-1))?.id
    case 'link':
      return (liveShopOrder(after) ?? liveShopOrder(before))?.link?.id
    case 'shop order':
      return (liveShopOrder(before) ?? liveShopOrder(after))?.id
  }
}

/** Null: nobody is to be written to. */
function recipientOf({ state: before }: Context, after: OrderState, kind: MessageKind): string | null {
  const { to } = messageEntry(kind)
  if (to === 'owner') return SITE.ownerEmail
  if (to === 'buyer') return after.order.isSample ? null : after.order.customerEmail
  if (to === 'phone') return after.takesTexts ? after.order.customerPhone : null
  const florist = liveShopOrder(after) ?? liveShopOrder(before)
  if (!florist?.link || florist.email === null) return null
  const { email } = florist
  switch (kind) {
    // Whoever has not heard of the order does not have to hear that it is gone.
    case 'florist-withdrawn':
      return lastTried(after.messages, email, ['florist-order']) === null ? null : email
    case 'florist-cancelled':
      return ['florist-order', 'florist-reopened'].includes(lastHeard(after, email) ?? '') ? email : null
    case 'florist-reopened':
      return lastHeard(after, email) === 'florist-cancelled' ? email : null
    default:
      return email
  }
}

/** The last that a florist heard of whether the order is to be made. */
export function lastHeard({ messages }: OrderState, email: string): string | null {
  return lastTried(messages, email, ['florist-order', 'florist-cancelled', 'florist-reopened'])
}

/** What has to be so in the state to which an event has led, whichever event it was. */
function consequencesOf(state: OrderState, at: string): Patch[] {
  const parts = partsOf(state)
  const resolved = ORDER_FLAGS.filter(
    (kind) => flagOf(state, kind) && flagEntry(kind).until.some((until) => matches(parts, until)),
  )
  const untrue = state.messages.filter(({ kind, tried }) => !tried && isUntrue(kind, parts))
  return [
    ...resolved.map((kind): Patch => ({ resolve: kind })),
    ...(untrue.length > 0 ? [{ unsend: untrue.map(({ id }) => id) }] : []),
    ...prolongedLink(state, at),
  ]
}

/** True if a message says what is not so in these states. */
export function isUntrue(kind: string, parts: OrderParts): boolean {
  return untrueIn(kind).some((when) => matches(parts, when))
}

/** A florist's link that works lasts as long as its clock says, and never ends earlier for it. */
function prolongedLink(state: OrderState, at: string): Patch[] {
  const { id: shopOrderId, link } = liveShopOrder(state) ?? {}
  if (shopOrderId === undefined || !link || link.expiresAt <= at) return []
  const expiresAt = linkEnd(state, at)
  return expiresAt > link.expiresAt ? [{ link: { expiresAt }, shopOrderId }] : []
}

function linkEnd(state: OrderState, now: string): string {
  const { promisedBy } = state.order
  const nextAttempt = state.attempts.at(-1)?.nextAt ?? null
  return CLOCKS.florist_link({ now, promisedBy, nextAttempt, delivered: null, ended: null })
}
