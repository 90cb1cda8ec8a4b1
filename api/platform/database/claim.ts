import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#api/deps.ts'
import { orderEvents } from '#drizzle/schema/orders.ts'

/**
 * What makes a batch happen as a whole or not at all: its first event is written under the batch's condition, with `key`
 * as its dedupe key, and everything after it only if that event is there. The condition itself may then be overtaken by
 * what the batch does.
 */
export type Claim = { key: string; holds: SQL }

export function newClaim(): Claim {
  const key = `claim:${crypto.randomUUID()}`
  return { key, holds: sql`exists (select 1 from ${orderEvents} where dedupe_key = ${key})` }
}

/**
 * Runs a batch that happens whole or not at all.
 * @param first the event that carries the claim, under the batch's condition
 * @param rest each of them only if the claim holds
 * @returns whether it happened
 */
export async function runClaimed(
  db: Db,
  { key }: Claim,
  first: BatchItem<'sqlite'>,
  rest: readonly BatchItem<'sqlite'>[],
): Promise<boolean> {
  const happened = db.select({ id: orderEvents.id }).from(orderEvents).where(eq(orderEvents.dedupeKey, key))
  const [, found] = await db.batch([first, happened, ...rest])
  return found.length === 1
}
