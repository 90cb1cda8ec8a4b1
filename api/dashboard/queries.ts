import { type SQL, sql } from 'drizzle-orm'
import { SOLD } from '#api/capacity/promise-queries.ts'
import type { Db } from '#api/deps.ts'
import type { healthReadings } from '#api/health/service.ts'
import { recentlyPaid } from '#api/orders/queries.ts'
import { cappedCount, cappedTotal } from '#api/platform/database/paging.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { figuresOf, REVENUE, readFigures } from './figures-queries.ts'
import { readTasks, tasksOf } from './task-queries.ts'

/** A day by its date (YYYY-MM-DD) and the ISO instants at which it begins and ends. */
export type Day = { date: string; from: string; to: string }

const HELD = sql`from ${outbox} where status = 'pending' and last_error is not null`

/**
 * Reads the dashboard in one round trip: the tiles' counts, the figures of today, and the first few of each kind of task with its count.
 * @param now of the figures and the tasks
 * @param days for the chart, oldest first
 * @param heldSince ISO instant: emails that were written before should have been sent
 * @param healthStatement what the health check reads
 */
export async function dashboard(
  db: Db,
  now: Date,
  days: readonly Day[],
  heldSince: string,
  healthStatement: ReturnType<typeof healthReadings>,
) {
  const [[counts], [held], sold, recentOrders, [health], ...rest] = await db.batch([
    countsOf(db, {
      products: sql`from ${products}`,
      orders: sql`from ${orders}`,
      shops: sql`from ${shops}`,
      markets: sql`from ${markets}`,
      waitlist: sql`from ${waitlist}`,
      users: sql`from ${users}`,
    }),
    heldMail(db, heldSince),
    salesOf(db, days),
    recentlyPaid(db),
    healthStatement,
    ...readFigures(db, now),
    ...readTasks(db, now),
  ])
  const [today, open, promised, answered, ...tasks] = rest
  return {
    health,
    counts: cappedTotals(counts),
    figures: figuresOf([today, open, promised, answered], now),
    ...tasksOf(tasks, now),
    heldMail: held ? { ...held, waiting: cappedTotal(held.waiting) } : null,
    recentOrders,
    days: sold,
  }
}

/** Counts as they are shown, by name. */
function cappedTotals<Name extends string>(counts: Record<Name, number> | undefined) {
  if (!counts) throw new Error('A query without a condition answered nothing')
  const totals = Object.entries<number>(counts).map(([name, count]) => [name, cappedTotal(count)])
  return Object.fromEntries(totals) as Record<Name, ReturnType<typeof cappedTotal>>
}

/** Emails that should have been sent, with the reason of the oldest; no row when there are none. */
function heldMail(db: Db, before: string) {
  const held = sql`${HELD} and created_at <= ${before}`
  return db.all<{ waiting: number; since: string; reason: string }>(sql`
    select ${cappedCount(held)} as waiting, created_at as since, last_error as reason ${held}
    order by created_at limit 1`)
}

/** One row of counts, each of a `from … where …`. */
function countsOf<Name extends string>(db: Db, named: Record<Name, SQL>) {
  const columns = Object.entries<SQL>(named).map(
    ([name, from]) => sql`${cappedCount(from)} as ${sql.identifier(name)}`,
  )
  return db.all<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`)
}

/**
 * Paid orders of each day and what they brought, less later refunds and what banks took back, also of days without any. Samples
 * are not counted.
 */
function salesOf(db: Db, days: readonly Day[]) {
  return db.all<{ date: string; orders: number; revenueCents: number }>(sql`
    select value ->> 'date' as date, count(o.id) as orders, coalesce(sum(${REVENUE}), 0) as "revenueCents"
    from json_each(${JSON.stringify(days)}) left join ${orders} o
      on o.paid_at >= value ->> 'from' and o.paid_at < value ->> 'to' and ${SOLD}
    group by date order by date`)
}
