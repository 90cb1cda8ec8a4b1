import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'

export const ORDER_MESSAGES = ['order-confirmation', 'paid-after-cancellation'] as const
export type OrderMessage = (typeof ORDER_MESSAGES)[number]
export type OutboxRow = typeof outbox.$inferSelect

/**
 * Writes a message to the buyer of an order, once, as a statement for a batch.
 * @param onlyIf condition on the `orders` row as it stands at this point of the batch
 */
export function addMessage(db: Db, orderId: string, kind: OrderMessage, at: string, onlyIf: SQL) {
  return db.run(sql`
    insert into ${outbox} (id, kind, dedupe_key, order_id, recipient, payload, next_attempt_at, created_at, updated_at)
    select ${crypto.randomUUID()}, ${kind}, ${`${kind}:${orderId}`}, id, customer_email, '{}', ${at}, ${at}, ${at}
    from ${orders} where id = ${orderId} and ${onlyIf}
    on conflict (dedupe_key) do nothing`)
}

/** Messages whose time has come, oldest first. */
export function dueMessages(db: Db, at: string, limit: number): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), lte(outbox.nextAttemptAt, at)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)
}

/**
 * Takes a message for sending: pushes its next attempt out of reach of others, and counts the attempt.
 * @returns whether it was still to be had
 */
export async function claimMessage(db: Db, row: OutboxRow, at: string, until: string): Promise<boolean> {
  const taken = await db
    .update(outbox)
    .set({ nextAttemptAt: until, lockedUntil: until, attempts: row.attempts + 1, updatedAt: at })
    .where(
      and(eq(outbox.id, row.id), eq(outbox.status, 'pending'), eq(outbox.nextAttemptAt, row.nextAttemptAt)),
    )
    .returning({ id: outbox.id })
  return taken.length === 1
}

/** What became of a claimed message. */
export async function finishMessage(
  db: Db,
  id: string,
  result: Partial<Pick<OutboxRow, 'status' | 'sentAt' | 'providerMessageId' | 'lastError' | 'nextAttemptAt'>>,
  at: string,
): Promise<void> {
  await db
    .update(outbox)
    .set({ ...result, lockedUntil: null, updatedAt: at })
    .where(and(eq(outbox.id, id), eq(outbox.status, 'pending')))
}
