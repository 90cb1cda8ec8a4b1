import { bucketOfOrder, isSameBucket, lastMinuteOf } from '#domain/capacity.ts'
import { countsFromPayment, deliveryDate, promisedBy } from '#domain/delivery.ts'
import { takesPlace } from '#domain/order-status.ts'
import type { NewSession } from './consequences.ts'
import { addEffects, addFlag, type Draft, mayHappen, putInDanger, Refused, unsend } from './draft.ts'
import { type OrderFields, type OrderState, type UNPAID_ENDS, wasClosedUnpaid } from './state.ts'

// Reports of the payment provider about a checkout, and the end of one that nobody pays.

export type OpenSession = {
  type: 'open_session'
  /** The id of the order's own row. */
  id: string
  /** The provider's. */
  sessionId: string
  url: string | null
}

/** Notes that the provider has opened a session; `evolve` makes it the current one of an unpaid order. One that was abandoned stays so. */
export function openSession(draft: Draft, { id, sessionId, url }: OpenSession): void {
  const session = draft.state.sessions.find((each) => each.id === id)
  if (session?.status !== 'creating') return
  draft.add({ log: 'checkout_opened', data: { sessionId }, dedupeKey: `checkout_opened:${id}` })
  draft.add({ openSession: id, sessionId, url })
}

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
  draft.add({ log: 'checkout_renewed', dedupeKey: `checkout_renewed:${id}` })
  draft.add({ abandonSession: id }, { addSession: next })
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
export function pay(draft: Draft, { session, paidAt, source }: Pay, hasRoom: boolean): void {
  const { order } = draft.state
  const misfit = paymentMisfit(order, session)
  if (misfit) {
    flagPayment(draft, misfit, session.id, source)
    return
  }
  const isOpen = draft.state.sessions.some(
    ({ sessionId, status }) => sessionId === session.id && status !== 'complete',
  )
  if (isOpen) draft.add({ completeSession: session.id })
  if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded') return
  const before = draft.state
  const comesBack = order.status === 'pending' || wasClosedUnpaid(before)
  const status = comesBack ? 'confirmed' : order.status
  const isCancelled = status === 'cancelled'
  const { promise, isOver } = promiseOfPayment(draft, { paidAt, isCancelled }, hasRoom)
  draft.add({
    setOrder: {
      paymentStatus: 'paid',
      status,
      paymentReference: session.paymentReference,
      paymentMethod: session.paymentMethod,
      checkoutSessionId: session.id,
      paidAt: paidAt.toISOString(),
      ...promise,
    },
  })
  if (isCancelled) {
    const flag = 'Paid after it was cancelled'
    addEffects(
      draft,
      'paid_after_cancellation',
      { flag, 'order-notice': { payload: { needsRefund: true } } },
      before,
    )
  } else {
    if (wasPaused(before, session.id)) addFlag(draft, 'paid_while_paused', null)
    addEffects(draft, isOver ? 'paid_without_room' : 'paid', {}, before)
    if (isOver && mayHappen(draft.state, 'danger')) {
      const id = `${order.id}:${draft.state.choices.length + 1}`
      putInDanger(draft, { id, reason: 'no_room', waitUntil: null })
    }
  }
  const data = { source, sessionId: session.id, amountCents: session.amountTotalCents }
  draft.add({ log: 'paid', data, dedupeKey: `paid:${order.id}` })
}

/**
 * The promise that counts from the payment, and its place: of another hour, or because its own was given back when the order
 * was closed. Without room an order that holds an hour keeps as much time as that has; another one is flagged.
 */
function promiseOfPayment(
  draft: Draft,
  { paidAt, isCancelled }: { paidAt: Date; isCancelled: boolean },
  hasRoom: boolean,
): { promise: Partial<Pick<OrderFields, 'deliveryDate' | 'promisedBy'>>; isOver: boolean } {
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
  if (isCancelled || (hasPlace && isSameBucket(bucketOfOrder(order), bucketOfOrder(moved)))) {
    return { promise, isOver: false }
  }
  if (hasRoom) {
    draft.add({ takePlace: moved })
    return { promise, isOver: false }
  }
  const { hour } = bucketOfOrder(order)
  if (!hasPlace || hour === null || order.paymentStatus !== 'pending') return { promise, isOver: true }
  const kept = lastMinuteOf(hour).toISOString()
  return { promise: { deliveryDate: kept, promisedBy: kept }, isOver: false }
}

/** True if a session was stopped because its market takes no orders. One that has outlived its hold is paid for in time. */
function wasPaused({ sessions, log }: OrderState, sessionId: string): boolean {
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
  const paid = `${session.amountTotalCents} ${session.currency}`
  return { kind: 'amount_mismatch', detail: `Paid ${paid}, not ${order.totalCents} usd` }
}

function flagPayment(draft: Draft, { kind, detail }: Misfit, sessionId: string, source: string): void {
  const dedupeKey = `${kind}:${sessionId}`
  if (draft.state.log.some((entry) => entry.dedupeKey === dedupeKey)) return
  draft.add({ log: kind, data: { source, sessionId, detail }, dedupeKey })
  addFlag(draft, kind, detail)
}

export type CloseUnpaid = {
  type: 'close_unpaid'
  why: (typeof UNPAID_ENDS)[number] | 'replaced'
  /** The session that ended; absent: it does not matter which. */
  sessionId?: string
}

/** Closes an order that will never be paid, once. An order that is paid, or has another session, stays as it is. */
export function closeUnpaid(draft: Draft, { why, sessionId }: CloseUnpaid): void {
  const { order, sessions } = draft.state
  const { checkoutSessionId } = order
  if (sessionId !== undefined && checkoutSessionId !== null && checkoutSessionId !== sessionId) return
  const isOpen = sessions.some(({ status }) => status === 'creating' || status === 'open')
  if (order.paymentStatus !== 'pending') {
    if (isOpen) draft.add({ closeSessions: true })
    return
  }
  // A session may have been opened since somebody found that there was none.
  const needsNone = why === 'given_up' || why === 'not_opened'
  if (needsNone && checkoutSessionId !== null) return
  draft.add({ log: why, dedupeKey: `${why}:${order.id}` })
  addEffects(draft, why === 'replaced' ? 'replaced' : 'session_ended')
  draft.add({ setOrder: { paymentStatus: 'failed', status: 'cancelled' } })
  unsend(draft, ['florist-reopened'])
  if (isOpen) draft.add({ closeSessions: true })
  // Its place is given back as if it had never been held.
  if (why === 'not_opened') draft.add({ freeHold: true })
}
