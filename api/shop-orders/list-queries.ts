import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { forList } from '#api/orders/situation.ts'
import { SITUATION_FACTS, situationIn } from '#api/orders/situation-queries.ts'
import { COUNT_MAX, contains, offsetOf, sqlList } from '#api/platform/database/paging.ts'
import type { Direction, ShopOrderFilter, ShopOrderSort } from '#domain/admin-lists.ts'
import {
  type OrderStatus,
  type PaymentStatus,
  SHOP_ORDER_PAYMENT_STATUSES,
  SHOP_ORDER_STATUSES,
  shopOrderIsLive,
} from '#domain/order-status.ts'
import { referenceSearch } from '#domain/reference.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { ShopOrderQuery } from './schema.ts'

/** Search results are counted up to here, and up to here sorted by anything but the time of assignment. */
const FOUND_MAX = 500
/** Up to here the shop orders of a filter are sorted as they are; more are found along an index of what they are sorted by. */
const SORTED_MAX = 2_000
/** Shorter beginnings of ids and references match too many. */
const PREFIX_MIN = 3

/** The expression of the indexes shop_orders_listed and shop_orders_shop_listed. */
const LISTED_STATUS = sql`case when so.withdrawn_at is null then so.status else 'withdrawn' end`
const LISTED_STATUSES: readonly string[] = [...SHOP_ORDER_STATUSES, 'withdrawn']

type StoredRow = Pick<
  typeof shopOrders.$inferSelect,
  | 'id'
  | 'version'
  | 'shopId'
  | 'orderId'
  | 'status'
  | 'paymentStatus'
  | 'shopCostCents'
  | 'withdrawnAt'
  | 'createdAt'
> & {
  shop: string
  orderReference: string
  orderStatus: OrderStatus
  orderPaymentStatus: PaymentStatus
  promisedBy: string
  timeZone: string
  isSample: number
  /** What the situation of its order depends on, as JSON. */
  facts: string
}

/**
 * One page of the shop orders that a filter and a search let through, in one round trip. A search that finds too many to
 * be sorted otherwise comes newest first.
 */
export async function shopOrderPageOf(
  db: Db,
  { q, show, page, size, sort, direction = sort === 'assigned' ? 'desc' : 'asc' }: ShopOrderQuery,
  now: Date,
) {
  const filter = { q, show }
  const range = { offset: offsetOf({ page, size }), size }
  const { from, max } = counted(filter)
  const counting = db.all<{ found: number }>(
    sql`select count(*) as found from (select 1 ${from} limit ${sql.raw(String(max + 1))})`,
  )
  const answer = (rows: StoredRow[], found: number, by: ShopOrderSort) => ({
    rows: rows.map(({ facts, ...row }) => ({
      ...row,
      isSample: row.isSample === 1,
      /** Null: its shop does not have the order any more. */
      situation: shopOrderIsLive(row) ? forList(situationIn(facts, now)) : null,
    })),
    info: { page, pageSize: size, total: Math.min(found, max), capped: found > max },
    sort: by,
  })
  const sorted = listed(db, filter, sort, direction, range)
  if (!q || sort === 'assigned') {
    const [rows, [count]] = await db.batch([sorted, counting])
    return answer(rows, count?.found ?? 0, sort)
  }
  const newest = listed(db, filter, 'assigned', 'desc', range)
  const [rows, instead, [count]] = await db.batch([sorted, newest, counting])
  const found = count?.found ?? 0
  return found > max ? answer(instead, found, 'assigned') : answer(rows, found, sort)
}

function listed(
  db: Db,
  filter: Parameters<typeof candidates>[0],
  sort: ShopOrderQuery['sort'],
  direction: 'asc' | 'desc',
  { offset, size }: { offset: number; size: number },
) {
  // Cross joins keep the order of the tables: otherwise SQLite may walk through all orders.
  return db.all<StoredRow>(sql`
    select so.id, so.version, so.shop_id as "shopId", s.name as shop, so.order_id as "orderId",
      o.order_reference as "orderReference", so.status, so.payment_status as "paymentStatus",
      o.status as "orderStatus", o.payment_status as "orderPaymentStatus",
      so.shop_cost_cents as "shopCostCents", o.promised_by as "promisedBy", o.time_zone as "timeZone",
      o.is_sample as "isSample", ${SITUATION_FACTS} as facts, so.withdrawn_at as "withdrawnAt", so.created_at as "createdAt"
    from (${candidates(filter, sort, direction, offset + size)}) candidates
    cross join ${shopOrders} so on so.rowid = candidates.picked cross join ${shops} s on s.id = so.shop_id
    cross join ${orders} o on o.id = so.order_id
    order by ${sortedBy(sort, direction)} limit ${size} offset ${offset}`)
}

/**
 * Sorted by these, rows are found along an index: where it begins, and the columns that tell all rows apart. `so`, `s` and
 * `o` are a shop order, its shop and its order.
 */
const WALKS = {
  id: { from: sql`${shopOrders} so indexed by sqlite_autoindex_shop_orders_1`, by: ['so.id'] },
  shop: {
    from: sql`${shops} s indexed by shops_name
      cross join ${shopOrders} so indexed by shop_orders_shop on so.shop_id = s.id`,
    by: ['s.name collate nocase', 's.rowid', 'so.created_at', 'so.rowid'],
  },
  order: {
    from: sql`${orders} o indexed by orders_orderReference_unique
      cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id`,
    by: ['o.order_reference', 'so.rowid'],
  },
  promised: {
    from: sql`${orders} o indexed by orders_promised_by
      cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id`,
    by: ['o.promised_by', 'so.rowid'],
  },
  cost: {
    from: sql`${shopOrders} so indexed by shop_orders_cost`,
    by: ['so.shop_cost_cents', 'so.rowid'],
  },
} as const satisfies Partial<Record<ShopOrderSort, { from: SQL; by: readonly string[] }>>

/** By these, rows of one status and payment follow each other, newest first. */
const RANKS = {
  status: sql`instr(${LISTED_STATUSES.join(' ')}, ${LISTED_STATUS})`,
  payment: sql`instr(${SHOP_ORDER_PAYMENT_STATUSES.join(' ')}, so.payment_status)`,
} as const

/** Sorts the rows. */
function sortedBy(sort: ShopOrderSort, direction: Direction): SQL {
  const way = sql.raw(direction)
  if (sort === 'assigned') return sql`so.created_at ${way}, so.rowid ${way}`
  if (sort === 'status' || sort === 'payment') {
    return sql`${RANKS[sort]} ${way}, so.created_at desc, so.rowid desc`
  }
  return sql.raw(WALKS[sort].by.map((column) => `${column} ${direction}`).join(', '))
}

type Filter = { q: string | undefined; show: ShopOrderFilter | undefined }

/** The rows of a list to count, and how many at most. */
function counted({ q, show }: Filter): { from: SQL; max: number } {
  if (q) return { from: sql`from (${anyFound(q, show)})`, max: FOUND_MAX }
  return { from: filtered(show), max: COUNT_MAX }
}

/**
 * A SELECT of the rowids among which are the first rows of a sorted list.
 * @param most of the first rows are wanted
 */
function candidates({ q, show }: Filter, sort: ShopOrderSort, direction: Direction, most: number): SQL {
  if (q && sort !== 'assigned') return anyFound(q, show)
  if (sort === 'status' || sort === 'payment') return firstOfGroups(show, 'desc', most)
  if (sort !== 'assigned') return firstAlong(sort, show, direction, most)
  return q ? firstFound(q, show, direction, most) : firstOfGroups(show, direction, most)
}

/** Statuses and payment statuses that a filter lets through. */
function groupsOf(show: ShopOrderFilter | undefined) {
  const all = { statuses: LISTED_STATUSES, payments: SHOP_ORDER_PAYMENT_STATUSES as readonly string[] }
  if (show === undefined) return all
  if (show === 'paid') return { ...all, payments: ['paid'] }
  if (show === 'to-pay') return { statuses: ['delivered'], payments: ['pending'] }
  return { ...all, statuses: [show] }
}

function condition(show: ShopOrderFilter | undefined): SQL {
  const { statuses, payments } = groupsOf(show)
  return sql`${LISTED_STATUS} in (${sqlList(statuses)}) and so.payment_status in (${sqlList(payments)})`
}

function filtered(show: ShopOrderFilter | undefined): SQL {
  return sql`from ${shopOrders} so indexed by shop_orders_listed where ${condition(show)}`
}

/** The first of each pair of statuses: an index gives each pair sorted, but not their union. */
function firstOfGroups(
  show: ShopOrderFilter | undefined,
  direction: Direction,
  most: number,
  q?: string,
): SQL {
  const { statuses, payments } = groupsOf(show)
  const way = sql.raw(direction)
  const ofShop = sql`indexed by shop_orders_shop_listed where so.shop_id = s.id and`
  return sql`
    select picked.rowid as picked
    from ${q ? sql`${shops} s cross join` : sql``} json_each(${JSON.stringify(statuses)}) status
    cross join json_each(${JSON.stringify(payments)}) payment
    cross join ${shopOrders} picked on picked.rowid in (
      select so.rowid from ${shopOrders} so ${q ? ofShop : sql`indexed by shop_orders_listed where`}
      ${LISTED_STATUS} = status.value and so.payment_status = payment.value
      order by so.created_at ${way}, so.rowid ${way} limit ${most})
    ${q ? sql`where ${contains(sql`s.name`, q)}` : sql``}`
}

/** A few are sorted; among many the index is walked until there are enough. */
function firstAlong(
  sort: keyof typeof WALKS,
  show: ShopOrderFilter | undefined,
  direction: Direction,
  most: number,
): SQL {
  const from = filtered(show)
  // A condition would be evaluated for each row, a limit once.
  const isFew = sql`(select count(*) from (select 1 ${from} limit ${SORTED_MAX + 1})) <= ${SORTED_MAX}`
  return sql`
    select * from (select so.rowid as picked ${from} limit case when ${isFew} then ${SORTED_MAX} else 0 end)
    union all
    select * from (select so.rowid as picked from ${WALKS[sort].from}
      where ${condition(show)} order by ${sortedBy(sort, direction)}
      limit case when ${isFew} then 0 else ${most} end)`
}

function firstFound(q: string, show: ShopOrderFilter | undefined, direction: Direction, most: number): SQL {
  return sql.join([firstOfGroups(show, direction, most, q), ...byPrefix(q, show)], sql` union `)
}

/** All that a search finds, up to one more than is counted. */
function anyFound(q: string, show: ShopOrderFilter | undefined): SQL {
  const ofShops = some(
    sql`from ${shops} s cross join ${shopOrders} so indexed by shop_orders_shop_listed on so.shop_id = s.id
      where ${contains(sql`s.name`, q)} and ${condition(show)}`,
  )
  return sql.join([ofShops, ...byPrefix(q, show)], sql` union `)
}

function byPrefix(q: string, show: ShopOrderFilter | undefined): SQL[] {
  const id = q.toLowerCase()
  const reference = (referenceSearch(q) ?? q.toUpperCase()).replace(/^ORD-/, '')
  const byId = sql`from ${shopOrders} so indexed by sqlite_autoindex_shop_orders_1
    where ${beginsWith(sql`so.id`, id)} and ${condition(show)}`
  const byReference = sql`from ${orders} o
    cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id
    where ${beginsWith(sql`o.order_reference`, `ORD-${reference}`)} and ${condition(show)}`
  return [
    ...(id.length < PREFIX_MIN ? [] : [some(byId)]),
    ...(reference.length < PREFIX_MIN ? [] : [some(byReference)]),
  ]
}

function some(from: SQL): SQL {
  return sql`select * from (select so.rowid as picked ${from} limit ${FOUND_MAX + 1})`
}

/** As a range, which an index answers. */
function beginsWith(column: SQL, text: string): SQL {
  return sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`
}
