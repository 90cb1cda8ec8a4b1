import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { addOrderEvent, type OrderEvent } from '#api/platform/audit/order-events.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import type { DangerReason } from '#domain/broken-promise.ts'
import { STATUSES_AT_WORK } from '#domain/fulfilment.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

// Statements for batches: a promise comes into danger, and out of it.

const OPEN_STATUSES = sqlList(STATUSES_AT_WORK.order)

/** Condition on the `orders` row: somebody waits for the flowers, and no florist has said yes. */
export const AWAITS_ACCEPTANCE = sql`payment_status = 'paid' and is_sample = 0 and status in (${OPEN_STATUSES})
  and not exists (select 1 from ${shopOrders} a where a.order_id = orders.id and a.withdrawn_at is null
    and a.status not in ('pending', 'rejected'))`

/** Condition on the `orders` row: it is flagged `over_capacity`. */
export const IS_OVER_CAPACITY = sql`exists (select 1 from ${orderFlags} f
  where f.order_id = orders.id and f.kind = 'over_capacity' and f.resolved_at is null)`

/** Condition on the `orders` row: its promise is in danger already. */
export const IS_IN_DANGER = sql`exists (select 1 from ${orderChoices} d
  where d.order_id = orders.id and d.closed_at is null)`

/** Condition on the `orders` row: its buyer was asked to choose, and has not answered. */
export const IS_ASKED = sql<number>`exists (select 1 from ${orderChoices} d
  where d.order_id = orders.id and d.closed_at is null and d.offered_at is not null)`

export type NewDanger = { id: string; reason: DangerReason; waitUntil: string | null }

/** Statement: opens the next danger of an order, unless one is open. @param onlyIf condition on the `orders` row */
export function addDanger(db: Db, orderId: string, danger: NewDanger, at: string, onlyIf: SQL) {
  return db.run(sql`
    insert into ${orderChoices} (id, order_id, number, reason, wait_until, opened_at)
    select ${danger.id}, id, 1 + (select count(*) from ${orderChoices} n where n.order_id = orders.id),
      ${danger.reason}, ${danger.waitUntil}, ${at}
    from ${orders} where id = ${orderId} and ${onlyIf}
    on conflict (order_id) where closed_at is null do nothing`)
}

/** What the log says about a new danger. */
export function dangerEvent(danger: NewDanger): OrderEvent {
  return { kind: 'promise_in_danger', actor: 'system', data: { reason: danger.reason, choiceId: danger.id } }
}

/** Statements: an order for which there was no room is in danger, unless a florist has accepted it. They come after its flag. */
export function openDangerIfOver(db: Db, orderId: string, at: string): Statement[] {
  const danger: NewDanger = { id: crypto.randomUUID(), reason: 'no_room', waitUntil: null }
  const isNew = sql`exists (select 1 from ${orderChoices} where id = ${danger.id})`
  return [
    addDanger(db, orderId, danger, at, sql`${AWAITS_ACCEPTANCE} and ${IS_OVER_CAPACITY}`),
    addOrderEvent(db, orderId, dangerEvent(danger), at, isNew),
  ]
}

/**
 * Statements: an order is not in danger any more. A buyer who was asked hears of it with `tellsBuyer`; else another message
 * says how it ended.
 * @param about what makes the message unique
 */
export function endDanger(
  db: Db,
  order: { id: string; customerEmail: string },
  { about, tellsBuyer }: { about: string; tellsBuyer: boolean },
  at: string,
  onlyIf: SQL,
): Statement[] {
  const offered = sql`from ${orderChoices} where order_id = ${order.id} and closed_at is null and offered_at is not null`
  const message = {
    kind: 'choice-closed',
    about,
    orderId: order.id,
    recipient: order.customerEmail,
    payload: sql`json_object('choiceId', (select id ${offered}))`,
  } as const
  return [
    ...(tellsBuyer ? [addMessage(db, message, at, sql`${onlyIf} and exists (select 1 ${offered})`)] : []),
    db
      .update(orderChoices)
      .set({ closedAt: at, outcome: 'over' })
      .where(and(eq(orderChoices.orderId, order.id), isNull(orderChoices.closedAt), onlyIf)),
  ]
}

/** Statement: the florist who gave the new time of an open danger does not have the order any more: nobody is waited for. */
export function dropNewTime(db: Db, orderId: string, onlyIf: SQL): Statement {
  return db
    .update(orderChoices)
    .set({ waitUntil: null })
    .where(and(eq(orderChoices.orderId, orderId), isNull(orderChoices.closedAt), onlyIf))
}
