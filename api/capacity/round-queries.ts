import { type SQL, sql } from 'drizzle-orm'
import { sqlList } from '#api/platform/database/paging.ts'
import { AGREEMENTS } from '#domain/order/broken-promise.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'

// Florists are asked about an order in rounds. A new one begins when its buyer agrees to a new promise: whoever said no to
// the old one may be asked again.

/** Value: when the buyer of an order last agreed to a new promise (ISO instant); null if never. @param orderId value or column */
export function agreedAt(orderId: SQL | string): SQL<string | null> {
  return sql<string | null>`(select max(c.closed_at) from ${orderChoices} c where c.order_id = ${orderId}
    and c.outcome in (${sqlList(AGREEMENTS)}))`
}

/** Condition on a row of `shop_orders`: its shop was asked in the order's current round. @param row what the query calls the row */
export function isOfThisRound(row: SQL): SQL {
  return sql`${row}.created_at > coalesce(${agreedAt(sql`${row}.order_id`)}, '')`
}

/** Condition on the same row: its shop said no, or nothing in time, in the current round. */
export function isDeclined(row: SQL): SQL {
  return sql`${row}.status = 'rejected' and ${row}.withdrawn_at is null and ${isOfThisRound(row)}`
}
