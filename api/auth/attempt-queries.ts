import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { delayAfter, FREE_TRIES, LONGEST_DELAY_SECONDS, TRIES_KEPT_SECONDS } from '#domain/slow-down.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'
import { addSecurityEvent, noneSince } from './security-event-queries.ts'

const HOUR_MS = 60 * 60 * 1000

type Before = { failures: number; last: string | null }

/**
 * Counts a try of guessing a secret before anybody looks whether it is right, so that many at once are counted one
 * after the other: three statements for a batch. Each try is a row of its own, at its instant. The second keeps a
 * security event when the try has to wait, once an hour at most.
 * @param key whose secret it is, with nothing in it that names a person
 * @param from whose account it is, as a condition on the `users` row, and the device that tries
 * @param onlyIf nothing is counted unless this holds, too
 */
export function countTry(
  db: Db,
  key: string,
  now: Date,
  from: { owner: SQL; device: string },
  onlyIf: SQL = sql`true`,
) {
  const since = new Date(now.getTime() - TRIES_KEPT_SECONDS * 1000).toISOString()
  const before = sql`
    select coalesce(sum(count), 0) as failures, max(window_start) as last from ${rateCounters}
    where key = ${key} and window_start > ${since}`
  const waitedFor = sql`strftime('%Y-%m-%dT%H:%M:%fZ', last, '+' || (${delaySql()}) || ' seconds')`
  const at = now.toISOString()
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString()
  const mustWait = sql`exists (select 1 from (${before}) where failures >= ${FREE_TRIES} and ${waitedFor} > ${at})`
  const throttled = { kind: 'throttled', device: from.device, at } as const
  return [
    db.all<Before>(before),
    addSecurityEvent(
      db,
      throttled,
      sql`${from.owner} and ${onlyIf} and ${mustWait} and ${noneSince('throttled', hourAgo)}`,
    ),
    db.all<{ count: number }>(sql`
      insert into ${rateCounters} (key, window_start, count)
      select ${key}, ${at}, 1 where ${onlyIf} and not ${mustWait}
      on conflict (key, window_start) do update set count = count + 1
      returning count`),
  ] as const
}

/** The rule of the domain, as SQL reads it: the number of wrong tries is `failures`. */
function delaySql(): SQL {
  const steps: SQL[] = []
  for (let failures = FREE_TRIES; delayAfter(failures) < LONGEST_DELAY_SECONDS; failures++) {
    steps.push(sql`when failures = ${failures} then ${delayAfter(failures)}`)
  }
  return sql`case ${sql.join(steps, sql` `)} else ${LONGEST_DELAY_SECONDS} end`
}

/**
 * What became of {@link countTry}.
 * @returns how many seconds to wait, 0 when the try was counted and may be looked at
 */
export function waitAfter(
  [before]: readonly Before[],
  counted: readonly { count: number }[],
  now: Date,
): number {
  if (counted.length > 0) return 0
  const until = Date.parse(before?.last ?? now.toISOString()) + delayAfter(before?.failures ?? 0) * 1000
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/** Forgets wrong tries: somebody knew the secret. A statement for a batch. */
export function forgetTries(db: Db, keys: readonly string[], onlyIf: SQL = sql`true`) {
  return db.delete(rateCounters).where(and(inArray(rateCounters.key, [...keys]), onlyIf))
}
