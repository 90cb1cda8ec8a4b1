import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { delayAfter, FREE_TRIES, LONGEST_DELAY_SECONDS, TRIES_KEPT_SECONDS } from '#domain/sign-in.ts'
import { rateCounters, securityEvents, signInChallenges, users } from '#drizzle/schema/accounts.ts'
import { hasPassword } from './account-queries.ts'
import { revokeOneTimeLinks } from './link-queries.ts'
import { addSecurityEvent } from './security-event-queries.ts'
import { endSessions } from './session-queries.ts'

const HOUR_MS = 60 * 60 * 1000

type Failures = { failures: number; last: string | null }

/**
 * Three statements that count an attempt to guess a secret before it is checked, so that many at once are counted one
 * after the other. Each attempt is a row of its own, at its instant. The second statement adds a security event when the
 * attempt has to wait, at most once an hour.
 * @param key whose secret it is, with nothing in it that names a person
 * @param from whose account it is, as a condition on the `users` row, and the device
 * @param onlyIf a further condition, without which nothing is counted
 */
export function countAttempt(
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
  const isNew = sql`not exists (select 1 from ${securityEvents}
    where user_id = ${users.id} and created_at > ${hourAgo} and kind = ${throttled.kind})`
  return [
    db.all<Failures>(before),
    addSecurityEvent(db, throttled, sql`${from.owner} and ${onlyIf} and ${mustWait} and ${isNew}`),
    db.all<{ count: number }>(sql`
      insert into ${rateCounters} (key, window_start, count)
      select ${key}, ${at}, 1 where ${onlyIf} and not ${mustWait}
      on conflict (key, window_start) do update set count = count + 1
      returning count`),
  ] as const
}

/** `delayAfter` as SQL, of the column `failures`. */
function delaySql(): SQL {
  const steps: SQL[] = []
  for (let failures = FREE_TRIES; delayAfter(failures) < LONGEST_DELAY_SECONDS; failures++) {
    steps.push(sql`when failures = ${failures} then ${delayAfter(failures)}`)
  }
  return sql`case ${sql.join(steps, sql` `)} else ${LONGEST_DELAY_SECONDS} end`
}

/**
 * Reads the results of {@link countAttempt}.
 * @returns how many seconds to wait; 0 when the attempt was counted and may be checked
 */
export function secondsToWait(
  [before]: readonly Failures[],
  counted: readonly { count: number }[],
  now: Date,
): number {
  if (counted.length > 0) return 0
  const until = Date.parse(before?.last ?? now.toISOString()) + delayAfter(before?.failures ?? 0) * 1000
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/** Statement: forgets failed attempts, because the right secret was given. */
export function deleteAttempts(db: Db, keys: readonly string[]) {
  return db.delete(rateCounters).where(inArray(rateCounters.key, [...keys]))
}

type NewChallenge = { id: string; userId: string; passwordHash: string; expiresAt: string; at: string }

/**
 * Stores a sign-in that still lacks the second factor.
 * @param challenge `passwordHash`: the one that was checked, which must still be the person's
 * @returns whether it was stored
 */
export async function addChallenge(db: Db, challenge: NewChallenge): Promise<boolean> {
  const { id, userId, passwordHash, expiresAt, at } = challenge
  const stored = await db.all<{ id: string }>(sql`
    insert into ${signInChallenges} (id, user_id, expires_at, created_at)
    select ${id}, id, ${expiresAt}, ${at} from ${users}
    where id = ${userId} and deactivated_at is null and ${hasPassword(passwordHash)}
    returning id`)
  return stored.length > 0
}

/**
 * The use of a challenge: a select that finds it while it can be used, the condition that it can, and the statement that uses
 * it up.
 */
export function challengeUse(db: Db, id: string, userId: string, at: string) {
  const found = sql`select id from ${signInChallenges} where id = ${id} and user_id = ${userId} and expires_at > ${at}`
  return {
    open: db.all<{ id: string }>(found),
    isOpen: sql`exists (${found})`,
    statement: db.delete(signInChallenges).where(eq(signInChallenges.id, id)),
  }
}

/** Statements: give an active person a password, and end their sessions, half-finished sign-ins and links, but for those that are named. */
export function newPassword(
  db: Db,
  userId: string,
  passwordHash: string,
  but: { session?: string; link: string | null },
  at: string,
) {
  return [
    db
      .update(users)
      .set({ passwordHash, updatedAt: at })
      .where(and(eq(users.id, userId), isNull(users.deactivatedAt))),
    endSessions(db, userId, but.session === undefined ? {} : { but: but.session }, at),
    db.delete(signInChallenges).where(eq(signInChallenges.userId, userId)),
    revokeOneTimeLinks(db, userId, but.link, at),
  ] as const
}
