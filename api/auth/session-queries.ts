import { and, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { CurrentSession, Db } from '#api/deps.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'

export type SessionRow = typeof sessions.$inferSelect

const PERSON = {
  id: sessions.id,
  userId: users.id,
  email: users.email,
  role: users.role,
  secondFactor: sql`${users.totpEnabledAt} is not null`.mapWith(Boolean),
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
 * Statement: adds a session of somebody who can sign in.
 * @param onlyIf condition on the `users` row
 * @returns one row when it was added
 */
export function addSession(db: Db, session: NewSession, onlyIf: SQL = sql`true`) {
  const { id, userId, refreshHash, expiresAt, userAgent, at } = session
  return db.all<{ id: string }>(sql`
    insert into ${sessions} (id, user_id, refresh_hash, rotated_at, expires_at, user_agent, last_seen_at, created_at)
    select ${id}, id, ${refreshHash}, ${at}, ${expiresAt}, ${userAgent}, ${at}, ${at} from ${users}
    where id = ${userId} and deactivated_at is null and password_hash is not null and ${onlyIf}
    returning id`)
}

/** Condition: a session was added. */
export function sessionExists(id: string): SQL {
  return sql`exists (select 1 from ${sessions} where ${sessions}.id = ${id})`
}

/** Statement: sets when a person last signed in, if the session was added. */
export function setLastSignIn(db: Db, userId: string, sessionId: string, at: string) {
  return db.run(sql`
    update ${users} set last_sign_in_at = ${at}
    where id = ${userId} and ${sessionExists(sessionId)}`)
}

type Rotation = {
  sessionId: string
  /** Of the token that was sent. */
  hash: string
  /** One of our keys signed the token that was sent: it was handed out once. */
  signed: boolean
  /** Of its successor. */
  nextHash: string
  now: Date
  graceSeconds: number
  idleSeconds: number
  longestSeconds: number
}

/**
 * Replaces a refresh token by its successor, in one batch. The former token is accepted for a while, and changes nothing.
 * Any other token that was handed out for this session was used before, by its owner or by a thief: it ends the session.
 * @returns the session afterwards, null when it is not valid; and whose session was ended, if it was
 */
export async function rotateRefreshToken(db: Db, rotation: Rotation) {
  const { sessionId, hash, signed, nextHash, now, graceSeconds, idleSeconds, longestSeconds } = rotation
  const at = now.toISOString()
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
  const [, ended, found] = await db.batch([
    db.run(sql`
      update ${sessions} set previous_hash = refresh_hash, refresh_hash = ${nextHash}, rotated_at = ${at}, last_seen_at = ${at},
        expires_at = min(${later(idleSeconds)}, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, ${`+${longestSeconds} seconds`}))
      where id = ${sessionId} and refresh_hash = ${hash} and revoked_at is null and expires_at > ${at}
        and exists (select 1 from ${users} where id = user_id and deactivated_at is null)`),
    db.all<{ userId: string }>(sql`
      update ${sessions} set revoked_at = ${at}
      where ${signed} and id = ${sessionId} and revoked_at is null and refresh_hash <> ${hash}
        and not (previous_hash is ${hash} and rotated_at > ${later(-graceSeconds)})
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
export function endSessionByToken(db: Db, refreshHash: string, at: string, onlyIf: SQL = sql`true`) {
  const matches = or(eq(sessions.refreshHash, refreshHash), eq(sessions.previousHash, refreshHash))
  return db
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(matches, isNull(sessions.revokedAt), onlyIf))
}

/** Ends a session by its id. */
export async function endSession(
  db: Db,
  { sessionId, userId }: { sessionId: string; userId: string },
  at: string,
): Promise<void> {
  await endSessions(db, userId, { only: sessionId }, at)
}

/**
 * Statement: ends sessions of a person.
 * @param which all of them, one, or all but one
 * @returns those that were ended
 */
export function endSessions(
  db: Db,
  userId: string,
  which: { only?: string; but?: string },
  at: string,
  onlyIf: SQL = sql`true`,
) {
  return db
    .update(sessions)
    .set({ revokedAt: at })
    .where(
      and(
        eq(sessions.userId, userId),
        which.only === undefined ? undefined : eq(sessions.id, which.only),
        which.but === undefined ? undefined : ne(sessions.id, which.but),
        isCurrent(at),
        onlyIf,
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

/** Deletes sessions that expired before an instant. */
export function deleteExpiredSessions(db: Db, before: string) {
  return db.delete(sessions).where(sql`${sessions.expiresAt} < ${before}`)
}
