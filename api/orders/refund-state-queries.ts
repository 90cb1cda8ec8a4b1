import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { ProviderDispute } from '#api/platform/payments/payments.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'

/** How far a dispute has come; a value in SQL. */
const stage = (status: ReturnType<typeof sql>) =>
  sql`case ${status} when 'needs_response' then 0 when 'under_review' then 1 else 2 end`

/** What the provider says of a dispute, as a statement for a batch. News that are older than what is stored change nothing. */
export function writeDispute(db: Db, orderId: string, dispute: ProviderDispute, at: string) {
  const { id, amountCents, reason, status, respondBy, createdAt } = dispute
  const told = { status, amountCents, respondBy: respondBy?.toISOString() ?? null, updatedAt: at }
  return db
    .insert(disputes)
    .values({ id, orderId, reason, createdAt: createdAt.toISOString(), ...told })
    .onConflictDoUpdate({
      target: disputes.id,
      set: told,
      setWhere: sql`${stage(sql`excluded.status`)} > ${stage(sql`${disputes.status}`)}`,
    })
}

/** An order's disputes, the oldest first, as a statement for a batch. */
export function disputesOf(db: Db, orderId: string) {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.createdAt), sql`${disputes}.rowid`)
}

/** Cents of an order's refunds that are not through yet; a value of a select list. @param orderId column of its id */
export function requestedCents(orderId: SQL): SQL<number> {
  return sql<number>`(select coalesce(sum(amount_cents), 0) from ${refunds}
    where order_id = ${orderId} and status = 'pending')`
}
