import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { offsetOf } from '#api/platform/database/paging.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { shops, states } from '#drizzle/schema/markets.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { openLinkOf } from './florist-link-queries.ts'
import type { ShopOrderPage, ShopOrderQuery, ShopOrderRow } from './schema.ts'
import { candidates, counted, sortedBy } from './search-queries.ts'

const PAGE_SIZE = 10

type StoredRow = Omit<ShopOrderRow, 'isSample'> & { isSample: number }

/**
 * One page of the shop orders that a filter and a search let through, in one round trip. A search that finds too many to
 * be sorted otherwise comes newest first.
 */
export async function shopOrderPageOf(
  db: Db,
  { q, show, page, sort, direction = sort === 'assigned' ? 'desc' : 'asc' }: ShopOrderQuery,
): Promise<ShopOrderPage> {
  const filter = { q, show }
  const offset = offsetOf(page, PAGE_SIZE)
  const { from, max } = counted(filter)
  const counting = db.all<{ found: number }>(
    sql`select count(*) as found from (select 1 ${from} limit ${sql.raw(String(max + 1))})`,
  )
  const answer = (rows: StoredRow[], found: number, by: ShopOrderPage['sort']) => ({
    rows: rows.map((row) => ({ ...row, isSample: row.isSample === 1 })),
    info: { page, pageSize: PAGE_SIZE, total: Math.min(found, max), capped: found > max },
    sort: by,
  })
  const sorted = listed(db, filter, sort, direction, offset)
  if (!q || sort === 'assigned') {
    const [rows, [count]] = await db.batch([sorted, counting])
    return answer(rows, count?.found ?? 0, sort)
  }
  const newest = listed(db, filter, 'assigned', 'desc', offset)
  const [rows, instead, [count]] = await db.batch([sorted, newest, counting])
  const found = count?.found ?? 0
  return found > max ? answer(instead, found, 'assigned') : answer(rows, found, sort)
}

function listed(
  db: Db,
  filter: Parameters<typeof candidates>[0],
  sort: ShopOrderQuery['sort'],
  direction: 'asc' | 'desc',
  offset: number,
) {
  // Cross joins keep the order of the tables: otherwise SQLite may walk through all orders.
  return db.all<StoredRow>(sql`
    select so.id, so.shop_id as "shopId", s.name as shop, so.order_id as "orderId",
      o.order_reference as "orderReference", so.status, so.payment_status as "paymentStatus",
      so.shop_cost_cents as "shopCostCents", o.promised_by as "promisedBy", o.time_zone as "timeZone",
      o.is_sample as "isSample", so.withdrawn_at as "withdrawnAt", so.created_at as "createdAt"
    from (${candidates(filter, sort, direction, offset + PAGE_SIZE)}) candidates
    cross join ${shopOrders} so on so.rowid = candidates.picked cross join ${shops} s on s.id = so.shop_id
    cross join ${orders} o on o.id = so.order_id
    order by ${sortedBy(sort, direction)} limit ${PAGE_SIZE} offset ${offset}`)
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
