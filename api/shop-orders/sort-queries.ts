import { type SQL, sql } from 'drizzle-orm'
import type { Direction } from '#domain/order-sorts.ts'
import { SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import type { ShopOrderFilter } from '#domain/shop-order-filters.ts'
import { WITHDRAWN_RANK } from '#domain/shop-order-sorts.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { FEW, FOUND_MAX, filterOf, foundShopOrders, limitsOf } from './search-queries.ts'

/** The first rows in a sort's order, as `picked`, `at` and `since`, and how these three are sorted. */
export type Sorted = { first: SQL; by: SQL }

type Wanted = {
  q: string | undefined
  show: ShopOrderFilter | undefined
  direction: Direction
  /** How many of the first are wanted. */
  most: number
}

/** By the time of assignment, along an index. */
export function byAssignment({ q, show, direction, most }: Wanted): Sorted {
  const { first } = foundShopOrders(q, show, direction, most)
  return { first: sql`select picked, at, at as since from (${first})`, by: sortedBy(direction) }
}

/**
 * By the promised time. A few are looked up and sorted; of many the promises are walked along until there are enough.
 * What words find is sorted up to {@link FOUND_MAX}.
 */
export function byPromise({ q, show, direction, most }: Wanted): Sorted {
  const by = sortedBy(direction)
  if (q) return { first: foundSorted(q, show, sql`o.promised_by`), by }
  const { index, where } = filterOf(show)
  const filtered = sql`from ${shopOrders} so indexed by ${sql.raw(index)} where ${where}`
  const { few, many } = limitsOf(filtered)
  const way = sql.raw(direction)
  const sorted = sql`select first.picked, o.promised_by as at, first.since
    from (select so.rowid as picked, so.order_id, so.created_at as since ${filtered} limit ${few(FEW)}) first
    cross join ${orders} o on o.id = first.order_id`
  const walked = sql`select * from (select so.rowid as picked, o.promised_by as at, so.created_at as since
    from ${orders} o indexed by orders_promised_by
    cross join ${shopOrders} so indexed by shop_orders_order on so.order_id = o.id
    where ${where} order by o.promised_by ${way}, so.rowid ${way} limit ${many(most)})`
  return { first: sql`${sorted} union all ${walked}`, by }
}

/** By status, in the order in which they follow each other; within each the newest first. */
export function byStatus({ q, show, direction, most }: Wanted): Sorted {
  const by = sql`at ${sql.raw(direction)}, since desc, picked desc`
  if (q) return { first: foundSorted(q, show, RANK), by }
  const { where } = filterOf(show)
  const ranges = SHOP_ORDER_STATUSES.map((status, rank) =>
    range('shop_orders_by_status', sql`so.status = ${literal(status)} and so.withdrawn_at is null`, rank),
  )
  ranges.push(range('shop_orders_withdrawn', sql`so.withdrawn_at is not null`, WITHDRAWN_RANK))
  return { first: sql.join(ranges, sql` union all `), by }

  function range(index: string, group: SQL, rank: number): SQL {
    return sql`select * from (select so.rowid as picked, ${rank} as at, so.created_at as since
      from ${shopOrders} so indexed by ${sql.raw(index)} where ${group} and ${where}
      order by so.created_at desc, so.rowid desc limit ${most})`
  }
}

/** All that words find, with what it is sorted by; nothing when that is too much. */
function foundSorted(q: string, show: ShopOrderFilter | undefined, key: SQL): SQL {
  const { any } = foundShopOrders(q, show, 'desc', FOUND_MAX)
  const isFew = sql`(select count(*) from (${any} limit ${sql.raw(String(FOUND_MAX + 1))})) <= ${FOUND_MAX}`
  return sql`select so.rowid as picked, ${key} as at, so.created_at as since
    from (select picked from (${any}) limit case when ${isFew} then ${FOUND_MAX} else 0 end) first
    cross join ${shopOrders} so on so.rowid = first.picked cross join ${orders} o on o.id = so.order_id`
}

const RANK = sql`case when so.withdrawn_at is not null then ${sql.raw(String(WITHDRAWN_RANK))} ${sql.join(
  SHOP_ORDER_STATUSES.map(
    (status, rank) => sql`when so.status = ${literal(status)} then ${sql.raw(String(rank))}`,
  ),
  sql` `,
)} end`

/** Literal: a partial index holds for no parameter. */
function literal(status: string): SQL {
  return sql.raw(`'${status}'`)
}

function sortedBy(direction: Direction): SQL {
  const way = sql.raw(direction)
  return sql`at ${way}, picked ${way}`
}
