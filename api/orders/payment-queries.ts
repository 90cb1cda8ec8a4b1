import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { nextSeq } from '#api/platform/audit/order-events.ts'
import { newUuid } from '#api/platform/database/uuid.ts'
import { checkoutSessions, orderHolds, providerEvents } from '#drizzle/schema/checkout.ts'
import { markets, noOrdersReasonOf } from '#drizzle/schema/markets.ts'
import { type Actor, orderEvents, orders } from '#drizzle/schema/orders.ts'

// Statements about the checkout sessions of many orders at once, and the provider's events.

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
      insert into ${orderEvents} (id, order_id, order_reference, seq, kind, actor, actor_id, data, dedupe_key, created_at)
      select ${newUuid}, o.id, o.order_reference, ${nextSeq(sql`o.id`)}, ${kind}, ${actor}, ${actorId}, ${data}, ${kind} || ':' || s.id, ${at} ${stopping}
      on conflict (dedupe_key) do nothing`),
    db.run(sql`update ${checkoutSessions} set stopped_at = ${at} where id in (select s.id ${stopping})`),
  ] as const
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
