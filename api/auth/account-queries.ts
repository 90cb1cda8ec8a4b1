import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { recoveryCodes, users } from '#drizzle/schema/accounts.ts'

export type UserRow = typeof users.$inferSelect

/** Condition on a `users` row: it has this id. */
export function hasId(id: string | null): SQL {
  return sql`id = ${id}`
}

/** Condition on a `users` row: it has this email address. */
export function hasEmail(email: string): SQL {
  return sql`lower(${users.email}) = lower(${email})`
}

/** Condition on a `users` row: it has this email address, a password, and is active. */
export function canSignInAs(email: string): SQL {
  return sql`lower(email) = lower(${email}) and deactivated_at is null and password_hash is not null`
}

/** Condition on a `users` row: it has the password with this hash. */
export function hasPassword(passwordHash: string): SQL {
  return sql`password_hash = ${passwordHash}`
}

/** Statement: the person whose `users` row meets a condition; one row or none. */
export function userWhere(db: Db, condition: SQL) {
  return db.select().from(users).where(condition)
}

/** Statement: sets the password of an active person. */
export function setPassword(db: Db, id: string, passwordHash: string, at: string) {
  return db
    .update(users)
    .set({ passwordHash, updatedAt: at })
    .where(and(eq(users.id, id), isNull(users.deactivatedAt)))
}

/**
 * Stores the secret of a second factor that is still to be confirmed.
 * @param totpSecret encrypted
 * @returns false when the second factor is on already
 */
export async function startSecondFactor(db: Db, id: string, totpSecret: string): Promise<boolean> {
  const stored = await db
    .update(users)
    .set({ totpSecret, totpLastStep: null })
    .where(and(eq(users.id, id), isNull(users.totpEnabledAt)))
    .returning({ id: users.id })
  return stored.length > 0
}

/** Statement: stores the same secret of a second factor in another form, unless it was replaced meanwhile. */
export function replaceSecret(db: Db, id: string, { before, after }: { before: string; after: string }) {
  return db
    .update(users)
    .set({ totpSecret: after })
    .where(and(eq(users.id, id), eq(users.totpSecret, before)))
}

/** Condition: the second factor is off, and its secret is still this one. */
export function secondFactorIsStarted(id: string, totpSecret: string): SQL {
  return sql`exists (select 1 from ${users} where id = ${id} and totp_enabled_at is null and totp_secret = ${totpSecret})`
}

/** Statement: turns the second factor on. @param step of the code that confirmed it */
export function enableSecondFactor(db: Db, id: string, step: number, at: string) {
  return db
    .update(users)
    .set({ totpEnabledAt: at, totpLastStep: step, updatedAt: at })
    .where(eq(users.id, id))
}

/** Statement: turns the second factor off. */
export function disableSecondFactor(db: Db, id: string, at: string) {
  return db
    .update(users)
    .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null, updatedAt: at })
    .where(eq(users.id, id))
}

/**
 * The use of a code of a time step, which uses up those of all steps before it: the condition that none of them was used, and
 * the statement that marks it, which returns a row only then.
 */
export function stepUse(db: Db, id: string, step: number) {
  const isUnused = sql`exists (select 1 from ${users} where id = ${id} and coalesce(totp_last_step, -1) < ${step})`
  const statement = db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, id), isUnused))
    .returning({ id: users.id })
  return { isUnused, statement }
}

/** The use of a person's recovery code, as that of a step. */
export function recoveryCodeUse(db: Db, id: string, codeHash: string, at: string) {
  const isUnused = sql`exists (select 1 from ${recoveryCodes} where code_hash = ${codeHash} and user_id = ${id} and used_at is null)`
  const statement = db
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(and(eq(recoveryCodes.codeHash, codeHash), isUnused))
    .returning({ id: recoveryCodes.userId })
  return { isUnused, statement }
}

/** Statement: deletes a person's recovery codes. */
export function deleteRecoveryCodes(db: Db, id: string) {
  return db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
}

/** Statement: adds recovery codes of a person. */
export function addRecoveryCodes(db: Db, userId: string, codeHashes: readonly string[], createdAt: string) {
  return db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ codeHash, userId, createdAt })))
}

/** Reads if the second factor is on, and the number of recovery codes left. */
export async function secondFactorOf(
  db: Db,
  id: string,
): Promise<{ on: boolean; recoveryCodesLeft: number }> {
  const left = sql<number>`(select count(*) from ${recoveryCodes} where user_id = ${id} and used_at is null)`
  const [row] = await db
    .select({ on: sql<number>`totp_enabled_at is not null`, left })
    .from(users)
    .where(eq(users.id, id))
  return { on: Boolean(row?.on), recoveryCodesLeft: row?.left ?? 0 }
}

/** Condition: the second factor is on. */
export function secondFactorIsOn(id: string): SQL {
  return sql`exists (select 1 from ${users} where id = ${id} and totp_enabled_at is not null)`
}
