import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { newUuid } from '#api/platform/outbox/outbox.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { type Actor, orderEvents, orders } from '#drizzle/schema/orders.ts'

/**
 * Marks the sessions of unpaid orders whose market is paused at this point of a batch, and says so in the orders' logs; as
 * statements for that batch. What is marked stays so; marking it again changes nothing.
 * @param which condition on the order `o` and its market `m`
 */
export function stopPausedSessions(
  db: Db,
  which: SQL,
  by: { actor: Actor; actorId: string | null },
  at: string,
) {
  const stopping = sql`from ${checkoutSessions} s join ${orders} o on o.id = s.order_id
    join ${markets} m on m.id = o.market_id
    where m.paused_reason is not null and o.payment_status = 'pending' and s.stopped_at is null
      and s.status in ('creating', 'open') and ${which}`
  return [
    db.run(sql`
      insert into ${orderEvents} (id, order_id, order_reference, kind, actor, actor_id, data, dedupe_key, created_at)
      select ${newUuid}, o.id, o.order_reference, 'checkout_stopped', ${by.actor}, ${by.actorId},
        json_object('reason', m.paused_reason), 'checkout_stopped:' || s.id, ${at} ${stopping}
      on conflict (dedupe_key) do nothing`),
    db.run(sql`update ${checkoutSessions} set stopped_at = ${at} where id in (select s.id ${stopping})`),
  ] as const
}

/** The provider's ids of stopped sessions that may still be open there; those that were tried longest ago first. */
export async function sessionsToEnd(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ sessionId: checkoutSessions.sessionId })
    .from(checkoutSessions)
    .where(sql`${checkoutSessions.stoppedAt} is not null and ${checkoutSessions.status} = 'open'`)
    .orderBy(asc(checkoutSessions.updatedAt))
    .limit(limit)
  return rows.flatMap(({ sessionId }) => sessionId ?? [])
}

/** Notes that ending these sessions was tried, so that those which cannot be ended do not hold up the others. */
export async function noteTriedToEnd(db: Db, sessionIds: readonly string[], at: string): Promise<void> {
  await db
    .update(checkoutSessions)
    .set({ updatedAt: at })
    .where(
      sql`${inArray(checkoutSessions.sessionId, [...sessionIds])} and ${eq(checkoutSessions.status, 'open')}`,
    )
}

/** True in a batch for a session that was stopped. */
export function wasStopped(sessionId: string): SQL {
  return sql`exists (select 1 from ${checkoutSessions} where session_id = ${sessionId} and stopped_at is not null)`
}

/** In a batch: whatever sessions an order has can no longer be paid. */
export function closeSessions(db: Db, orderId: string, at: string, onlyIf: SQL) {
  return db
    .update(checkoutSessions)
    .set({ status: sql`case when session_id is null then 'abandoned' else 'expired' end`, updatedAt: at })
    .where(and(eq(checkoutSessions.orderId, orderId), sql`status in ('creating', 'open')`, onlyIf))
}
