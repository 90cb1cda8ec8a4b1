import { eq } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { orders } from '#drizzle/schema/orders.ts'

/**
 * The order whose card has the code of a hash, in one round trip with the counters of tries. What a client tries above its own limit
 * takes nothing of everybody's.
 * @returns null for `order`: there is none
 */
export async function tryStopCode(
  db: Db,
  hash: string,
  { client, everybody }: { client: Counter; everybody: Counter },
) {
  const [ofEverybody, ofClient, [order = null]] = await db.batch([
    incrementCounter(db, everybody, isBelowLimit(client)),
    incrementCounter(db, client),
    db
      .select({ id: orders.id, stopCodeHash: orders.stopCodeHash, isSample: orders.isSample })
      .from(orders)
      .where(eq(orders.stopCodeHash, hash)),
  ])
  return { isAllowed: ofClient.length > 0 && ofEverybody.length > 0, order }
}
