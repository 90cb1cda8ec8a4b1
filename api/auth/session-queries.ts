import { and, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { CurrentSession, Db } from '#api/deps.ts'
import { isNotNullViolation } from '#api/platform/database/constraint.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'

type SessionRow = typeof sessions.$inferSelect

const PERSON = {
  id: sessions.id,
  userId: users.id,
  email: users.email,
  role: users.role,
  secondFactor: sql`${users.totpEnabledAt} is not null`.mapWith(Boolean),
  confirmedAt: sessions.confirmedAt,
}

/** Neither revoked nor expired. @param now ISO instant */
const isCurrent = (now: string) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))

/** A session that is neither revoked nor expired, of an active person. @param now ISO instant */
export async function activeSession(
  db: Db,
  { id, userId }: { id: string; userId: string },
  now: string,
): Promise<CurrentSession | null> {
  const [row] = await db
    .select(PERSON)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isCurrent(now), isNull(users.deactivatedAt)))
  return row ?? null
}

export type NewSession = Pick<SessionRow, 'id' | 'userId' | 'refreshHash' | 'expiresAt' | 'userAgent'> & {
  /** ISO instant. */
  at: string
}

/**
 * Statements: add a session of somebody who can sign in, and set when they last did.
 * @param condition on the `users` row
 * @throws what {@link isRefusedSession} recognises, when the condition does not hold or the person cannot sign in
 */
export function addSession(db: Db, { at, userId, ...session }: NewSession, condition: SQL = sql`true`) {
  const person = sql`(select id from ${users}
    where id = ${userId} and deactivated_at is null and password_hash is not null and ${condition})`
  const stamps = { rotatedAt: at, lastSeenAt: at, confirmedAt: at, createdAt: at }
  return [
    db.insert(sessions).values({ ...session, userId: person, ...stamps }),
    db.update(users).set({ lastSignInAt: at }).where(eq(users.id, userId)),
  ] as const
}

/** True if a batch was refused because a session may not be added. */
export function isRefusedSession(error: unknown): boolean {
  return isNotNullViolation(error, 'sessions.user_id')
}

/** Statement: sets when the person of a session last said who they are. */
export function markConfirmed(db: Db, id: string, at: string) {
  return db.update(sessions).set({ confirmedAt: at }).where(eq(sessions.id, id))
}

type Rotation = {
  sessionId: string
  /** The hash of the token that was sent. */
  hash: string
  /** One of our keys signed the token that was sent: it was handed out once. */
  signed: boolean
  /** The hash of the token that takes its place. */
  nextHash: string
  now: Date
}

/** A session ends after this without a refresh, and after {@link LONGEST_SECONDS} in any case. */
export const IDLE_SECONDS = 7 * 24 * 60 * 60
const LONGEST_SECONDS = 30 * 24 * 60 * 60
/** Grace time in which the former refresh token still works: answers get lost, and tabs refresh at the same moment. */
const GRACE_SECONDS = 30

/**
 * Replaces a refresh token by its successor, in one batch. The former token is accepted for a while, and changes nothing.
 * Any other token that was handed out for this session was used before, by its owner or by a thief: it ends the session.
 * @returns the session afterwards, null when it is not valid; and whose session was ended, if it was
 */
export async function rotateRefreshToken(db: Db, rotation: Rotation) {
  const { sessionId, hash, signed, nextHash, now } = rotation
  const at = now.toISOString()
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
  const [, ended, found] = await db.batch([
    db.run(sql`
      update ${sessions} set previous_hash = refresh_hash, refresh_hash = ${nextHash}, rotated_at = ${at}, last_seen_at = ${at},
        expires_at = min(${later(IDLE_SECONDS)}, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, ${`+${LONGEST_SECONDS} seconds`}))
      where id = ${sessionId} and refresh_hash = ${hash} and revoked_at is null and expires_at > ${at}
        and exists (select 1 from ${users} where id = user_id and deactivated_at is null)`),
    db.all<{ userId: string }>(sql`
      update ${sessions} set revoked_at = ${at}
      where ${signed} and id = ${sessionId} and revoked_at is null and refresh_hash <> ${hash}
        and not (previous_hash is ${hash} and rotated_at > ${later(-GRACE_SECONDS)})
      returning user_id as userId`),
    db
      .select({ ...PERSON, refreshHash: sessions.refreshHash, expiresAt: sessions.expiresAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, sessionId), isCurrent(at), isNull(users.deactivatedAt))),
  ])
  return { session: found[0] ?? null, endedOf: ended[0]?.userId ?? null }
}

/** Statement: ends the session of a refresh token, the current or the former one. */
export function endSessionByToken(db: Db, refreshHash: string, at: string) {
  const matches = or(eq(sessions.refreshHash, refreshHash), eq(sessions.previousHash, refreshHash))
  return db
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(matches, isNull(sessions.revokedAt)))
}

/**
 * Statement: ends sessions of a person.
 * @param which all of them, one, or all but one
 * @returns those that were ended
 */
export function endSessions(db: Db, userId: string, which: { only?: string; but?: string }, at: string) {
  return db
    .update(sessions)
    .set({ revokedAt: at })
    .where(
      and(
        eq(sessions.userId, userId),
        which.only === undefined ? undefined : eq(sessions.id, which.only),
        which.but === undefined ? undefined : ne(sessions.id, which.but),
        isCurrent(at),
      ),
    )
    .returning({ id: sessions.id })
}

/** A person's current sessions, last seen first. */
export function sessionsOf(db: Db, userId: string, now: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isCurrent(now)))
    .orderBy(desc(sessions.lastSeenAt), sessions.id)
}
