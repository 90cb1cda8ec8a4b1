import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { COUNT_MAX, contains, offsetOf } from '#api/platform/database/paging.ts'
import type { Direction } from '#domain/order-sorts.ts'
import { SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import type { ShopOrderFilter } from '#domain/shop-order-filters.ts'
import { WITHDRAWN_RANK } from '#domain/shop-order-sorts.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { ShopOrderPage, ShopOrderQuery, ShopOrderRow } from './schema.ts'

// The list must stay fast over millions of rows. Every part of a query follows one index, which is named where SQLite
// would choose another one; statuses are literals, because a partial index does not apply to a parameter.

const PAGE_SIZE = 10
/** Ids and references are searched from this many characters on: fewer would match half of the rows. */
const PREFIX_MIN = 3
/** Search results are counted up to this many, and only up to this many sorted by anything but the assignment time. */
const SEARCH_MAX = 500
/** Up to this many rows of a filter it is cheaper to read them all than to walk along another index. */
const SMALL_FILTER = 2_000

type StoredRow = Omit<ShopOrderRow, 'isSample'> & { isSample: number }

/** A query for the first rows in a sort order, as `picked` (rowid), `at` and `since`, and the order by these three. */
type Sorted = { first: SQL; by: SQL }

type Wanted = {
  q: string | undefined
  show: ShopOrderFilter | undefined
  direction: Direction
  /** How many of the first rows are needed. */
  most: number
}

const SORTS = { assigned: byAssignment, promised: byPromise, status: byStatus }

/**
 * One page of the shop orders that match a filter and a search, in one round trip. A search with too many results to be
 * sorted as asked is sorted by assignment, newest first.
 */
export async function shopOrderPageOf(
  db: Db,
  { q, show, page, sort, direction = sort === 'assigned' ? 'desc' : 'asc' }: ShopOrderQuery,
): Promise<ShopOrderPage> {
  const offset = offsetOf(page, PAGE_SIZE)
  const wanted = { q, show, direction, most: offset + PAGE_SIZE }
  const { any, countMax } = matching(q, show, direction, wanted.most)
  const counting = db.all<{ found: number }>(
    sql`select count(*) as found from (${any} limit ${sql.raw(String(countMax + 1))})`,
  )
  const answer = (rows: StoredRow[], [count]: { found: number }[], by: ShopOrderPage['sort']) => {
    const found = count?.found ?? 0
    const info = { page, pageSize: PAGE_SIZE, total: Math.min(found, countMax), capped: found > countMax }
    return { rows: rows.map((row) => ({ ...row, isSample: row.isSample === 1 })), info, sort: by }
  }
  const sorted = rowsOf(db, SORTS[sort](wanted), offset)
  if (!q || sort === 'assigned') {
    const [rows, count] = await db.batch([sorted, counting])
    return answer(rows, count, sort)
  }
  const newest = rowsOf(db, byAssignment({ ...wanted, direction: 'desc' }), offset)
  const [rows, instead, count] = await db.batch([sorted, newest, counting])
  return (count[0]?.found ?? 0) > countMax ? answer(instead, count, 'assigned') : answer(rows, count, sort)
}

function rowsOf(db: Db, { first, by }: Sorted, offset: number) {
  // Cross joins keep SQLite from walking all shop orders in order to have the page sorted already.
  return db.all<StoredRow>(sql`
    select so.id, so.shop_id as "shopId", s.name as shop, so.order_id as "orderId",
      o.order_reference as "orderReference", so.status, so.payment_status as "paymentStatus",
      so.shop_cost_cents as "shopCostCents", o.promised_by as "promisedBy", o.time_zone as "timeZone",
      o.is_sample as "isSample", so.withdrawn_at as "withdrawnAt", so.created_at as "createdAt"
    from (select picked, at, since from (${first}) order by ${by} limit ${PAGE_SIZE} offset ${offset})
    cross join ${shopOrders} so on so.rowid = picked cross join ${shops} s on s.id = so.shop_id
    cross join ${orders} o on o.id = so.order_id order by ${by}`)
}

function byAssignment({ q, show, direction, most }: Wanted): Sorted {
  const { first } = matching(q, show, direction, most)
  return { first: sql`select picked, at, at as since from (${first})`, by: inDirection(direction) }
}

/** A small filter is read whole and sorted; for a large one the index of promised times is walked until there are enough. */
function byPromise({ q, show, direction, most }: Wanted): Sorted {
  const by = inDirection(direction)
  if (q) return { first: searchSortedBy(sql`o.promised_by`, q, show), by }
  const { where, rows } = filterOf(show)
  const { ifSmall, ifLarge } = limitsFor(rows)
  const way = sql.raw(direction)
  const sorted = sql`select first.picked, o.promised_by as at, first.since
    from (select so.rowid as picked, so.order_id, so.created_at as since ${rows} limit ${ifSmall(SMALL_FILTER)}) first
    cross join ${orders} o on o.id = first.order_id`
  const walked = sql`select * from (select so.rowid as picked, o.promised_by as at, so.created_at as since
    from ${orders} o indexed by orders_promised_by
    cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id
    where ${where} order by o.promised_by ${way}, so.rowid ${way} limit ${ifLarge(most)})`
  return { first: sql`${sorted} union all ${walked}`, by }
}

/** In the order in which statuses follow each other; within a status the newest first. */
function byStatus({ q, show, direction, most }: Wanted): Sorted {
  const by = sql`at ${sql.raw(direction)}, since desc, picked desc`
  if (q) return { first: searchSortedBy(STATUS_RANK, q, show), by }
  const { where } = filterOf(show)
  const group = (index: string, condition: SQL, rank: number) =>
    sql`select * from (select so.rowid as picked, ${rank} as at, so.created_at as since
      from ${shopOrders} so indexed by ${sql.raw(index)} where ${condition} and ${where}
      order by so.created_at desc, so.rowid desc limit ${most})`
  const groups = SHOP_ORDER_STATUSES.map((status, rank) =>
    group('shop_orders_by_status', sql`so.status = ${literal(status)} and so.withdrawn_at is null`, rank),
  )
  groups.push(group('shop_orders_withdrawn', sql`so.withdrawn_at is not null`, WITHDRAWN_RANK))
  return { first: sql.join(groups, sql` union all `), by }
}

const STATUS_RANK = sql`case when so.withdrawn_at is not null then ${sql.raw(String(WITHDRAWN_RANK))} ${sql.join(
  SHOP_ORDER_STATUSES.map(
    (status, rank) => sql`when so.status = ${literal(status)} then ${sql.raw(String(rank))}`,
  ),
  sql` `,
)} end`

/** All results of a search with what they are sorted by; none when there are more than {@link SEARCH_MAX}. */
function searchSortedBy(key: SQL, q: string, show: ShopOrderFilter | undefined): SQL {
  const { any } = matching(q, show, 'desc', SEARCH_MAX)
  const isSmall = sql`(select count(*) from (${any} limit ${sql.raw(String(SEARCH_MAX + 1))})) <= ${SEARCH_MAX}`
  return sql`select so.rowid as picked, ${key} as at, so.created_at as since
    from (select picked from (${any}) limit case when ${isSmall} then ${SEARCH_MAX} else 0 end) first
    cross join ${shopOrders} so on so.rowid = first.picked cross join ${orders} o on o.id = so.order_id`
}

/**
 * The shop orders that match a filter and a search.
 * @param direction of the assignment time
 * @param most how many of the first are needed
 * @returns `first`: the first of them as `picked` and `at`; `any`: all of them, unsorted; `countMax`: how far to count them
 */
function matching(
  q: string | undefined,
  show: ShopOrderFilter | undefined,
  direction: Direction,
  most: number,
): { first: SQL; any: SQL; countMax: number } {
  const { where, rows } = filterOf(show)
  if (!q) return { first: firstOf(rows, direction, most), any: sql`select 1 ${rows}`, countMax: COUNT_MAX }

  const named = contains(sql`s.name`, q)
  const ofShop = sql`from ${shopOrders} so indexed by shop_orders_shop where so.shop_id = s.id and ${where}`
  const inSmallFilter = sql`${rows} and so.shop_id in (select s.id from ${shops} s where ${named})`
  const inLargeFilter = sql`from ${shops} s cross join ${shopOrders} so indexed by shop_orders_shop
    on so.shop_id = s.id where ${named} and ${where}`
  const { ifSmall, ifLarge } = limitsFor(rows)
  const way = sql.raw(direction)
  const byShop = sql`select so.rowid as picked, so.created_at as at from ${shops} s join ${shopOrders} so
    on so.rowid in (select so.rowid ${ofShop} order by so.created_at ${way}, so.rowid ${way} limit ${ifLarge(most)})
    where ${named}`
  const others = [...byId(q, where), ...byReference(q, where)]
  return {
    first: sql.join(
      [sql`select * from (${firstOf(inSmallFilter, direction, ifSmall(most))})`, byShop, ...others],
      sql` union `,
    ),
    any: sql.join(
      [countable(inSmallFilter, ifSmall), countable(inLargeFilter, ifLarge), ...others],
      sql` union `,
    ),
    countMax: SEARCH_MAX,
  }
}

/**
 * Limits that are 0 unless a filter matches few rows, or many.
 * A limit is evaluated before the first row; a condition would be evaluated for each.
 */
function limitsFor(rows: SQL) {
  const isSmall = sql`(select count(*) from (select 1 ${rows} limit ${SMALL_FILTER + 1})) <= ${SMALL_FILTER}`
  return {
    ifSmall: (count: number) => sql`case when ${isSmall} then ${count} else 0 end`,
    ifLarge: (count: number) => sql`case when ${isSmall} then 0 else ${count} end`,
  }
}

function firstOf(rows: SQL, direction: Direction, most: SQL | number): SQL {
  const way = sql.raw(direction)
  return sql`select so.rowid as picked, so.created_at as at ${rows}
    order by so.created_at ${way}, so.rowid ${way} limit ${most}`
}

/** As many as are counted, unsorted. */
function countable(rows: SQL, limit: (count: number) => SQL = (count) => sql`${count}`): SQL {
  return sql`select * from (select so.rowid as picked, so.created_at as at ${rows} limit ${limit(SEARCH_MAX + 1)})`
}

function byId(q: string, where: SQL): SQL[] {
  const id = q.toLowerCase()
  if (id.length < PREFIX_MIN) return []
  return [
    countable(sql`from ${shopOrders} so indexed by sqlite_autoindex_shop_orders_1
    where ${beginsWith(sql`so.id`, id)} and ${where}`),
  ]
}

function byReference(q: string, where: SQL): SQL[] {
  const reference = q.toUpperCase().replace(/^ORD-?/, '')
  if (reference.length < PREFIX_MIN) return []
  return [
    countable(sql`from ${orders} o cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id
    where ${beginsWith(sql`o.order_reference`, `ORD-${reference}`)} and ${where}`),
  ]
}

/** Written as a range, which an index answers. */
function beginsWith(column: SQL, text: string): SQL {
  return sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`
}

/** What a filter matches, as a condition and as `from … where …` along the index that lists it by assignment time. */
function filterOf(show: ShopOrderFilter | undefined): { where: SQL; rows: SQL } {
  const { index, where } = indexOf(show)
  return { where, rows: sql`from ${shopOrders} so indexed by ${sql.raw(index)} where ${where}` }
}

function indexOf(show: ShopOrderFilter | undefined): { index: string; where: SQL } {
  switch (show) {
    case undefined:
      return { index: 'shop_orders_created_at', where: sql`true` }
    case 'withdrawn':
      return { index: 'shop_orders_withdrawn', where: sql`so.withdrawn_at is not null` }
    case 'paid':
      return { index: 'shop_orders_paid', where: sql`so.payment_status = 'paid'` }
    case 'to-pay':
      return {
        index: 'shop_orders_to_pay',
        where: sql`so.status = 'delivered' and so.payment_status = 'pending' and so.withdrawn_at is null`,
      }
    default:
      return {
        index: 'shop_orders_by_status',
        where: sql`so.status = ${literal(show)} and so.withdrawn_at is null`,
      }
  }
}

function literal(status: string): SQL {
  return sql.raw(`'${status}'`)
}

function inDirection(direction: Direction): SQL {
  const way = sql.raw(direction)
  return sql`at ${way}, picked ${way}`
}
