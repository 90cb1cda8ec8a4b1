import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { shops, states } from '#drizzle/schema/markets.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { ShopOrderQuery, ShopOrderRow } from '#src/contracts/admin/shop-orders.ts'
import type { ShopOrderFilter } from '#src/domain/shop-order-filters.ts'
import { openLinkOf } from './florist-links.ts'
import { COUNT_LIMIT, contains, offsetOf, pageInfoOf } from './paging.ts'

const PAGE_SIZE = 10
/** Ids and references are looked for from this many characters on: fewer would match half of them. */
const PREFIX_MIN = 3

type StoredRow = Omit<ShopOrderRow, 'isSample'> & { isSample: number }

/** One page of the shop orders that a filter and a search let through, newest first. */
export async function shopOrderPageOf(db: Db, { q, show, page }: ShopOrderQuery) {
  const wanted = offsetOf(page, PAGE_SIZE) + PAGE_SIZE
  const [rows, [counted]] = await db.batch([
    db.all<StoredRow>(sql`
      select so.id, so.shop_id as "shopId", s.name as shop, so.order_id as "orderId",
        o.order_reference as "orderReference", so.status, so.payment_status as "paymentStatus",
        so.shop_cost_cents as "shopCostCents", o.promised_by as "promisedBy", o.time_zone as "timeZone",
        o.is_sample as "isSample", so.withdrawn_at as "withdrawnAt", so.created_at as "createdAt"
      from (select picked from (${matches(q, show, wanted)}) order by at desc, picked desc
        limit ${PAGE_SIZE} offset ${offsetOf(page, PAGE_SIZE)})
      join ${shopOrders} so on so.rowid = picked join ${shops} s on s.id = so.shop_id
      join ${orders} o on o.id = so.order_id order by so.created_at desc, so.rowid desc`),
    db.all<{ count: number }>(
      sql`select count(*) as count from (select 1 from (${matches(q, show, COUNT_LIMIT)}) limit ${COUNT_LIMIT})`,
    ),
  ])
  return {
    rows: rows.map((row) => ({ ...row, isSample: row.isSample === 1 })) as ShopOrderRow[],
    info: pageInfoOf(page, PAGE_SIZE, counted?.count ?? 0),
  }
}

/**
 * The newest shop orders that match, by row number (`picked`) and instant (`at`): at least `most`, if there are as many.
 * Every part of it walks along an index and stops there.
 */
function matches(q: string | undefined, show: ShopOrderFilter | undefined, most: number): SQL {
  const newest = (
    from: SQL,
    where: SQL,
  ) => sql`select * from (select so.rowid as picked, so.created_at as at ${from}
    where ${where} and ${condition(show)} order by so.created_at desc, so.rowid desc limit ${most})`
  const own = sql`from ${shopOrders} so`
  if (!q) return newest(own, sql`true`)
  const parts = [
    sql`select so.rowid as picked, so.created_at as at from ${shops} s join ${shopOrders} so on so.rowid in (
        select so.rowid from ${shopOrders} so where so.shop_id = s.id and ${condition(show)}
        order by so.created_at desc, so.rowid desc limit ${most})
      where ${contains(sql`s.name`, q)}`,
  ]
  const id = q.toLowerCase()
  if (id.length >= PREFIX_MIN) parts.push(newest(own, beginsWith(sql`so.id`, id)))
  const reference = q.toUpperCase().replace(/^ORD-?/, '')
  if (reference.length >= PREFIX_MIN) {
    const joined = sql`from ${orders} o join ${shopOrders} so on so.order_id = o.id`
    parts.push(newest(joined, beginsWith(sql`o.order_reference`, `ORD-${reference}`)))
  }
  return sql.join(parts, sql` union `)
}

/** As a range, which an index answers. */
function beginsWith(column: SQL, text: string): SQL {
  return sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`
}

// Literal, not parameters: only then does SQLite see that a partial index holds.
function condition(show: ShopOrderFilter | undefined): SQL {
  switch (show) {
    case undefined:
      return sql`true`
    case 'withdrawn':
      return sql`so.withdrawn_at is not null`
    case 'paid':
      return sql`so.payment_status = 'paid'`
    case 'to-pay':
      return sql`so.status = 'delivered' and so.payment_status = 'pending' and so.withdrawn_at is null`
    default:
      return sql`so.status = '${sql.raw(show)}' and so.withdrawn_at is null`
  }
}

/** A shop order with its order, its shop and everything that was said and done about it, in one round trip. */
export async function readShopOrderDetail(db: Db, id: string) {
  const statusBy = sql<string | null>`(select email from ${users} where id = ${shopOrders.statusUpdatedBy})`
  const paymentBy = sql<string | null>`(select email from ${users} where id = ${shopOrders.paymentUpdatedBy})`
  const ofOrder = sql`${orderEvents.orderId} = (select order_id from ${shopOrders} where id = ${id})`
  const [[found], items, contacts, corrections, [link], events] = await db.batch([
    db
      .select({
        shopOrder: shopOrders,
        order: orders,
        shop: shops,
        stateCode: states.code,
        statusBy: statusBy.as('status_by'),
        paymentBy: paymentBy.as('payment_by'),
      })
      .from(shopOrders)
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .innerJoin(states, eq(states.id, shops.stateId))
      .where(eq(shopOrders.id, id)),
    db
      .select({
        title: orderItems.title,
        sku: orderItems.sku,
        quantity: orderItems.quantity,
        imageUrl: orderItems.imageUrl,
      })
      .from(orderItems)
      .innerJoin(shopOrders, eq(shopOrders.orderId, orderItems.orderId))
      .where(eq(shopOrders.id, id)),
    db
      .select({
        id: shopOrderContacts.id,
        note: shopOrderContacts.note,
        email: users.email,
        createdAt: shopOrderContacts.createdAt,
      })
      .from(shopOrderContacts)
      .leftJoin(users, eq(users.id, shopOrderContacts.userId))
      .where(eq(shopOrderContacts.shopOrderId, id))
      .orderBy(asc(shopOrderContacts.createdAt), sql`${shopOrderContacts}.rowid`),
    db
      .select({
        id: shareCorrections.id,
        amountCents: shareCorrections.amountCents,
        reason: shareCorrections.reason,
        createdAt: shareCorrections.createdAt,
      })
      .from(shareCorrections)
      .where(eq(shareCorrections.shopOrderId, id))
      .orderBy(asc(shareCorrections.createdAt), sql`${shareCorrections}.rowid`),
    openLinkOf(db, id),
    db
      .select({
        id: orderEvents.id,
        kind: orderEvents.kind,
        actor: orderEvents.actor,
        actorEmail: users.email,
        data: orderEvents.data,
        createdAt: orderEvents.createdAt,
      })
      .from(orderEvents)
      .leftJoin(users, eq(users.id, orderEvents.actorId))
      .where(and(ofOrder, sql`${orderEvents.data} ->> 'shopOrderId' = ${id}`))
      .orderBy(asc(orderEvents.createdAt), sql`${orderEvents}.rowid`),
  ])
  return found ? { ...found, items, contacts, corrections, link: link ?? null, events } : null
}

export type ShopOrderFound = NonNullable<Awaited<ReturnType<typeof readShopOrderDetail>>>

/** What a change of a shop order has to know: itself, its order, its shop, and who touched it last. */
export async function readShopOrder(db: Db, id: string) {
  const [[found], [last]] = await db.batch([
    db
      .select({ shopOrder: shopOrders, order: orders, shop: shops })
      .from(shopOrders)
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .where(eq(shopOrders.id, id)),
    db
      .select({
        actor: orderEvents.actor,
        email: users.email,
        data: orderEvents.data,
        at: orderEvents.createdAt,
      })
      .from(orderEvents)
      .leftJoin(users, eq(users.id, orderEvents.actorId))
      .where(
        sql`${orderEvents.orderId} = (select order_id from ${shopOrders} where id = ${id})
          and ${orderEvents.data} ->> 'shopOrderId' = ${id}`,
      )
      .orderBy(sql`${orderEvents.createdAt} desc`, sql`${orderEvents}.rowid desc`)
      .limit(1),
  ])
  return found ? { ...found, last: last ?? null } : null
}

export type KnownShopOrder = NonNullable<Awaited<ReturnType<typeof readShopOrder>>>
