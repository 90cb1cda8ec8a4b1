import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { cappedCount, offsetOf, pageInfoOf } from '#api/platform/database/paging.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { AssignmentRow } from './assignment-schema.ts'

const PAGE_SIZE = 10

// Literal, not parameters: only then does SQLite see that the partial index holds.
// Named, since an index that knows more columns looks better to it, and then it sorts all of them.
const AWAITING = sql`from ${orders} indexed by orders_awaiting_shop where assignment_status = 'unassigned' and status in ('pending', 'confirmed')`
const PAID = sql`${AWAITING} and payment_status = 'paid'`
const PAID_OR_NOT = sql`${AWAITING} and payment_status <> 'refunded'`

const LIVE = sql`status <> 'rejected' and withdrawn_at is null`

/** Why a shop order was rejected, the last time: a value of a select list. @param so alias of its row */
export function rejectionReason(so: SQL): SQL<string | null> {
  return sql<string | null>`(select e.data ->> 'reason' from ${orderEvents} e
    where e.order_id = ${so}.order_id and e.kind = 'shop_order_status' and e.data ->> 'shopOrderId' = ${so}.id
      and e.data ->> 'to' = 'rejected' order by e.created_at desc, e.rowid desc limit 1)`
}

/** The shop that rejected an order last, as JSON or null: a value of a select list. @param orderId column of its id */
export function lastRejection(orderId: SQL): SQL<string | null> {
  return sql<string | null>`(select json_object('shopId', s.id, 'shop', s.name, 'at', so.status_updated_at,
      'reason', ${rejectionReason(sql`so`)})
    from ${shopOrders} so join ${shops} s on s.id = so.shop_id
    where so.order_id = ${orderId} and so.status = 'rejected' order by so.status_updated_at desc limit 1)`
}

type StoredRow = Omit<AssignmentRow, 'isSample' | 'rejectedBy'> & {
  isSample: number
  rejectedBy: string | null
}

/** One page of the orders that await a shop, those promised first at the top. */
export async function assignmentPageOf(db: Db, includeUnpaid: boolean, page: number) {
  const awaiting = includeUnpaid ? PAID_OR_NOT : PAID
  const [rows, [counted]] = await db.batch([
    db.all<StoredRow>(sql`
      select o.id, o.order_reference as reference, o.customer_name as "customerName", o.delivery_city as city,
        o.delivery_zip as zip, o.total_cents as "totalCents", o.status, o.payment_status as "paymentStatus",
        o.promised_by as "promisedBy", o.time_zone as "timeZone", o.is_sample as "isSample",
        o.created_at as "createdAt", ${BOUQUET} as bouquet, ${lastRejection(sql`o.id`)} as "rejectedBy"
      from (select rowid as picked ${awaiting} order by promised_by, rowid limit ${PAGE_SIZE}
        offset ${offsetOf(page, PAGE_SIZE)})
      join ${orders} o on o.rowid = picked order by o.promised_by, o.rowid`),
    db.all<{ count: number }>(sql`select ${cappedCount(awaiting)} as count`),
  ])
  return {
    rows: rows.map((row) => ({
      ...row,
      isSample: row.isSample === 1,
      rejectedBy: row.rejectedBy === null ? null : JSON.parse(row.rejectedBy),
    })) as AssignmentRow[],
    info: pageInfoOf(page, PAGE_SIZE, counted?.count ?? 0),
  }
}

const BOUQUET = sql<string>`coalesce((select i.title from ${orderItems} i where i.order_id = o.id limit 1), '')`

/** Who gave an order to its shop, by e-mail: a value of a select list over shop orders. */
const ASSIGNED_BY = sql<string | null>`(select ${users.email} from ${orderEvents} e
  join ${users} on ${users.id} = e.actor_id
  where e.order_id = ${shopOrders.orderId} and e.kind = 'assigned' and e.data ->> 'shopOrderId' = ${shopOrders.id}
  limit 1)`

/** Everything that selecting a shop for an order shows, in one round trip. */
export async function readChoices(db: Db, orderId: string) {
  const [[found], [suggested], rows, history] = await db.batch([
    db
      .select({ order: orders, bouquet: orderItems.title })
      .from(orders)
      .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(eq(orders.id, orderId))
      .limit(1),
    db
      .select({ marketId: marketZipcodes.marketId })
      .from(marketZipcodes)
      .innerJoin(orders, eq(orders.deliveryZip, marketZipcodes.zipcode))
      .where(eq(orders.id, orderId)),
    db
      .select({ marketId: markets.id, market: markets.name, shop: shops, state: states.code })
      .from(markets)
      .leftJoin(shops, and(eq(shops.marketId, markets.id), eq(shops.active, true)))
      .leftJoin(states, eq(states.id, shops.stateId))
      .orderBy(sql`${markets.name} collate nocase`, sql`${shops.name} collate nocase`),
    db
      .select({
        shopOrderId: shopOrders.id,
        shopId: shops.id,
        shop: shops.name,
        status: shopOrders.status,
        reason: rejectionReason(sql`${shopOrders}`),
        specialInstructions: shopOrders.specialInstructions,
        assignedBy: ASSIGNED_BY.as('assigned_by'),
        assignedAt: shopOrders.createdAt,
        withdrawnAt: shopOrders.withdrawnAt,
      })
      .from(shopOrders)
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .where(eq(shopOrders.orderId, orderId))
      .orderBy(desc(shopOrders.createdAt), sql`${shopOrders}.rowid desc`),
  ])
  return found ? { ...found, suggestedMarketId: suggested?.marketId ?? null, rows, history } : null
}

/** The shop order of an order that lives, with who gave it to whom and when; a row or none, fits into a batch. */
export function liveAssignment(db: Db, orderId: string) {
  return db
    .select({
      shopOrder: shopOrders,
      shop: shops,
      assignedAt: shopOrders.createdAt,
      assignedBy: ASSIGNED_BY.as('assigned_by'),
    })
    .from(shopOrders)
    .innerJoin(shops, eq(shops.id, shopOrders.shopId))
    .where(and(eq(shopOrders.orderId, orderId), LIVE_OF_TABLE))
    .orderBy(asc(shopOrders.createdAt))
}

const LIVE_OF_TABLE = sql`${shopOrders.status} <> 'rejected' and ${shopOrders.withdrawnAt} is null`

export type LiveAssignment = Awaited<ReturnType<typeof liveAssignment>>[number]

/** What assigning has to know: the order, the shop, and whose it is now. */
export async function readForAssigning(db: Db, orderId: string, shopId: string) {
  const [[order], [shop], [live]] = await db.batch([
    db.select().from(orders).where(eq(orders.id, orderId)),
    db.select().from(shops).where(eq(shops.id, shopId)),
    liveAssignment(db, orderId),
  ])
  return { order: order ?? null, shop: shop ?? null, live: live ?? null }
}

/** True in a batch while an order has no shop. */
export function isUnassigned(orderId: string): SQL {
  return sql`exists (select 1 from ${orders} where id = ${orderId} and assignment_status = 'unassigned')`
}

/** True in a batch while a shop order lives. */
export function shopOrderLives(id: string): SQL {
  return sql`exists (select 1 from ${shopOrders} where id = ${id} and ${LIVE})`
}

/** True in a batch while a shop takes orders and is written to at this address. */
export function shopTakesOrders({ id, email }: { id: string; email: string | null }): SQL {
  return sql`exists (select 1 from ${shops} where id = ${id} and active = 1 and email is ${email})`
}
