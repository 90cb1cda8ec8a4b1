import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { readLoads, roomOf, SHOP_CAPACITY, type ShopRoom } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import { countRows, offsetOf, pageOf } from '#api/platform/database/paging.ts'
import { bucketOfOrder } from '#domain/capacity.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import { type OrderRow, orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { orderColumns } from './queries.ts'

const PAGE_SIZE = 10

// Statuses are literals, because a partial index does not apply to a parameter. The index is named, because SQLite would
// prefer one with more columns and then sort all rows.
const AWAITING = sql`from ${orders} indexed by orders_awaiting_shop where assignment_status = 'unassigned' and status in ('pending', 'confirmed')`
const PAID = sql`${AWAITING} and payment_status = 'paid'`
const PAID_OR_NOT = sql`${AWAITING} and payment_status <> 'refunded'`

/** Select expression: why a shop order was last rejected. @param so alias of its row */
export function rejectionReason(so: SQL): SQL<string | null> {
  return sql<string | null>`(select e.data ->> 'reason' from ${orderEvents} e
    where e.order_id = ${so}.order_id and e.kind = 'shop_order_status' and e.data ->> 'shopOrderId' = ${so}.id
      and e.data ->> 'to' = 'rejected' order by e.created_at desc, e.rowid desc limit 1)`
}

/** Select expression: the shop that last rejected an order, as JSON or null. @param orderId column of the order's id */
export function lastRejection(orderId: SQL): SQL<string | null> {
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
  rejectedBy: string | null
}

/** `at`: ISO instant. */
type Rejection = { shopId: string; shop: string; reason: string | null; at: string }

/** One page of the orders that await a shop, soonest promised first. */
export async function assignmentPageOf(db: Db, includeUnpaid: boolean, page: number) {
  const awaiting = includeUnpaid ? PAID_OR_NOT : PAID
  const [rows, counted] = await db.batch([
    db.all<StoredRow>(sql`
      select o.id, o.order_reference as reference, o.customer_name as "customerName", o.delivery_city as city,
        o.delivery_zip as zip, o.total_cents as "totalCents", o.status, o.payment_status as "paymentStatus",
        o.promised_by as "promisedBy", o.time_zone as "timeZone", o.is_sample as "isSample",
        o.created_at as "createdAt", ${BOUQUET} as bouquet, ${lastRejection(sql`o.id`)} as "rejectedBy"
      from (select rowid as picked ${awaiting} order by promised_by, rowid limit ${PAGE_SIZE}
        offset ${offsetOf(page, PAGE_SIZE)})
      join ${orders} o on o.rowid = picked order by o.promised_by, o.rowid`),
    countRows(db, awaiting),
  ])
  const found = rows.map((row) => ({
    ...row,
    isSample: row.isSample === 1,
    rejectedBy: row.rejectedBy === null ? null : (JSON.parse(row.rejectedBy) as Rejection),
  }))
  return pageOf(found, counted, page, PAGE_SIZE)
}

const BOUQUET = sql<string>`coalesce((select i.title from ${orderItems} i where i.order_id = o.id limit 1), '')`

/** Select expression over shop orders: who assigned the order, by email. */
const ASSIGNED_BY = sql<string | null>`(select ${users.email} from ${orderEvents} e
  join ${users} on ${users.id} = e.actor_id
  where e.order_id = ${shopOrders.orderId} and e.kind = 'assigned' and e.data ->> 'shopOrderId' = ${shopOrders.id}
  limit 1)`

type ShopChoice = Pick<
  typeof shops.$inferSelect,
  'id' | 'name' | 'streetAddress' | 'city' | 'zip' | 'defaultPercentage'
> & {
  state: string
  /** It has an email address to send the florist's link to. */
  notifiable: boolean
  room: ShopRoom
}

/**
 * Reads in one round trip for the selection of a shop: every market with its active shops and the room that they have,
 * and former shops.
 */
export async function readChoices(db: Db, orderId: string) {
  const [[order], [suggested], rows, loads, history] = await db.batch([
    db
      .select({
        ...orderColumns,
        bouquet: sql<string>`coalesce(${orderItems.title}, '')`,
        assignmentStatus: orders.assignmentStatus,
        createdAt: orders.createdAt,
      })
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
      .select({
        marketId: markets.id,
        market: markets.name,
        shop: {
          id: shops.id,
          name: shops.name,
          streetAddress: shops.streetAddress,
          city: shops.city,
          zip: shops.zip,
          email: shops.email,
          defaultPercentage: shops.defaultPercentage,
        },
        capacity: SHOP_CAPACITY.as('capacity'),
        state: states.code,
      })
      .from(markets)
      .leftJoin(shops, and(eq(shops.marketId, markets.id), eq(shops.active, true)))
      .leftJoin(states, eq(states.id, shops.stateId))
      .orderBy(sql`${markets.name} collate nocase`, sql`${shops.name} collate nocase`),
    readLoads(db, orderId),
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
  if (!order) return null
  const { assignmentStatus, ...rest } = order
  const wanted = { bucket: bucketOfOrder(order), zone: order.timeZone }
  const byMarket = new Map<string, { id: string; name: string; shops: ShopChoice[] }>()
  for (const { marketId, market, shop, state, capacity } of rows) {
    const entry = byMarket.get(marketId) ?? { id: marketId, name: market, shops: [] }
    if (shop && state) {
      const { email, zip, ...place } = shop
      const room = roomOf({ id: shop.id, capacity }, loads, wanted)
      entry.shops.push({ ...place, state, zip, notifiable: email !== null, room })
    }
    byMarket.set(marketId, entry)
  }
  return {
    order: { ...rest, assigned: assignmentStatus === 'assigned' },
    suggestedMarketId: suggested?.marketId ?? null,
    markets: [...byMarket.values()],
    history: history.map((earlier) => ({ ...earlier, live: shopOrderIsLive(earlier) })),
  }
}

/** Statement: a shop and what it can make; one row or none. */
export function selectShop(db: Db, id: string) {
  return db
    .select({ shop: shops, capacity: SHOP_CAPACITY.as('capacity') })
    .from(shops)
    .where(eq(shops.id, id))
}
