import { and, isNull, lte } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'

/** A run of the job looks at so many orders; the next run continues. */
const MAX_PER_RUN = 50

/** Orders whose buyers have not answered in time, the longest first. */
export function expiredQuestions(db: Db, now: string) {
  return db
    .select({ orderId: orderSubstitutions.orderId })
    .from(orderSubstitutions)
    .where(and(isNull(orderSubstitutions.closedAt), lte(orderSubstitutions.expiresAt, now)))
    .orderBy(orderSubstitutions.expiresAt)
    .limit(MAX_PER_RUN)
}
