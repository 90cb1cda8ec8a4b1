import { type SQL, sql } from 'drizzle-orm'
import { COUNT_MAX, contains } from '#api/platform/database/paging.ts'
import type { Direction } from '#domain/order-sorts.ts'
import type { ShopOrderFilter } from '#domain/shop-order-filters.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** Ids and references are looked for from this many characters on: fewer would match half of them. */
const PREFIX_MIN = 3
/** What words find is counted up to here, and sorted up to here by anything but the time of assignment. */
export const FOUND_MAX = 500
/** A filter that lets through no more than this is the shorter way to the orders of some shops. */
export const FEW = 2_000

/** What is found, in SQL: `first` has the first as `picked` and `at`, `any` has all; `counted`: as far as it is counted. */
type Found = { first: SQL; any: SQL; counted: number }

/**
 * The shop orders that a filter and a search let through. Every part of it goes along an index, named where the database
 * would choose another.
 * @param direction of the time of assignment
 * @param most of the first are wanted
 */
export function foundShopOrders(
  q: string | undefined,
  show: ShopOrderFilter | undefined,
  direction: Direction,
  most: number,
): Found {
  const { index, where } = filterOf(show)
  const filtered = sql`from ${shopOrders} so indexed by ${sql.raw(index)} where ${where}`
  if (!q)
    return { first: first(filtered, direction, most), any: sql`select 1 ${filtered}`, counted: COUNT_MAX }

  const named = contains(sql`s.name`, q)
  const ofShop = sql`from ${shopOrders} so indexed by shop_orders_shop where so.shop_id = s.id and ${where}`
  const amongFew = sql`${filtered} and so.shop_id in (select s.id from ${shops} s where ${named})`
  const amongMany = sql`from ${shops} s cross join ${shopOrders} so indexed by shop_orders_shop
    on so.shop_id = s.id where ${named} and ${where}`
  const { few, many } = limitsOf(filtered)
  const way = sql.raw(direction)
  const byShop = sql`select so.rowid as picked, so.created_at as at from ${shops} s join ${shopOrders} so
    on so.rowid in (select so.rowid ${ofShop} order by so.created_at ${way}, so.rowid ${way} limit ${many(most)})
    where ${named}`
  const others = [...byId(q, where), ...byReference(q, where)]
  return {
    first: sql.join(
      [sql`select * from (${first(amongFew, direction, few(most))})`, byShop, ...others],
      sql` union `,
    ),
    any: sql.join([some(amongFew, few), some(amongMany, many), ...others], sql` union `),
    counted: FOUND_MAX,
  }
}

/** Limits that let rows through only if a filter lets through few, or only if it lets through many. */
export function limitsOf(filtered: SQL) {
  // A condition would be looked at for each row, a limit is before the first.
  const isFew = sql`(select count(*) from (select 1 ${filtered} limit ${FEW + 1})) <= ${FEW}`
  return {
    few: (count: number) => sql`case when ${isFew} then ${count} else 0 end`,
    many: (count: number) => sql`case when ${isFew} then 0 else ${count} end`,
  }
}

function first(from: SQL, direction: Direction, most: SQL | number): SQL {
  const way = sql.raw(direction)
  return sql`select so.rowid as picked, so.created_at as at ${from}
    order by so.created_at ${way}, so.rowid ${way} limit ${most}`
}

/** As many as are counted, in no order. */
function some(from: SQL, limit: (count: number) => SQL = (count) => sql`${count}`): SQL {
  return sql`select * from (select so.rowid as picked, so.created_at as at ${from} limit ${limit(FOUND_MAX + 1)})`
}

function byId(q: string, where: SQL): SQL[] {
  const id = q.toLowerCase()
  if (id.length < PREFIX_MIN) return []
  return [
    some(sql`from ${shopOrders} so indexed by sqlite_autoindex_shop_orders_1
    where ${beginsWith(sql`so.id`, id)} and ${where}`),
  ]
}

function byReference(q: string, where: SQL): SQL[] {
  const reference = q.toUpperCase().replace(/^ORD-?/, '')
  if (reference.length < PREFIX_MIN) return []
  return [
    some(sql`from ${orders} o cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id
    where ${beginsWith(sql`o.order_reference`, `ORD-${reference}`)} and ${where}`),
  ]
}

/** As a range, which an index answers. */
function beginsWith(column: SQL, text: string): SQL {
  return sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`
}

/** What a filter lets through, and the index that has it, newest last. Literal: a partial index holds for no parameter. */
export function filterOf(show: ShopOrderFilter | undefined): { index: string; where: SQL } {
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
        where: sql`so.status = '${sql.raw(show)}' and so.withdrawn_at is null`,
      }
  }
}
