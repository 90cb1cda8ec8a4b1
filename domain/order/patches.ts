import type { Bucket, Limits } from '#domain/capacity.ts'
import { BUYER_MESSAGES, type OrderFlag } from './causes.ts'
import type { OrderEvent } from './events.ts'
import type {
  Attempt,
  CheckoutSessionState,
  Choice,
  Dispute,
  LogEntry,
  OrderFields,
  OrderState,
  Photo,
  Refund,
  RefundShare,
  SentMessage,
  ShopOrder,
  Substitution,
} from './state.ts'

// What events change in the rows of an order. Two readers take the patches one after the other: `applied` here, for the state in
// memory, and `write` in api/orders/decision-queries.ts, for the database. Only evolve.ts makes them.

/** Who causes something. An admin is named by their user id, a florist by their shop's id. */
export type By = { actor: LogEntry['actor']; actorId?: string | undefined }

/** The share of a shop's capacity that an order takes, and the limits of it. */
export type ShopRoomWanted = { bucket: Bucket; zone: string; limits: Limits }

/** A place in what a market can deliver, by the promised time. */
export type WantedPlace = Pick<OrderFields, 'marketId' | 'timeZone' | 'deliveryOption' | 'promisedBy'>

/** The rows that belong to an order, as they are stored; some have what is read from other rows beside it. */
export type Rows = {
  shopOrders: ShopOrder & {
    orderTotalCents?: number
    platformFeeCents?: number
    statusUpdatedBy?: string | null
    paymentUpdatedBy?: string | null
    /** The room that the shop must have; absent: it is given the order above its capacity, too. */
    room?: ShopRoomWanted | undefined
  }
  choices: Choice & { number?: number; tokenHash?: string | null }
  substitutions: Substitution & { number?: number; tokenHash?: string | null }
  refunds: Refund & { reason?: string; failure?: string | null; createdAt?: string; updatedAt?: string }
  sessions: CheckoutSessionState & { createdAt?: string; updatedAt?: string }
  photos: Photo & { bytes?: number; width?: number; height?: number }
  attempts: Attempt
  contacts: { id: string; shopOrderId: string; note: string; userId: string; createdAt: string }
  shares: RefundShare & { id?: string; refundId: string | null; createdBy: string | null; createdAt: string }
  disputes: DisputeReport
}
type Table = keyof Rows

/** A report of the provider about a dispute. */
export type DisputeReport = Dispute & {
  amountCents: number
  reason: string
  respondBy: string | null
  createdAt: string
}

type Add = { [T in Table]: { add: T; row: Rows[T] } }[Table]
type Change = { [T in Table]: { change: T; id: string; values: Partial<Rows[T]> } }[Table]

export type NewLink = { id: string; tokenHash: string; expiresAt: string }

export type NewMessage = {
  send: string
  recipient: string
  /** `{kind}:{what it is about}`: it is written once. */
  dedupeKey: string
  payload: Readonly<Record<string, unknown>>
  /** ISO instant before which it is not sent; absent: at once. */
  notBefore?: string | undefined
}

export type Entry = { log: OrderEvent; data: Record<string, unknown>; dedupeKey?: string | undefined; by: By }

export type Patch =
  | Entry
  | Add
  | Change
  | { order: Partial<OrderFields> }
  /** Its link: another one, until when the one that it has works, or none. */
  | { link: NewLink | { expiresAt: string } | null; shopOrderId: string }
  | NewMessage
  | { setPayload: string; payload: Readonly<Record<string, unknown>> }
  /** Takes back messages that nobody has begun to send. */
  | { unsend: readonly string[] }
  /** The buyer's address: emails to them that nobody has begun to send go there, those that were tried end. */
  | { readdress: string }
  | { flag: OrderFlag; detail: string | null }
  | { resolve: OrderFlag }
  /** None of the order's sessions can be paid any more. */
  | { closeSessions: true }
  /** The write fails, and is decided again without room, if there is no place. */
  | { takePlace: WantedPlace }
  | { freeHold: true }
  /** The picture of a deleted photograph. */
  | { deletePicture: Pick<Photo, 'shopOrderId' | 'object'> }
  | { deleteOrder: true }

/** What is no event: it notes what the provider says, and moves nothing. */
export type Note =
  | Extract<Change, { change: 'sessions' | 'refunds' }>
  | Extract<Add, { add: 'disputes' }>
  | { closeSessions: true }

/** The state after a patch of a decision made at `at` (ISO instant). */
export function applied(state: OrderState, patch: Patch, at: string): OrderState {
  return { ...state, ...changes(state, patch, at) }
}

function changes(state: OrderState, patch: Patch, at: string): Partial<OrderState> {
  const { order, shopOrders, messages, flags, sessions } = state
  if ('log' in patch) {
    const { log: kind, data, dedupeKey = null } = patch
    const entry = { kind, actor: patch.by.actor, data, dedupeKey, createdAt: at }
    return { seq: state.seq + 1, log: [...state.log, entry] }
  }
  if ('order' in patch) return { order: { ...order, ...patch.order } }
  if ('add' in patch) return { ...added(state, patch) }
  if ('change' in patch) return changed(state, patch)
  if ('link' in patch) {
    const { link, shopOrderId } = patch
    const next = (old: ShopOrder['link']) => link && { id: old?.id ?? '', ...link }
    return { shopOrders: withRow(shopOrders, shopOrderId, (old) => ({ link: next(old.link) })) }
  }
  if ('send' in patch) {
    const { send: kind, dedupeKey, recipient, payload } = patch
    const message = { id: `new ${dedupeKey}`, kind, dedupeKey, recipient, payload, at }
    return { messages: [...messages, { ...message, tried: false, failed: false }] }
  }
  if ('setPayload' in patch) {
    return { messages: withRow(messages, patch.setPayload, () => ({ payload: patch.payload, at })) }
  }
  if ('unsend' in patch) return { messages: messages.filter(({ id }) => !patch.unsend.includes(id)) }
  if ('readdress' in patch) {
    const recipient = patch.readdress
    const moves = ({ kind, tried }: SentMessage) => !tried && BUYER_MESSAGES.some((each) => each === kind)
    return { messages: messages.map((each) => (moves(each) ? { ...each, recipient } : each)) }
  }
  if ('flag' in patch) return { flags: [...flags, { kind: patch.flag, detail: patch.detail }] }
  if ('resolve' in patch) return { flags: flags.filter(({ kind }) => kind !== patch.resolve) }
  if ('closeSessions' in patch) {
    const isOpen = ({ status }: CheckoutSessionState) => status === 'creating' || status === 'open'
    return { sessions: sessions.map((each) => (isOpen(each) ? { ...each, status: 'expired' } : each)) }
  }
  // The rest is kept beside the state: places, pictures; and a deleted order, after which nothing is decided.
  return {}
}

function added(state: OrderState, { add, row }: Add): Partial<OrderState> {
  switch (add) {
    case 'contacts':
      return {}
    case 'shares':
      return withShare(state.shopOrders, row)
    case 'refunds':
      return { refunds: [...state.refunds, row], ...withShare(state.shopOrders, row.share) }
    case 'sessions':
      return { sessions: [row, ...state.sessions] }
    case 'disputes':
      return { disputes: [...state.disputes.filter(({ id }) => id !== row.id), row] }
    default:
      return { [add]: [...state[add], row] }
  }
}

function changed(state: OrderState, { change, id, values }: Change): Partial<OrderState> {
  if (change === 'contacts' || change === 'shares') return {}
  const rows: readonly { id: string }[] = state[change]
  const next = { [change]: withRow(rows, id, () => values) }
  if (change !== 'refunds') return next
  // A share that was asked for counts until its refund is decided; then its correction does.
  const before = state.refunds.find((refund) => refund.id === id)
  const isDecided = before?.status === 'pending' && values.status !== undefined && values.status !== 'pending'
  const share = isDecided && before.share ? { ...before.share, amountCents: -before.share.amountCents } : null
  return { ...next, ...withShare(state.shopOrders, share) }
}

function withRow<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  change: (row: Row) => object,
): Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change(row) } : row))
}

function withShare(
  shopOrders: readonly ShopOrder[],
  share: Pick<RefundShare, 'shopOrderId' | 'amountCents'> | null,
): Partial<OrderState> {
  if (!share) return {}
  const { shopOrderId, amountCents } = share
  return {
    shopOrders: withRow(shopOrders, shopOrderId, ({ correctedCents }) => ({
      correctedCents: correctedCents + amountCents,
    })),
  }
}
