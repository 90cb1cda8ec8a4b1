import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { COUNT_MAX, sqlList } from '#api/platform/database/paging.ts'
import { dashboardDays, type ZonedSpan } from '#domain/dashboard-days.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import type { Promised } from '#domain/proof.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

// The promises that were kept: one figure for the dashboard and for shoppers.

/** Samples are no sales. `o` is the order; said like this, the index `orders_sold` applies. */
export const SOLD = sql`o.payment_status = 'paid' and o.is_sample = 0`

/** The promises of the last days that were or should have been kept: a statement for a batch. Samples are left out. */
export function readPromised(db: Db, now: Date) {
  const { recent } = dashboardDays(now)
  // An order that is done without a shop's delivery has no time at which it arrived. An order that is late still was not on time.
  return db.all<Promised>(sql`
    select count(*) as due,
      coalesce(sum(s.status = 'delivered' and s.status_updated_at <= o.promised_by), 0) as "onTime"
    from (select o.rowid as picked from ${orders} o indexed by orders_promised_by
      where ${within(recent, sql`o.promised_by`)} and ${SOLD} and o.status <> 'cancelled'
      order by o.promised_by desc limit ${COUNT_MAX})
    cross join ${orders} o on o.rowid = picked
    left join ${shopOrders} s on s.order_id = o.id and s.status <> 'rejected' and s.withdrawn_at is null
    where s.status = 'delivered' or o.status in (${sqlList(STATUSES_AT_WORK.order)})`)
}

/** Condition: an instant of the order `o` is within a span, by the clock of the order's zone; others count by the first one. */
export function within(spans: readonly ZonedSpan[], at: SQL): SQL {
  const first = spans.map(({ from }) => from).toSorted()[0]
  const last = spans
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  const byZone = (side: 'from' | 'to') => {
    const cases = spans.map((span) => sql`when ${span.zone} then ${span[side]}`)
    return sql`case o.time_zone ${sql.join(cases, sql` `)} else ${spans[0]?.[side]} end`
  }
  return sql`${at} >= ${first} and ${at} < ${last} and ${at} >= ${byZone('from')} and ${at} < ${byZone('to')}`
}
