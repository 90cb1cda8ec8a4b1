import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { recoveryCodes, users } from '#drizzle/schema/accounts.ts'

export type UserRow = typeof users.$inferSelect

/** Condition on a `users` row: it is the one with this e-mail address. */
export function hasEmail(email: string): SQL {
  return sql`lower(${users.email}) = lower(${email})`
}

/** The person an e-mail address belongs to, as a statement for a batch. */
export function userByEmail(db: Db, email: string) {
  return db.select().from(users).where(hasEmail(email))
}

/** A person, as a statement for a batch. */
export function userById(db: Db, id: string) {
  return db.select().from(users).where(eq(users.id, id))
}

/**
 * Gives a person a password, as a statement for a batch.
 * @returns one row when they have it now
 */
export function setPassword(db: Db, id: string, passwordHash: string, at: string, onlyIf: SQL = sql`true`) {
  return db
    .update(users)
    .set({ passwordHash, updatedAt: at })
    .where(and(eq(users.id, id), isNull(users.deactivatedAt), onlyIf))
    .returning({ id: users.id })
}

/**
 * Keeps the secret of a second factor that is still to be confirmed.
 * @returns whether it was kept: not when the second factor is on already
 */
export async function startSecondFactor(db: Db, id: string, totpSecret: string): Promise<boolean> {
  const kept = await db
    .update(users)
    .set({ totpSecret, totpLastStep: null })
    .where(and(eq(users.id, id), isNull(users.totpEnabledAt)))
    .returning({ id: users.id })
  return kept.length > 0
}

/** Condition: the second factor is off, and its secret the one that the code was made with. */
export function isStarted(id: string, totpSecret: string): SQL {
  return sql`exists (select 1 from ${users} where id = ${id} and totp_enabled_at is null and totp_secret = ${totpSecret})`
}

/** Switches the second factor on, as a statement for a batch. @returns one row when this did it */
export function enableSecondFactor(
  db: Db,
  { id, totpSecret, step, at }: { id: string; totpSecret: string; step: number; at: string },
) {
  return db
    .update(users)
    .set({ totpEnabledAt: at, totpLastStep: step, updatedAt: at })
    .where(and(eq(users.id, id), isStarted(id, totpSecret)))
    .returning({ id: users.id })
}

/** Switches the second factor off, as a statement for a batch. @returns one row when it was on */
export function disableSecondFactor(db: Db, id: string, at: string) {
  return db
    .update(users)
    .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null, updatedAt: at })
    .where(and(eq(users.id, id), sql`totp_enabled_at is not null`))
    .returning({ id: users.id })
}

/** Condition: no code of this time step, or of a later one, was used yet. */
export function stepIsFresh(id: string, step: number): SQL {
  return sql`exists (select 1 from ${users} where id = ${id} and coalesce(totp_last_step, -1) < ${step})`
}

/** Uses up the codes of a time step and of those before it, as a statement for a batch. */
export function spendStep(db: Db, id: string, step: number) {
  return db.run(sql`
    update ${users} set totp_last_step = ${step} where id = ${id} and coalesce(totp_last_step, -1) < ${step}`)
}

/** Condition: a recovery code of this person that nobody has used. */
export function codeIsUnused(id: string, codeHash: string): SQL {
  return sql`exists (select 1 from ${recoveryCodes} where code_hash = ${codeHash} and user_id = ${id} and used_at is null)`
}

/** Uses up a recovery code, as a statement for a batch. */
export function spendCode(db: Db, id: string, codeHash: string, at: string) {
  return db.run(sql`
    update ${recoveryCodes} set used_at = ${at} where code_hash = ${codeHash} and user_id = ${id} and used_at is null`)
}

/** Takes a person's recovery codes away, as a statement for a batch. */
export function removeCodes(db: Db, id: string, onlyIf: SQL = sql`true`) {
  return db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, id), onlyIf))
}

/** Gives a person recovery codes, as a statement for a batch. */
export function addCodes(
  db: Db,
  id: string,
  codeHashes: readonly string[],
  at: string,
  onlyIf: SQL = sql`true`,
) {
  return db.run(sql`
    insert into ${recoveryCodes} (code_hash, user_id, created_at)
    select value, ${id}, ${at} from json_each(${JSON.stringify(codeHashes)}) where ${onlyIf}`)
}

/** Whether the second factor is on, and how many recovery codes are left. */
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
