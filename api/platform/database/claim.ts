import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#api/deps.ts'
import { addOrderEvent, type OrderEvent } from '#api/platform/audit/order-events.ts'
import { orderEvents } from '#drizzle/schema/orders.ts'

/**
 * Makes a batch happen as a whole or not at all. Its first statement writes an event with `key` as dedupe key, under the
 * batch's own condition; every later statement requires `condition`: that this event exists. The batch may therefore
 * change the very rows that its own condition is about.
 */
type Claim = { key: string; condition: SQL }

export function newClaim(): Claim {
  const key = `claim:${crypto.randomUUID()}`
  return { key, condition: sql`exists (select 1 from ${orderEvents} where dedupe_key = ${key})` }
}

/**
 * Runs a batch that happens as a whole or not at all, and starts with an event of an order's log.
 * @param onlyIf the batch's own condition on the `orders` row
 * @param rest statements under the claim's condition
 * @returns whether the batch happened
 */
export async function runGuardedBatch(
  db: Db,
  orderId: string,
  event: OrderEvent,
  at: string,
  onlyIf: SQL | undefined,
  rest: (condition: SQL, key: string) => readonly BatchItem<'sqlite'>[],
): Promise<boolean> {
  const { key, condition } = newClaim()
  const first = addOrderEvent(db, orderId, { ...event, dedupeKey: key }, at, onlyIf)
  const happened = db.select({ id: orderEvents.id }).from(orderEvents).where(eq(orderEvents.dedupeKey, key))
  const [, found] = await db.batch([first, happened, ...rest(condition, key)])
  return found.length === 1
}
