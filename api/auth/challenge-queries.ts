import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { signInChallenges, users } from '#drizzle/schema/accounts.ts'

type NewChallenge = { id: string; userId: string; passwordHash: string; expiresAt: string; at: string }

/**
 * Keeps a sign-in that still lacks the second factor.
 * @param challenge `passwordHash`: the one that was checked, which must still be the person's
 * @returns whether it was kept
 */
export async function addChallenge(db: Db, challenge: NewChallenge): Promise<boolean> {
  const { id, userId, passwordHash, expiresAt, at } = challenge
  const kept = await db.all<{ id: string }>(sql`
    insert into ${signInChallenges} (id, user_id, expires_at, created_at)
    select ${id}, id, ${expiresAt}, ${at} from ${users}
    where id = ${userId} and deactivated_at is null and ${hasPassword(passwordHash)}
    returning id`)
  return kept.length > 0
}

/** Condition on a `users` row: its password is the one with this hash. */
export function hasPassword(passwordHash: string): SQL {
  return sql`password_hash = ${passwordHash}`
}

/** A challenge that can still be used, as a statement for a batch: one row or none. */
export function openChallenge(db: Db, id: string, userId: string, at: string) {
  return db.all<{ id: string }>(sql`select id from ${signInChallenges} where ${isOpen(id, userId, at)}`)
}

/** Condition: a challenge can still be used. */
export function challengeIsOpen(id: string, userId: string, at: string): SQL {
  return sql`exists (select 1 from ${signInChallenges} where ${isOpen(id, userId, at)})`
}

const isOpen = (id: string, userId: string, at: string) =>
  sql`id = ${id} and user_id = ${userId} and expires_at > ${at}`

/** Uses up a challenge, as a statement for a batch. */
export function spendChallenge(db: Db, id: string, onlyIf: SQL) {
  return db.delete(signInChallenges).where(and(eq(signInChallenges.id, id), onlyIf))
}

/** Ends the half-finished sign-ins of a person, as a statement for a batch. */
export function endChallenges(db: Db, userId: string, onlyIf: SQL = sql`true`) {
  return db.delete(signInChallenges).where(and(eq(signInChallenges.userId, userId), onlyIf))
}

/** Forgets challenges that were over before an instant. */
export function forgetChallenges(db: Db, before: string) {
  return db.delete(signInChallenges).where(sql`${signInChallenges.expiresAt} < ${before}`)
}
