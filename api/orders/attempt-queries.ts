import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** Statement: delivery attempts with who recorded them, the oldest first. */
export function selectAttempts(db: Db, where: SQL) {
  return db
    .select({ attempt: deliveryAttempts, actorEmail: users.email })
    .from(deliveryAttempts)
    .innerJoin(shopOrders, eq(shopOrders.id, deliveryAttempts.shopOrderId))
    .leftJoin(users, eq(users.id, deliveryAttempts.actorId))
    .where(where)
    .orderBy(asc(deliveryAttempts.createdAt), sql`${deliveryAttempts}.rowid`)
}

type AttemptRead = Awaited<ReturnType<typeof selectAttempts>>[number]

/** The attempt that {@link selectAttempts} has read. */
export function toAttempt({ attempt, actorEmail }: AttemptRead) {
  return { ...attempt, actorEmail }
}

export type StoredAttempt = ReturnType<typeof toAttempt>
