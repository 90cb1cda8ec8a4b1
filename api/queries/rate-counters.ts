import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'

/**
 * Counts one more of `key` in the window that `now` falls in, and forgets windows that are long over.
 * @returns how many there were in this window, this one included
 */
export async function countInWindow(db: Db, key: string, now: Date, seconds: number): Promise<number> {
  const length = seconds * 1000
  const windowStart = new Date(Math.floor(now.getTime() / length) * length).toISOString()
  const [row] = await db
    .insert(rateCounters)
    .values({ key, windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [rateCounters.key, rateCounters.windowStart],
      set: { count: sql`${rateCounters.count} + 1` },
    })
    .returning({ count: rateCounters.count })
  return row?.count ?? 1
}

/** Forgets the counters of windows that began before an instant. */
export function forgetCounters(db: Db, before: Date) {
  return db.delete(rateCounters).where(sql`${rateCounters.windowStart} < ${before.toISOString()}`)
}
