import type { Bucket, Limits } from '#domain/capacity.ts'
import type { NewAttempt } from './attempt.ts'
import { BUYER_MESSAGES, type OrderFlag } from './events.ts'
import type { NewPhoto } from './photo.ts'
import type {
  CheckoutSessionState,
  Choice,
  Dispute,
  LogEntry,
  OrderFields,
  OrderState,
  Refund,
  RefundShare,
  SentMessage,
  ShopOrder,
  Substitution,
} from './state.ts'

// A decision comes to a list of steps. Two readers take them one after the other: `evolve` here, and `write` in
// api/orders/decision-queries.ts, which has a statement for each. Which messages and flags an event causes stands in events.ts.

/** Who causes something. An admin is named by their user id, a florist by their shop's id. */
export type By = { actor: LogEntry['actor']; actorId?: string | undefined }

export type NewShopOrder = Pick<
  ShopOrder,
  'id' | 'shopId' | 'shop' | 'email' | 'shopCostCents' | 'specialInstructions' | 'answerBy'
> & {
  totalCents: number
  platformFeeCents: number
  /** The room that the shop must have; absent: it is given the order above its capacity, too. */
  room?: ShopRoomWanted | undefined
}

/** The share of a shop's capacity that an order takes, and the limits of it. */
export type ShopRoomWanted = { bucket: Bucket; zone: string; limits: Limits }

export type NewSubstitution = Pick<
  Substitution,
  'id' | 'shopOrderId' | 'missing' | 'instead' | 'preference'
> &
  Partial<Pick<Substitution, 'expiresAt' | 'closedAt' | 'outcome'>> & { tokenHash?: string }

export type NewRefund = Pick<Refund, 'id' | 'idempotencyKey' | 'amountCents' | 'requestedBy' | 'share'> & {
  reason: string
  /** Of a refund that was made at the provider. */
  provider?: { id: string; status: Refund['status']; failure: string | null; createdAt: string }
}

/** A place in what a market can deliver, by the promised time. */
export type WantedPlace = Pick<OrderFields, 'marketId' | 'timeZone' | 'deliveryOption' | 'promisedBy'>

export type NewSession = Pick<CheckoutSessionState, 'id' | 'n' | 'params' | 'expiresAt'>

export type NewMessage = {
  send: string
  recipient: string
  /** The subject's id: a kind is written once for each. */
  about: string
  payload?: Record<string, unknown> | undefined
  /** ISO instant before which it is not sent; absent: at once. */
  notBefore?: string | undefined
}

export type Consequence =
  | { log: string; data?: Record<string, unknown>; dedupeKey?: string; by?: By }
  /** Counts the order's version up. */
  | { setOrder: Partial<OrderFields> }
  /** Counts the shop order's version up. */
  | { setShopOrder: string; values: Partial<ShopOrder> & { by?: string | null; paymentBy?: string | null } }
  | { addShopOrder: NewShopOrder }
  | { addLink: { id: string; shopOrderId: string; tokenHash: string; expiresAt: string } }
  | { revokeLinks: readonly string[] }
  | { extendLink: string; expiresAt: string }
  | NewMessage
  | { setPayload: string; payload: Record<string, unknown> }
  /** Takes back messages that nobody has begun to send. */
  | { unsend: readonly string[] }
  /** The buyer's address: emails to them that nobody has begun to send go there, those that were tried end. */
  | { readdress: string }
  | { flag: OrderFlag; detail: string | null }
  | { resolve: OrderFlag }
  | { openChoice: Pick<Choice, 'id' | 'reason' | 'waitUntil'> }
  | { setChoice: string; values: Partial<Choice> & { tokenHash?: string } }
  | { addSubstitution: NewSubstitution }
  | {
      setSubstitution: string
      values: Partial<Pick<Substitution, 'closedAt' | 'outcome'>> & { tokenHash?: string }
    }
  | { addRefund: NewRefund }
  | {
      setRefund: string
      values: Partial<Pick<Refund, 'status' | 'providerRefundId'>> & { failure?: string | null }
    }
  | { correctShare: RefundShare; refundId: string | null; createdBy: string | null }
  | { setDispute: DisputeReport }
  | { addSession: NewSession }
  /** It becomes the current one, unless the order has been paid or closed. */
  | { openSession: string; sessionId: string; url: string | null }
  | { abandonSession: string }
  | { completeSession: string }
  /** None of the order's sessions can be paid any more. */
  | { closeSessions: true }
  /** The write fails, and is decided again without room, if there is no place. */
  | { takePlace: WantedPlace }
  | { freeHold: true }
  | { addContact: { id: string; shopOrderId: string; note: string; userId: string } }
  | { addPhoto: NewPhoto }
  /** Its picture goes. */
  | { deletePhoto: string; picture: Pick<NewPhoto, 'shopOrderId' | 'object'> }
  | { addAttempt: NewAttempt }
  | { deleteOrder: true }

/** A report of the provider about a dispute. */
export type DisputeReport = Dispute & {
  amountCents: number
  reason: string
  respondBy: string | null
  createdAt: string
}

/** The state after one step of a decision made at `at` (ISO instant). */
export function evolve<State extends OrderState>(state: State, step: Consequence, at: string, by: By): State {
  return { ...state, ...changed(state, step, at, by) }
}

function changed(state: OrderState, step: Consequence, at: string, by: By): Partial<OrderState> {
  const { order, shopOrders, choices, substitutions, refunds, messages, flags, sessions } = state
  if ('log' in step) {
    const { actor } = step.by ?? by
    const entry = {
      kind: step.log,
      actor,
      data: step.data ?? {},
      dedupeKey: step.dedupeKey ?? null,
      createdAt: at,
    }
    return { seq: state.seq + 1, log: [...state.log, entry] }
  }
  if ('setOrder' in step)
    return { order: { ...order, ...step.setOrder, version: order.version + 1, updatedAt: at } }
  if ('setShopOrder' in step) {
    const { by: _by, paymentBy: _paymentBy, ...values } = step.values
    return {
      shopOrders: patch(shopOrders, step.setShopOrder, (old) => ({
        ...values,
        version: old.version + 1,
        updatedAt: at,
      })),
    }
  }
  if ('addShopOrder' in step) {
    const { totalCents: _total, platformFeeCents: _fee, room: _room, ...row } = step.addShopOrder
    return { shopOrders: [...shopOrders, { ...row, ...NEW_SHOP_ORDER, createdAt: at, updatedAt: at }] }
  }
  if ('addLink' in step) {
    const { id, expiresAt, shopOrderId } = step.addLink
    return { shopOrders: patch(shopOrders, shopOrderId, () => ({ link: { id, expiresAt } })) }
  }
  if ('revokeLinks' in step) {
    const isRevoked = ({ id }: ShopOrder) => step.revokeLinks.includes(id)
    return { shopOrders: shopOrders.map((each) => (isRevoked(each) ? { ...each, link: null } : each)) }
  }
  if ('extendLink' in step) {
    const { extendLink, expiresAt } = step
    return {
      shopOrders: patch(shopOrders, extendLink, ({ link }) => ({ link: link && { ...link, expiresAt } })),
    }
  }
  if ('send' in step) {
    const { send: kind, about, recipient, payload = {} } = step
    const message = { id: `new ${kind}:${about}`, kind, recipient, payload, at }
    return {
      messages: [...messages, { ...message, dedupeKey: `${kind}:${about}`, tried: false, failed: false }],
    }
  }
  if ('setPayload' in step)
    return { messages: patch(messages, step.setPayload, () => ({ payload: step.payload, at })) }
  if ('unsend' in step) return { messages: messages.filter(({ id }) => !step.unsend.includes(id)) }
  if ('readdress' in step) {
    const recipient = step.readdress
    const moves = ({ kind, tried }: SentMessage) => !tried && BUYER_MESSAGES.some((each) => each === kind)
    return { messages: messages.map((each) => (moves(each) ? { ...each, recipient } : each)) }
  }
  if ('flag' in step) {
    const isOpen = flags.some(({ kind }) => kind === step.flag)
    return isOpen ? {} : { flags: [...flags, { kind: step.flag, detail: step.detail }] }
  }
  if ('resolve' in step) return { flags: flags.filter(({ kind }) => kind !== step.resolve) }
  if ('openChoice' in step) {
    return { choices: [...choices, { ...NEW_CHOICE, ...step.openChoice, openedAt: at }] }
  }
  if ('setChoice' in step) {
    const { tokenHash: _hash, ...values } = step.values
    return { choices: patch(choices, step.setChoice, () => values) }
  }
  if ('addSubstitution' in step) {
    const { tokenHash: _hash, ...row } = step.addSubstitution
    return { substitutions: [...substitutions, { ...NEW_SUBSTITUTION, ...row, reportedAt: at }] }
  }
  if ('setSubstitution' in step) {
    const { tokenHash: _hash, ...values } = step.values
    return { substitutions: patch(substitutions, step.setSubstitution, () => values) }
  }
  if ('addRefund' in step) {
    const { provider, reason: _reason, ...row } = step.addRefund
    const refund = { ...row, providerRefundId: provider?.id ?? null, status: provider?.status ?? 'pending' }
    return { refunds: [...refunds, refund], ...shared(shopOrders, refund.share) }
  }
  if ('setRefund' in step) {
    const { failure: _failure, ...values } = step.values
    const before = refunds.find(({ id }) => id === step.setRefund)
    // A share that was asked for counts until its refund is decided; then its correction does.
    const isDecided =
      before?.status === 'pending' && values.status !== undefined && values.status !== 'pending'
    const undone =
      isDecided && before.share ? { ...before.share, amountCents: -before.share.amountCents } : null
    return { refunds: patch(refunds, step.setRefund, () => values), ...shared(shopOrders, undone) }
  }
  if ('correctShare' in step) return shared(shopOrders, step.correctShare)
  if ('setDispute' in step) {
    const { id, status, updatedAt } = step.setDispute
    return { disputes: [...state.disputes.filter((each) => each.id !== id), { id, status, updatedAt }] }
  }
  if ('addSession' in step) return { sessions: [{ ...step.addSession, ...NEW_SESSION }, ...sessions] }
  if ('openSession' in step) {
    const { openSession, sessionId, url } = step
    const checkoutSessionId = order.paymentStatus === 'pending' ? sessionId : order.checkoutSessionId
    return {
      sessions: patch(sessions, openSession, () => ({ sessionId, url, status: 'open' })),
      order: { ...order, checkoutSessionId, updatedAt: at },
    }
  }
  if ('abandonSession' in step)
    return { sessions: patch(sessions, step.abandonSession, () => ({ status: 'abandoned' })) }
  if ('completeSession' in step) {
    const isIt = ({ sessionId }: CheckoutSessionState) => sessionId === step.completeSession
    return { sessions: sessions.map((each) => (isIt(each) ? { ...each, status: 'complete' } : each)) }
  }
  if ('closeSessions' in step) {
    const isOpen = ({ status }: CheckoutSessionState) => status === 'creating' || status === 'open'
    return { sessions: sessions.map((each) => (isOpen(each) ? { ...each, status: 'expired' } : each)) }
  }
  if ('addPhoto' in step) {
    const { bytes: _bytes, width: _width, height: _height, ...photo } = step.addPhoto
    return { photos: [...state.photos, { ...photo, createdAt: at, deletedAt: null }] }
  }
  if ('deletePhoto' in step)
    return { photos: patch(state.photos, step.deletePhoto, () => ({ deletedAt: at })) }
  if ('addAttempt' in step) return { attempts: [...state.attempts, { ...step.addAttempt, createdAt: at }] }
  // The rest is kept beside the state: places, contacts; and a deleted order, after which nothing is decided.
  return {}
}

const NEW_SHOP_ORDER = {
  shopIsActive: true,
  status: 'pending',
  paymentStatus: 'pending',
  paymentReference: null,
  shopNotes: null,
  withdrawnAt: null,
  answeredAt: null,
  answeredBy: null,
  statusUpdatedAt: null,
  paymentUpdatedAt: null,
  correctedCents: 0,
  version: 1,
  link: null,
} as const
const NEW_SESSION = { sessionId: null, url: null, status: 'creating', stoppedAt: null } as const
const NEW_CHOICE = { offeredAt: null, expiresAt: null, closedAt: null, outcome: null } as const

const NEW_SUBSTITUTION = { expiresAt: null, closedAt: null, outcome: null } as const

function patch<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  change: (item: Item) => Partial<Item>,
): Item[] {
  return items.map((item) => (item.id === id ? { ...item, ...change(item) } : item))
}

function shared(shopOrders: readonly ShopOrder[], share: RefundShare | null): Partial<OrderState> {
  if (!share) return {}
  const { shopOrderId, amountCents } = share
  const change = ({ correctedCents }: ShopOrder) => ({ correctedCents: correctedCents + amountCents })
  return { shopOrders: patch(shopOrders, shopOrderId, change) }
}

/** A message that was tried is known to whoever it went to. */
export function lastTried(
  messages: readonly SentMessage[],
  recipient: string,
  kinds: readonly string[],
): string | null {
  const tried = messages.filter(
    (message) => message.tried && message.recipient === recipient && kinds.includes(message.kind),
  )
  return tried.at(-1)?.kind ?? null
}
