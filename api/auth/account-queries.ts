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

/** Condition on a `users` row: it has the password with this hash. */
export function hasPassword(passwordHash: string): SQL {
  return sql`password_hash = ${passwordHash}`
}

/** Statement: the person whose `users` row meets a condition; one row or none. */
export function userWhere(db: Db, condition: SQL) {
  return db.select().from(users).where(condition)
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

/**
 * The start of a second factor with this secret: the condition that it is still off and to be confirmed, and the statement that
 * turns it on.
 * @param step of the code that confirmed it
 */
export function confirmedStart(db: Db, id: string, totpSecret: string, step: number, at: string) {
  const isStarted = sql`exists (select 1 from ${users} where id = ${id} and totp_enabled_at is null and totp_secret = ${totpSecret})`
  const statement = db
    .update(users)
    .set({ totpEnabledAt: at, totpLastStep: step, updatedAt: at })
    .where(eq(users.id, id))
  return { isStarted, statement }
}

/** Statements: turn the second factor off, with its recovery codes. */
export function disableSecondFactor(db: Db, id: string, at: string) {
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    db
      .update(users)
      .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null, updatedAt: at })
      .where(eq(users.id, id)),
  ] as const
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

/** Statements: replace a person's recovery codes. */
export function replaceRecoveryCodes(db: Db, userId: string, codeHashes: readonly string[], at: string) {
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ codeHash, userId, createdAt: at }))),
  ] as const
}

/** Reads if the second factor is on, and the number of recovery codes left. */
export async function secondFactorOf(
  db: Db,
  id: string,
): Promise<{ on: boolean; recoveryCodesLeft: number }> {
  const left = sql<number>`(select count(*) from ${recoveryCodes} where user_id = ${id} and used_at is null)`
  const [row] = await db
    .select({ on: sql`totp_enabled_at is not null`.mapWith(Boolean), left })
    .from(users)
    .where(eq(users.id, id))
  return { on: row?.on ?? false, recoveryCodesLeft: row?.left ?? 0 }
}

/** Condition: the second factor is on. */
export function secondFactorIsOn(id: string): SQL {
  return sql`exists (select 1 from ${users} where id = ${id} and totp_enabled_at is not null)`
}
