import type { WantedPlace } from '#api/capacity/queries.ts'
import { flagIfFull, orderBucket, placeOf } from '#api/capacity/service.ts'
import type { Db, Deps } from '#api/deps.ts'
import { addOrderEvent, addOrderFlag, notYet } from '#api/platform/audit/order-events.ts'
import { shortHash } from '#api/platform/hash.ts'
import { addOrderMessage } from '#api/platform/outbox/outbox.ts'
import type { CheckoutSession } from '#api/platform/payments/payments.ts'
import { askNextFlorist } from '#api/shop-orders/ask-next.ts'
import { isSameBucket, lastMinuteOf } from '#domain/capacity.ts'
import { countsFromPayment, deliveryDate, promisedBy } from '#domain/delivery.ts'
import { takesPlace } from '#domain/order-status.ts'
import type { Actor, OrderRow } from '#drizzle/schema/orders.ts'
import { SITE } from '#src/site.ts'
import {
  addProviderEvent,
  cancelUnpaid,
  completeSession,
  isPromisedBy,
  justPaidConditions,
  markPaid,
} from './payment-queries.ts'
import { orderById, readDeletion, selectOrder } from './queries.ts'

/**
 * - `settled`: the order agrees with the provider
 * - `waiting`: nothing is decided yet
 * - `flagged`: a payment does not fit the order; a person has to look at it
 * - `unknown_order`: there is no such order
 */
export type SettleOutcome = 'settled' | 'waiting' | 'flagged' | 'unknown_order'

export type SettleSource = {
  source: 'webhook' | 'look-up' | 'reconciliation' | 'placement'
  /** The provider's event, when there is one: stored in the same batch. */
  event?: { id: string; type: string; createdAt: Date }
}

/**
 * Makes an order agree with its checkout session. Webhook, look-up, reconciliation and placement all call it; however often
 * and in whatever order, the result is the same. It acts only for the order's current session, by compare-and-set, in one
 * batch with the provider's event, the order's log and the messages.
 */
export async function settle(
  deps: Deps,
  session: CheckoutSession,
  from: SettleSource,
): Promise<SettleOutcome> {
  const order = session.orderId === null ? null : await orderById(deps.db, session.orderId)
  if (!order) return settleWithoutOrder(deps, session)
  return (await settleKnown(deps, order, session, from)).outcome
}

/** A deleted order needs no settling, unless it was paid after all. */
async function settleWithoutOrder({ db }: Deps, session: CheckoutSession): Promise<SettleOutcome> {
  if (session.orderId === null) return 'unknown_order'
  const { deleted, paymentKnown } = await readDeletion(db, session.orderId, session.id)
  return deleted && (!session.paid || paymentKnown) ? 'settled' : 'unknown_order'
}

type Settled = { outcome: SettleOutcome; order: OrderRow }

/**
 * The same for a caller that has already read the session's order. Every write compares with the stored row, so a stale
 * copy undoes nothing.
 * @returns also the order as it is afterwards
 */
export async function settleKnown(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
): Promise<Settled> {
  if (session.paid) return settlePaid(deps, order, session, from)
  if (session.status === 'expired' || from.event?.type === 'checkout.session.async_payment_failed') {
    return settleFailed(deps, order, session, from)
  }
  return { outcome: 'waiting', order }
}

async function settlePaid(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
): Promise<Settled> {
  const { db, clock } = deps
  const at = clock.now().toISOString()
  // A session whose creation was never recorded (the answer got lost) belongs to the order when it has no other.
  if (order.checkoutSessionId !== null && order.checkoutSessionId !== session.id) {
    return flag(deps, order, session, from, 'stray_payment', `Paid by ${session.id}, not the current session`)
  }
  if (session.amountTotalCents !== order.totalCents || session.currency !== order.currency) {
    const paid = `${session.amountTotalCents} ${session.currency}`
    return flag(deps, order, session, from, 'amount_mismatch', `Paid ${paid}, not ${order.totalCents} usd`)
  }
  const paidAt = session.paidAt ?? from.event?.createdAt ?? clock.now()
  const paidKey = `paid:${order.id}`
  const { paymentReference: reference, paymentMethod: method } = session
  const promise = promiseFrom(order, paidAt)
  const needs = await placeWanted(db, order, promise)
  const payment = {
    sessionId: session.id,
    reference,
    method,
    paidAt: paidAt.toISOString(),
    promise,
    held: needs && heldBy(order, needs),
  }
  const conditions = justPaidConditions(session.id, paidKey)
  const { justPaid, paidInTime, paidAfterCancellation, paidWhilePaused } = conditions
  // One that has kept its hour needs no other place.
  const paidAndMoved = isPromisedBy(promise.promisedBy ?? order.promisedBy, paidInTime)
  const [, [settled]] = await db.batch([
    markPaid(db, order.id, payment, at),
    selectOrder(db, order.id),
    completeSession(db, session.id, at),
    addOrderFlag(
      db,
      order.id,
      { kind: 'needs_refund', detail: 'Paid after it was cancelled' },
      at,
      paidAfterCancellation,
    ),
    addOrderFlag(db, order.id, { kind: 'paid_while_paused', detail: null }, at, paidWhilePaused),
    ...flagIfFull(db, order.id, needs, at, paidAndMoved),
    ...messages(deps, order, at, conditions),
    ...addProviderEvent(db, from.event, 'settled', at),
    // Last: every condition above holds only while the log does not contain this event.
    addOrderEvent(
      db,
      order.id,
      {
        kind: 'paid',
        actor: actorOf(from),
        data: { source: from.source, sessionId: session.id, amountCents: session.amountTotalCents },
        dedupeKey: paidKey,
      },
      at,
      justPaid,
    ),
  ])
  // After the reconciliation the next scheduled run asks, or one that settles many would make too many calls.
  if (order.paymentStatus !== 'paid' && from.source !== 'reconciliation') {
    deps.waitUntil(askNextFlorist(deps, order.id))
  }
  return { outcome: 'settled', order: settled ?? order }
}

/**
 * The place that an order needs at its payment instead of the one that it holds: of another hour, or because its own was given
 * back when it was closed. Null when it needs none, or there is no limit.
 */
async function placeWanted(db: Db, order: OrderRow, promise: Partial<Pick<OrderRow, 'promisedBy'>>) {
  const moved = { ...order, ...promise }
  if (takesPlace(order) && isSameBucket(orderBucket(order), orderBucket(moved))) return null
  return placeOf(db, moved)
}

/** What an order keeps that holds a place of an hour, when the one that it needs is taken: as much time as the hour has. */
function heldBy(order: OrderRow, needs: WantedPlace) {
  const { hour } = orderBucket(order)
  if (!takesPlace(order) || hour === null) return null
  const promisedBy = lastMinuteOf(hour).toISOString()
  return { needs, promise: { promisedBy, deliveryDate: promisedBy } }
}

/** One to the buyer and one to the owner; the order's status within the batch decides which. */
function messages(
  { db }: Deps,
  { id, customerEmail: buyer }: OrderRow,
  at: string,
  { paidInTime, paidAfterCancellation }: ReturnType<typeof justPaidConditions>,
) {
  const owner = SITE.ownerEmail
  const refundNotice = { kind: 'order-notice', recipient: owner, payload: { needsRefund: true } } as const
  return [
    addOrderMessage(db, id, { kind: 'order-confirmation', recipient: buyer }, at, paidInTime),
    addOrderMessage(db, id, { kind: 'paid-after-cancellation', recipient: buyer }, at, paidAfterCancellation),
    addOrderMessage(db, id, { kind: 'order-notice', recipient: owner }, at, paidInTime),
    addOrderMessage(db, id, refundNotice, at, paidAfterCancellation),
  ]
}

/** Options that promise an hour count from the payment; others keep the chosen day. */
function promiseFrom(order: OrderRow, paidAt: Date) {
  const { deliveryOption: option, timeZone } = order
  if (!countsFromPayment(option)) return {}
  return {
    deliveryDate: deliveryDate(option, paidAt, timeZone).toISOString(),
    promisedBy: promisedBy(option, paidAt, timeZone).toISOString(),
  }
}

async function settleFailed(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
): Promise<Settled> {
  const { db, clock } = deps
  // The order has another current session: the end of this one changes nothing.
  if (order.checkoutSessionId !== null && order.checkoutSessionId !== session.id)
    return { outcome: 'settled', order }
  const at = clock.now().toISOString()
  const kind = session.status === 'expired' ? 'expired' : 'payment_failed'
  const [, , , , [settled]] = await db.batch([
    ...cancelUnpaid(db, order.id, { kind, actor: actorOf(from) }, at),
    selectOrder(db, order.id),
    ...addProviderEvent(db, from.event, kind, at),
  ])
  return { outcome: 'settled', order: settled ?? order }
}

async function flag(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
  kind: 'stray_payment' | 'amount_mismatch',
  detail: string,
): Promise<Settled> {
  const { db, clock, log } = deps
  const at = clock.now().toISOString()
  const dedupeKey = `${kind}:${session.id}`
  await db.batch([
    addOrderFlag(db, order.id, { kind, detail }, at, notYet(dedupeKey)),
    addOrderEvent(
      db,
      order.id,
      { kind, actor: actorOf(from), data: { source: from.source, sessionId: session.id, detail }, dedupeKey },
      at,
    ),
    ...addProviderEvent(db, from.event, kind, at),
  ])
  log('error', 'payment_flagged', { orderId: order.id, session: await shortHash(session.id), kind })
  return { outcome: 'flagged', order }
}

function actorOf(from: SettleSource): Actor {
  return from.source === 'placement' ? 'shopper' : 'provider'
}
