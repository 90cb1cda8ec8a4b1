import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sha256 } from '#api/hash.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'

/** What is counted, in the window that an instant falls in. */
export type Counter = { key: string; windowStart: string }

/**
 * Names a counter.
 * @param what is counted, for example `waitlist`
 * @param who does it: an address or an e-mail, kept as a hash only
 * @param seconds how long a window is
 */
export async function counterOf(what: string, who: string, now: Date, seconds: number): Promise<Counter> {
  const length = seconds * 1000
  const windowStart = new Date(Math.floor(now.getTime() / length) * length).toISOString()
  return { key: `${what}:${await sha256(who)}`, windowStart }
}

/**
 * Counts one more, as a statement that also fits into a batch.
 * @returns one row, how many there were in this window, this one included; no row where `onlyIf` does not hold
 */
export function countUp(db: Db, { key, windowStart }: Counter, onlyIf: SQL = sql`true`) {
  return db.all<{ count: number }>(sql`
    insert into ${rateCounters} (key, window_start, count) select ${key}, ${windowStart}, 1 where ${onlyIf}
    on conflict (key, window_start) do update set count = count + 1
    returning count`)
}

/** True in a batch as long as no more than `max` were counted. */
export function within({ key, windowStart }: Counter, max: number): SQL {
  return sql`coalesce((select count from ${rateCounters} where key = ${key} and window_start = ${windowStart}), 0) <= ${max}`
}

/** Forgets the counters of windows that began before an instant. */
export function forgetCounters(db: Db, before: Date) {
  return db.delete(rateCounters).where(sql`${rateCounters.windowStart} < ${before.toISOString()}`)
}
