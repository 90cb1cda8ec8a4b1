import { bucketOfOrder, isSameBucket, lastMinuteOf } from '#domain/capacity.ts'
import { countsFromPayment, deliveryDate, promisedBy } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { takesPlace } from '#domain/order-status.ts'
import { partsOf } from './current-parts.ts'
import type { Draft } from './draft.ts'
import type { UnpaidEnd } from './events.ts'
import { closeSessions, completeSession } from './evolve.ts'
import { mayHappen } from './may.ts'
import type { WantedPlace } from './patches.ts'
import { Refused } from './refused.ts'
import type { CheckoutSessionState, OrderFields, OrderState } from './state.ts'

// Reports of the payment provider about a checkout, and the end of one that nobody pays.

export type OpenSession = {
  type: 'open_session'
  /** The id of the order's own row. */
  id: string
  /** The provider's. */
  sessionId: string
  url: string | null
}

/** Notes that the provider has opened a session. One that was abandoned stays so. */
export function openSession(draft: Draft, { id, sessionId, url }: OpenSession): void {
  const session = draft.state.sessions.find((each) => each.id === id)
  if (session?.status !== 'creating') return
  const dedupeKey = `checkout_opened:${id}`
  draft.happen('checkout_opened', { sessionId }, { id, sessionId, url }, { dedupeKey })
}

export type NewSession = Pick<CheckoutSessionState, 'id' | 'n' | 'params' | 'expiresAt'>
export type RenewSession = { type: 'renew_session'; id: string; next: NewSession }

/**
 * Abandons a session that the provider has not opened, for another one; nothing if somebody else was faster, or nobody is sent to
 * pay here any more.
 * @throws Refused `attempt_busy` when the order does not wait for its payment any more
 */
export function renewSession(draft: Draft, { id, next }: RenewSession): void {
  const { order, sessions } = draft.state
  if (order.paymentStatus !== 'pending') throw new Refused('attempt_busy')
  const session = sessions.find((each) => each.id === id)
  if (session?.status !== 'creating' || session.stoppedAt !== null) return
  const row = { ...next, sessionId: null, url: null, status: 'creating', stoppedAt: null } as const
  const stamped = { ...row, createdAt: draft.at, updatedAt: draft.at }
  draft.happen('checkout_renewed', {}, { id, next: stamped }, { dedupeKey: `checkout_renewed:${id}` })
}

export type Pay = {
  type: 'pay'
  session: {
    id: string
    amountTotalCents: number | null
    currency: string | null
    paymentReference: string | null
    paymentMethod: string | null
  }
  paidAt: Date
  /** The source of the news. */
  source: string
}

/**
 * Applies a payment by the order's current session, once. An order that was closed because nobody paid comes back; one that was
 * called off stays cancelled and needs a refund. A payment that does not fit the order is flagged.
 */
export function pay(draft: Draft, { session, paidAt, source }: Pay): void {
  const { order } = draft.state
  const misfit = paymentMisfit(order, session)
  if (misfit) {
    flagPayment(draft, misfit, session.id, source)
    return
  }
  if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded') {
    const open = draft.state.sessions.find((each) => each.sessionId === session.id)
    if (open && open.status !== 'complete') draft.note(completeSession(open.id))
    return
  }
  const before = draft.state
  const { order: part } = partsOf(before)
  const isCalledOff = part === 'called_off'
  const isDelivered = part === 'unpaid_delivered'
  const { promise, place, isOver } = promiseOfPayment(draft, { paidAt, isKept: isCalledOff || isDelivered })
  const payment = {
    paymentReference: session.paymentReference,
    paymentMethod: session.paymentMethod,
    checkoutSessionId: session.id,
    paidAt: paidAt.toISOString(),
    ...promise,
  }
  const event = isCalledOff
    ? 'paid_after_cancellation'
    : isDelivered
      ? 'paid_after_delivery'
      : isOver
        ? 'paid_without_room'
        : 'paid'
  const wasPaused = !isCalledOff && isPaused(before, session.id)
  const data = {
    ...{ source, sessionId: session.id, amountCents: session.amountTotalCents },
    ...(wasPaused && { wasPaused }),
  }
  draft.happen(event, data, { payment, place }, { dedupeKey: `paid:${order.id}` })
  if (isOver && mayHappen(draft.state, 'promise_in_danger')) {
    const choiceId = `${order.id}:${draft.state.choices.length + 1}`
    draft.happen('promise_in_danger', { choiceId, reason: 'no_room' }, undefined, { by: { actor: 'system' } })
  }
}

type PromiseOfPayment = {
  promise: Partial<Pick<OrderFields, 'deliveryDate' | 'promisedBy'>>
  /** The place to be taken; null: the one that it has. */
  place: WantedPlace | null
  isOver: boolean
}

/**
 * The promise that counts from the payment, and its place: of another hour, or because its own was given back when the order
 * was closed. Without room an order that holds an hour keeps as much time as that has; another one is flagged.
 */
function promiseOfPayment(
  draft: Draft,
  { paidAt, isKept }: { paidAt: Date; isKept: boolean },
): PromiseOfPayment {
  const { order } = draft.state
  const { deliveryOption: option, timeZone } = order
  const promise = countsFromPayment(option)
    ? {
        deliveryDate: deliveryDate(option, paidAt, timeZone).toISOString(),
        promisedBy: promisedBy(option, paidAt, timeZone).toISOString(),
      }
    : {}
  const moved = { ...order, ...promise }
  const hasPlace = takesPlace(order)
  if (isKept || (hasPlace && isSameBucket(bucketOfOrder(order), bucketOfOrder(moved)))) {
    return { promise, place: null, isOver: false }
  }
  if (draft.hasRoom) return { promise, place: moved, isOver: false }
  const { hour } = bucketOfOrder(order)
  if (!hasPlace || hour === null || order.paymentStatus !== 'pending') {
    return { promise, place: null, isOver: true }
  }
  const kept = lastMinuteOf(hour).toISOString()
  return { promise: { deliveryDate: kept, promisedBy: kept }, place: null, isOver: false }
}

/** True if a session was stopped because its market takes no orders. One that has outlived its hold is paid for in time. */
function isPaused({ sessions, log }: OrderState, sessionId: string): boolean {
  const stopped = sessions
    .filter((session) => session.sessionId === sessionId)
    .map(({ id }) => `checkout_stopped:${id}`)
  return log.some(({ dedupeKey }) => dedupeKey !== null && stopped.includes(dedupeKey))
}

type Misfit = { kind: 'stray_payment' | 'amount_mismatch'; detail: string }

/** Why a payment is not the one that an order waits for; null when it is. */
export function paymentMisfit(
  order: Pick<OrderFields, 'checkoutSessionId' | 'totalCents' | 'currency'>,
  session: Pick<Pay['session'], 'id' | 'amountTotalCents' | 'currency'>,
): Misfit | null {
  // A session whose creation was never recorded (the answer got lost) belongs to the order when it has no other.
  if (order.checkoutSessionId !== null && order.checkoutSessionId !== session.id) {
    return { kind: 'stray_payment', detail: `Paid by ${session.id}, not the current session` }
  }
  if (session.amountTotalCents === order.totalCents && session.currency === order.currency) return null
  const { amountTotalCents: paid, currency } = session
  return {
    kind: 'amount_mismatch',
    detail: `Paid ${amountText(paid, currency)}, not ${formatMoney(order.totalCents)}`,
  }
}

function amountText(cents: number | null, currency: string | null): string {
  if (cents === null || currency === null) return 'an unknown amount'
  return currency === 'usd' ? formatMoney(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`
}

function flagPayment(draft: Draft, { kind, detail }: Misfit, sessionId: string, source: string): void {
  const dedupeKey = `${kind}:${sessionId}`
  if (draft.state.log.some((entry) => entry.dedupeKey === dedupeKey)) return
  draft.happen(kind, { source, sessionId, detail }, undefined, { dedupeKey })
}

export type CloseUnpaid = {
  type: 'close_unpaid'
  why: UnpaidEnd | 'replaced'
  /** The session that ended; absent: it does not matter which. */
  sessionId?: string
}

/** Closes an order that will never be paid, once. An order that is paid, or has another session, stays as it is. */
export function closeUnpaid(draft: Draft, { why, sessionId }: CloseUnpaid): void {
  const { order } = draft.state
  const { checkoutSessionId } = order
  if (sessionId !== undefined && checkoutSessionId !== null && checkoutSessionId !== sessionId) return
  if (order.paymentStatus !== 'pending') {
    draft.note(...closeSessions(draft.state))
    return
  }
  // A session may have been opened since somebody found that there was none.
  const needsNone = why === 'given_up' || why === 'not_opened'
  if (needsNone && checkoutSessionId !== null) return
  const options = { dedupeKey: `${why}:${order.id}` }
  if (why === 'replaced') draft.happen('replaced', {}, undefined, options)
  else draft.happen('session_ended', { why }, { freesHold: why === 'not_opened' }, options)
}
