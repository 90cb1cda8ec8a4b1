import { type SQL, sql } from 'drizzle-orm'
import { isDeclined, isOfThisRound } from '#api/capacity/round-queries.ts'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

// Finds florists whose time to answer is over, and orders that the system has to assign.

// Statuses are literals, because a partial index does not apply to a parameter.
const AWAITING = sql`o.assignment_status = 'unassigned' and o.status in ('pending', 'confirmed')
  and o.payment_status = 'paid' and o.is_sample = 0`

/** Condition on rows of orders `o` and their markets `m`: there is time to make and deliver them, and no admin has taken them back to decide themselves. */
function mayBeAskedAbout(at: string): SQL {
  return sql`${AWAITING}
    and o.promised_by > strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '+' || m.fulfilment_minutes || ' minutes')
    and not exists (select 1 from ${orderEvents} e where e.order_id = o.id and e.kind = 'unassigned'
      and e.actor = 'admin' and e.data ->> 'reassigned' is null)`
}

/**
 * Condition on the same rows: the system assigns them. They were paid after the switch (the provider tells the second), nobody has to look
 * at them, and their buyer has not been asked what to do.
 */
function isForSystem(at: string): SQL {
  return sql`${mayBeAskedAbout(at)} and m.assigns_automatically = 1 and o.paid_at >= substr(m.assigns_since, 1, 19)
    and not exists (select 1 from ${orderFlags} f where f.order_id = o.id and f.resolved_at is null)
    and not exists (select 1 from ${orderChoices} c where c.order_id = o.id and c.offered_at is not null
      and c.closed_at is null)`
}

/** Condition: the system may assign an order now. @param at ISO instant */
export function systemMayAssign(orderId: string, at: string): SQL {
  return sql`exists (select 1 from ${orders} o join ${markets} m on m.id = o.market_id
    where o.id = ${orderId} and ${isForSystem(at)})`
}

/** Orders that the system has to assign and some shop was not asked about yet in this round, soonest promised first. @param at ISO instant */
export async function ordersToAssign(db: Db, at: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select o.id from ${orders} o indexed by orders_awaiting_shop join ${markets} m on m.id = o.market_id
    where o.promised_by > ${at} and ${isForSystem(at)}
      and exists (select 1 from ${shops} s where s.market_id = o.market_id and s.active = 1 and s.email is not null
        and s.id not in (select a.shop_id from ${shopOrders} a where a.order_id = o.id and ${isOfThisRound(sql`a`)}))
    order by o.promised_by limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** An order about which florists are asked for an answer, and who asks them; null when nobody is, or not about this one. */
export async function readAsked(db: Db, orderId: string, at: string) {
  const [found] = await db.all<{ marketId: string; isAutomatic: number; declined: number }>(sql`
    select m.id as "marketId", (${isForSystem(at)}) as "isAutomatic",
      (select count(*) from ${shopOrders} d where d.order_id = o.id and ${isDeclined(sql`d`)}) as declined
    from ${orders} o join ${markets} m on m.id = o.market_id
    where o.id = ${orderId} and m.asks_for_answer = 1 and ${mayBeAskedAbout(at)}`)
  return found ? { ...found, isAutomatic: found.isAutomatic === 1 } : null
}

/**
 * Shop orders whose deadline has passed without an answer while somebody waits for the flowers, the longest ago first.
 * @param at ISO instant
 */
export async function unansweredShopOrders(db: Db, at: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select so.id from ${shopOrders} so indexed by shop_orders_to_answer cross join ${orders} o on o.id = so.order_id
    where so.status = 'pending' and so.withdrawn_at is null and so.answer_by is not null and so.answer_by <= ${at}
      and o.payment_status = 'paid' and o.status in (${sqlList(STATUSES_AT_WORK.order)})
    order by so.answer_by limit ${limit}`)
  return rows.map(({ id }) => id)
}
