import { type SQL, sql } from 'drizzle-orm'
import { preparedCheckouts } from '#drizzle/schema/agents.ts'
import { checkoutAttempts } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'

/**
 * `from … where …` of the checkouts of a platform that its buyers can still continue: those that `preparedState` calls open, less
 * what was paid.
 * @param p alias of the platform's row
 */
export function openCheckoutsOf(p: SQL, now: Date): SQL {
  return sql`from ${preparedCheckouts} c where c.platform_id = ${p}.id and ${p}.blocked_at is null
    and c.expires_at > ${now.toISOString()} and c.canceled_at is null
    and not exists (select 1 from ${checkoutAttempts} a join ${orders} o on o.id = a.order_id
      where a.key = c.id and o.paid_at is not null)`
}
