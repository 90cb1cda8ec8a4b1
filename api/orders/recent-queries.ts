import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { RECENT_ORDERS_MAX } from '#domain/limits.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { RecentOrder } from './schema.ts'

/** The orders that were paid last, newest first, without samples: by them a screen notices new ones. For a batch. */
export function recentlyPaid(db: Db) {
  return db.all<RecentOrder>(sql`
    select id, order_reference as reference, paid_at as "paidAt" from ${orders}
    where payment_status = 'paid' and is_sample = 0 order by paid_at desc, rowid desc limit ${RECENT_ORDERS_MAX}`)
}
