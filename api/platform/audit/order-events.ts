import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { OrderFlag } from '#domain/order/causes.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { type Actor, orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'

export type NewLogEntry = {
  kind: string
  actor: Actor
  actorId?: string
  data?: Record<string, unknown>
  /** An event with a key that is there already is not written again. */
  dedupeKey?: string
}

/** Value: the next number of an order's log. */
export function nextSeq(orderId: SQL): SQL {
  return sql`(select coalesce(max(n.seq), 0) + 1 from ${orderEvents} n where n.order_id = ${orderId})`
}

/** Adds the first event of an order to its log, as a statement for a batch, after the order itself. */
export function addOrderEvent(db: Db, orderId: string, event: NewLogEntry, at: string) {
  return db.run(sql`
    insert into ${orderEvents} (id, order_id, order_reference, seq, kind, actor, actor_id, data, dedupe_key, created_at)
    select ${crypto.randomUUID()}, id, order_reference, ${nextSeq(sql`${orders}.id`)}, ${event.kind}, ${event.actor}, ${event.actorId ?? null},
      ${JSON.stringify(event.data ?? {})}, ${event.dedupeKey ?? null}, ${at}
    from ${orders} where id = ${orderId}
    on conflict (dedupe_key) do nothing`)
}

const EVENT_WITH_ACTOR = {
  id: orderEvents.id,
  kind: orderEvents.kind,
  actor: orderEvents.actor,
  actorEmail: users.email,
  data: orderEvents.data,
  createdAt: orderEvents.createdAt,
}

/** Events with the emails of the people who caused them, oldest first, as a statement for a batch. */
export function eventsWhere(db: Db, condition: SQL) {
  return db
    .select(EVENT_WITH_ACTOR)
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(condition)
    .orderBy(asc(orderEvents.createdAt), sql`${orderEvents}.rowid`)
}

/** Puts a flag on an order, once while it is open, as a statement for a batch. */
export function addOrderFlag(
  db: Db,
  orderId: string,
  flag: { kind: OrderFlag; detail: string | null },
  at: string,
) {
  return db.run(sql`
    insert into ${orderFlags} (id, order_id, kind, detail, created_at)
    select ${crypto.randomUUID()}, id, ${flag.kind}, ${flag.detail}, ${at}
    from ${orders} where id = ${orderId}
    on conflict (order_id, kind) where resolved_at is null do nothing`)
}
