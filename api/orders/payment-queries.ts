import { and, eq, type SQL, sql } from 'drizzle-orm'
import { deleteHold } from '#api/capacity/hold-queries.ts'
import { hasNoPlace, type WantedPlace } from '#api/capacity/queries.ts'
import type { Db } from '#api/deps.ts'
import { addOrderEvent, notYet, type OrderEvent } from '#api/platform/audit/order-events.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { newUuid } from '#api/platform/outbox/outbox.ts'
import { checkoutSessions, orderHolds, providerEvents } from '#drizzle/schema/checkout.ts'
import { markets, noOrdersReasonOf } from '#drizzle/schema/markets.ts'
import { type Actor, type OrderRow, orderEvents, orders } from '#drizzle/schema/orders.ts'
import { resolveFlag } from './write-queries.ts'

// Statements and conditions for the batches that apply what the payment provider says about a checkout.

/** Why an order is closed that nobody paid for. */
const UNPAID_ENDS = ['expired', 'payment_failed', 'given_up', 'not_opened'] as const

type Payment = {
  sessionId: string
  reference: string | null
  method: string | null
  paidAt: string
  /** Delivery instants that change because of the time of payment. */
  promise: Partial<Instants>
  /** What they become instead when the place that they need is taken, while the order holds another one; null: they need none. */
  held: { needs: WantedPlace; promise: Instants } | null
}
type Instants = Pick<OrderRow, 'deliveryDate' | 'promisedBy'>

/**
 * Marks an unpaid order as paid by its current session, or by this one if it has none. An order that was closed because nobody
 * paid comes back; one that was called off stays cancelled.
 * @param at ISO instant of the write
 */
export function markPaid(db: Db, orderId: string, payment: Payment, at: string) {
  const { sessionId, reference, method, paidAt, promise, held } = payment
  return db
    .update(orders)
    .set({
      paymentStatus: 'paid',
      status: sql`case when ${orders.status} = 'pending' or ${wasClosedUnpaid(orderId)} then 'confirmed' else ${orders.status} end`,
      paymentReference: reference,
      paymentMethod: method,
      checkoutSessionId: sessionId,
      paidAt,
      ...promise,
      ...(held && unlessFull(held, promise)),
      updatedAt: at,
      version: sql`${orders.version} + 1`,
    })
    .where(
      sql`${orders.id} = ${orderId} and ${orders.paymentStatus} in ('pending', 'failed')
          and (${orders.checkoutSessionId} is null or ${orders.checkoutSessionId} = ${sessionId})`,
    )
}

/** An order that waits for its payment keeps the hour that it holds when the one in which it falls now is full. */
function unlessFull({ needs, promise: kept }: NonNullable<Payment['held']>, moved: Partial<Instants>) {
  const isFull = hasNoPlace(needs, sql`payment_status = 'pending' and status <> 'cancelled'`)
  const choose = (key: keyof Instants) =>
    sql`case when ${isFull} then ${kept[key]} else ${moved[key] ?? kept[key]} end`
  return { promisedBy: choose('promisedBy'), deliveryDate: choose('deliveryDate') }
}

/**
 * Conditions on the `orders` row after {@link markPaid}, for the rest of its batch. All of them hold only until the order's
 * log contains `paidKey`.
 */
export function justPaidConditions(sessionId: string, paidKey: string) {
  const justPaid = sql`payment_status = 'paid' and checkout_session_id = ${sessionId} and ${notYet(paidKey)}`
  return {
    justPaid,
    paidInTime: sql`${justPaid} and status <> 'cancelled'`,
    paidAfterCancellation: sql`${justPaid} and status = 'cancelled'`,
    paidWhilePaused: sql`${justPaid} and status <> 'cancelled' and ${wasPaused(sessionId)}`,
  }
}

/** Narrows a condition on the `orders` row to a promised time (ISO instant). */
export function isPromisedBy(promisedBy: string, onlyIf: SQL): SQL {
  return sql`${onlyIf} and promised_by = ${promisedBy}`
}

/** Condition on the `orders` row: it was closed for want of a payment, not called off by an admin or by a changed form. */
function wasClosedUnpaid(orderId: string): SQL {
  const closed = sqlList(UNPAID_ENDS.map((kind) => `${kind}:${orderId}`))
  return sql`(payment_status = 'failed'
    and exists (select 1 from ${orderEvents} where dedupe_key in (${closed}))
    and not exists (select 1 from ${orderEvents} where order_id = ${orderId}
      and (kind = 'replaced' or (kind = 'status_changed' and data ->> 'to' = 'cancelled'))))`
}

/** Marks a session as complete. */
export function completeSession(db: Db, sessionId: string, at: string) {
  return db
    .update(checkoutSessions)
    .set({ status: 'complete', updatedAt: at })
    .where(sql`${checkoutSessions.sessionId} = ${sessionId} and ${checkoutSessions.status} <> 'complete'`)
}

/** Condition on the `orders` row: no session was ever created at the provider. */
export const HAS_NO_SESSION = sql`checkout_session_id is null`

/**
 * An order that will never be paid becomes payment `failed`, status `cancelled`, once, with an event that says why. An order
 * that is paid stays as it is.
 * @param onlyIf what else has to hold of the `orders` row at this point of the batch
 */
export function cancelUnpaid(
  db: Db,
  orderId: string,
  event: Pick<OrderEvent, 'kind' | 'actor'>,
  at: string,
  onlyIf: SQL = sql`true`,
) {
  const dedupeKey = `${event.kind}:${orderId}`
  const pending = sql`payment_status = 'pending' and ${onlyIf}`
  const closed = sql`exists (select 1 from ${orders} where id = ${orderId} and payment_status <> 'pending')`
  // A closed order is not made, so `over_capacity` is resolved; an order that was paid meanwhile keeps its flag.
  const isClosed = sql`exists (select 1 from ${orders} where id = ${orderId} and payment_status = 'failed' and status = 'cancelled')`
  return [
    // The event first: its condition reads the row as it was.
    addOrderEvent(db, orderId, { ...event, dedupeKey }, at, sql`${pending} and ${notYet(dedupeKey)}`),
    db
      .update(orders)
      .set({
        paymentStatus: 'failed',
        status: 'cancelled',
        updatedAt: at,
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.id, orderId), pending)),
    closeSessions(db, orderId, at, closed),
    resolveFlag(db, orderId, 'over_capacity', at, isClosed),
  ] as const
}

/**
 * Closes an order for which no session could be opened, and gives its place back as if it had never been held. Another request
 * of the same form may have opened one meanwhile: then nothing changes.
 * @param at ISO instant of the write
 */
export function closeUnopened(db: Db, orderId: string, at: string) {
  const event = { kind: 'not_opened', actor: 'system' } as const
  const isClosed = sql`exists (select 1 from ${orderEvents} where dedupe_key = ${`${event.kind}:${orderId}`})`
  return [...cancelUnpaid(db, orderId, event, at, HAS_NO_SESSION), deleteHold(db, orderId, isClosed)] as const
}

/** None of an order's sessions can be paid any more. */
function closeSessions(db: Db, orderId: string, at: string, onlyIf: SQL) {
  return db
    .update(checkoutSessions)
    .set({ status: sql`case when session_id is null then 'abandoned' else 'expired' end`, updatedAt: at })
    .where(and(eq(checkoutSessions.orderId, orderId), sql`status in ('creating', 'open')`, onlyIf))
}

/**
 * Marks the sessions of unpaid orders whose market takes no orders at this point of a batch, with an event for each order.
 * Marking them again changes nothing.
 * @param which condition on the order `o` and its market `m`
 */
export function stopSessionsOfClosed(
  db: Db,
  which: SQL,
  by: { actor: Actor; actorId: string | null },
  at: string,
) {
  const reason = noOrdersReasonOf(sql`m`)
  const stopping = sql`join ${markets} m on m.id = o.market_id where ${reason} is not null and ${which}`
  const event = { kind: 'checkout_stopped', data: sql`json_object('reason', ${reason})`, ...by }
  return stopSessions(db, stopping, event, at)
}

/**
 * Marks the sessions that outlive the hold of their unpaid order, with an event for each order. A session lives for half an
 * hour, and so it does for a form that was changed while its place had been held for some time.
 * @param at ISO instant of the write
 */
export function stopOutlivingSessions(db: Db, at: string) {
  // The first session of a hold ends with it, at the provider: it does not have to be stopped.
  const stopping = sql`join ${orderHolds} h on h.order_id = o.id
    where h.expires_at <= ${at} and julianday(s.expires_at) - julianday(h.expires_at) > 1.0 / 24 / 60`
  const event = { kind: 'hold_ended', data: sql`'{}'`, actor: 'system', actorId: null }
  return stopSessions(db, stopping, event, at)
}

/** @param which joins and a condition beside the session `s` and its order `o` */
function stopSessions(
  db: Db,
  which: SQL,
  { kind, data, actor, actorId }: { kind: string; data: SQL; actor: string; actorId: string | null },
  at: string,
) {
  const stopping = sql`from ${checkoutSessions} s join ${orders} o on o.id = s.order_id ${which}
    and o.payment_status = 'pending' and s.stopped_at is null and s.status in ('creating', 'open')`
  return [
    db.run(sql`
      insert into ${orderEvents} (id, order_id, order_reference, kind, actor, actor_id, data, dedupe_key, created_at)
      select ${newUuid}, o.id, o.order_reference, ${kind}, ${actor}, ${actorId}, ${data}, ${kind} || ':' || s.id, ${at} ${stopping}
      on conflict (dedupe_key) do nothing`),
    db.run(sql`update ${checkoutSessions} set stopped_at = ${at} where id in (select s.id ${stopping})`),
  ] as const
}

/** Condition: a session was stopped because its market takes no orders. One that has outlived its hold is paid for in time. */
function wasPaused(sessionId: string): SQL {
  return sql`exists (select 1 from ${checkoutSessions} s join ${orderEvents} e on e.dedupe_key = 'checkout_stopped:' || s.id
    where s.session_id = ${sessionId})`
}

/** The row of a provider event that was acted on; no statement without an event. */
export function addProviderEvent(
  db: Db,
  event: { id: string; type: string } | undefined,
  outcome: string,
  receivedAt: string,
) {
  if (!event) return []
  const { id, type } = event
  return [db.insert(providerEvents).values({ id, type, outcome, receivedAt }).onConflictDoNothing()]
}
