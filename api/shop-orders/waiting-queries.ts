import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { forOwner } from '#api/orders/situation.ts'
import { SITUATION_FACTS, situationIn } from '#api/orders/situation-queries.ts'
import { countRows, offsetOf, pageOf, sqlList } from '#api/platform/database/paging.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { type OrderRow, orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

// The orders that wait for a shop, and those that were just given to one.

const PAGE_SIZE = 10
const MINUTE_MS = 60_000
/** For so many minutes an order that left the list says who took it. */
const TAKEN_MINUTES = 10
const TAKEN_MAX = 20

// Statuses are literals, because a partial index does not apply to a parameter. The index is named, because SQLite would
// prefer one with more columns and then sort all rows.
const AWAITING = sql`from ${orders} indexed by orders_awaiting_shop where assignment_status = 'unassigned' and status in ('pending', 'confirmed')`
const PAID = sql`${AWAITING} and payment_status = 'paid'`
const PAID_OR_NOT = sql`${AWAITING} and payment_status <> 'refunded'`
const IN_DANGER = sql`(select order_id from ${orderChoices} where closed_at is null)`

// The last is the kind of entries from before 2026-11-29.
const REJECTIONS = sqlList(['declined', 'unanswered', 'shop_set_declined', 'shop_order_status'])

/** Select expression: why a shop order was last rejected. @param so alias of its row */
function rejectionReason(so: SQL): SQL<string | null> {
  return sql<string | null>`(select e.data ->> 'reason' from ${orderEvents} e
    where e.order_id = ${so}.order_id and e.kind in (${REJECTIONS}) and e.data ->> 'shopOrderId' = ${so}.id
      and e.data ->> 'to' = 'rejected' order by e.created_at desc, e.rowid desc limit 1)`
}

/** Select expression: the shop that last rejected an order, as JSON or null. @param orderId column of the order's id */
function lastRejection(orderId: SQL): SQL<string | null> {
  return sql<string | null>`(select json_object('shopId', s.id, 'shop', s.name, 'at', so.status_updated_at,
      'reason', ${rejectionReason(sql`so`)})
    from ${shopOrders} so join ${shops} s on s.id = so.shop_id
    where so.order_id = ${orderId} and so.status = 'rejected' order by so.status_updated_at desc limit 1)`
}

type StoredRow = Pick<
  OrderRow,
  'id' | 'customerName' | 'totalCents' | 'status' | 'paymentStatus' | 'promisedBy' | 'timeZone' | 'createdAt'
> & {
  reference: string
  city: string
  zip: string
  bouquet: string
  isSample: number
  /** What its situation depends on, as JSON. */
  facts: string
  rejectedBy: string | null
}

/** `at`: ISO instant. */
type Rejection = { shopId: string; shop: string; reason: string | null; at: string }

/** An order that has a shop since a moment ago: which, who gave it to that shop as `assignedBy` says, and when (ISO instant). */
type Taken = { id: string; reference: string; shop: string; by: string | null; at: string }

/**
 * One page of the orders that await a shop: those in danger first, each part by promised time. With it come the orders that were given
 * to a shop in the last minutes, newest first.
 */
export async function assignmentPageOf(db: Db, includeUnpaid: boolean, page: number, now: Date) {
  const awaiting = includeUnpaid ? PAID_OR_NOT : PAID
  const since = new Date(now.getTime() - TAKEN_MINUTES * MINUTE_MS).toISOString()
  const [rows, counted, taken] = await db.batch([
    // All that wait are sorted: dangers cannot come first along an index of promised times.
    db.all<StoredRow>(sql`
      select o.id, o.order_reference as reference, o.customer_name as "customerName", o.delivery_city as city,
        o.delivery_zip as zip, o.total_cents as "totalCents", o.status, o.payment_status as "paymentStatus",
        o.promised_by as "promisedBy", o.time_zone as "timeZone", o.is_sample as "isSample",
        o.created_at as "createdAt", ${BOUQUET} as bouquet, ${lastRejection(sql`o.id`)} as "rejectedBy",
        ${SITUATION_FACTS} as facts
      from (select rowid as picked, id in ${IN_DANGER} as danger ${awaiting} order by danger desc, promised_by, rowid
        limit ${PAGE_SIZE} offset ${offsetOf({ page, size: PAGE_SIZE })}) first
      join ${orders} o on o.rowid = picked order by first.danger desc, o.promised_by, o.rowid`),
    countRows(db, awaiting),
    db.all<Taken>(sql`
      select o.id, o.order_reference as reference, s.name as shop, ${assignedBy(sql`so`)} as by, so.created_at as at
      from ${shopOrders} so indexed by shop_orders_created_at
      join ${orders} o on o.id = so.order_id join ${shops} s on s.id = so.shop_id
      where so.created_at >= ${since} and so.withdrawn_at is null and so.status <> 'rejected'
      order by so.created_at desc limit ${TAKEN_MAX}`),
  ])
  const found = rows.map(({ facts, ...row }) => ({
    ...row,
    situation: forOwner(situationIn(facts, now)),
    isSample: row.isSample === 1,
    rejectedBy: row.rejectedBy === null ? null : (JSON.parse(row.rejectedBy) as Rejection),
  }))
  return { ...pageOf(found, counted, { page, size: PAGE_SIZE }), taken }
}

const BOUQUET = sql<string>`coalesce((select i.title from ${orderItems} i where i.order_id = o.id limit 1), '')`

/** Select expression: who gave an order to a shop: an email, or `system`; null or `admin`: they are gone. @param so alias of the shop order */
function assignedBy(so: SQL): SQL<string | null> {
  return sql<
    string | null
  >`(select coalesce(u.email, e.actor) from ${orderEvents} e left join ${users} u on u.id = e.actor_id
    where e.order_id = ${so}.order_id and e.kind = 'assigned' and e.data ->> 'shopOrderId' = ${so}.id limit 1)`
}
