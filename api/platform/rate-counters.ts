import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, Limit } from '#api/deps.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'
import { sha256 } from './hash.ts'

/** One client under one limit, at an instant. The window slides: it ends at that instant. */
export type Counter = { key: string; max: number; at: string; since: string }

/**
 * Names a counter.
 * @param what is counted, for example `waitlist`
 * @param who does it: a client or an email, kept as a hash only
 */
export function counterOf(what: string, who: string, now: Date, { max, seconds }: Limit): Counter {
  const since = new Date(now.getTime() - seconds * 1000).toISOString()
  return { key: `${what}:${sha256(who)}`, max, at: now.toISOString(), since }
}

/**
 * Condition: one more is allowed. In a batch it must come before the {@link incrementCounter} of the same counter.
 */
export function isBelowLimit({ key, max, since }: Counter): SQL {
  return sql`(select coalesce(sum(count), 0) from ${rateCounters} where key = ${key} and window_start > ${since}) < ${max}`
}

/**
 * Statement: counts one more if the limit allows it. Refused calls are not counted, so that a client that keeps trying
 * still gets `max` per window.
 * @returns one row when it was counted, else none
 */
export function incrementCounter(db: Db, counter: Counter, onlyIf: SQL = sql`true`) {
  const { key, at } = counter
  return db.all<{ count: number }>(sql`
    insert into ${rateCounters} (key, window_start, count)
    select ${key}, ${at}, 1 where ${isBelowLimit(counter)} and ${onlyIf}
    on conflict (key, window_start) do update set count = count + 1
    returning count`)
}

/** Statements: take back what was counted once at an instant, because it was not carried out. @param at ISO instant */
export function takeBackCounts(db: Db, keys: readonly string[], at: string) {
  const counted = and(inArray(rateCounters.key, [...keys]), eq(rateCounters.windowStart, at))
  return [
    db.delete(rateCounters).where(and(counted, eq(rateCounters.count, 1))),
    db
      .update(rateCounters)
      .set({ count: sql`count - 1` })
      .where(and(counted, gt(rateCounters.count, 1))),
  ] as const
}
