import { and, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { Role } from '#domain/roles.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'

/** Who is signed in, and in which of their sessions. */
export type CurrentSession = { id: string; userId: string; email: string; role: Role }

/** A signed-in person as one request sees them. `device`: what their browser calls itself, in words. */
export type Caller = CurrentSession & { device: string }

export type SessionRow = typeof sessions.$inferSelect

const PERSON = { id: sessions.id, userId: users.id, email: users.email, role: users.role }

/** Not revoked, not over. @param now ISO instant */
const holds = (now: string) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))

/**
 * A session that still holds: not revoked, not expired, of a person who was not deactivated (decisions.md, Accounts).
 * @param now ISO instant
 */
export async function liveSession(
  db: Db,
  { id, userId }: { id: string; userId: string },
  now: string,
): Promise<CurrentSession | null> {
  const [row] = await db
    .select(PERSON)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), holds(now), isNull(users.deactivatedAt)))
  return row ?? null
}

export type NewSession = Pick<SessionRow, 'id' | 'userId' | 'refreshHash' | 'expiresAt' | 'userAgent'> & {
  /** ISO instant. */
  at: string
}

/**
 * Opens a session of somebody who can sign in, as a statement for a batch.
 * @param onlyIf condition on the `users` row as it stands at this point of the batch
 * @returns one row when it was opened
 */
export function addSession(db: Db, session: NewSession, onlyIf: SQL = sql`true`) {
  const { id, userId, refreshHash, expiresAt, userAgent, at } = session
  return db.all<{ id: string }>(sql`
    insert into ${sessions} (id, user_id, refresh_hash, rotated_at, expires_at, user_agent, last_seen_at, created_at)
    select ${id}, id, ${refreshHash}, ${at}, ${expiresAt}, ${userAgent}, ${at}, ${at} from ${users}
    where id = ${userId} and deactivated_at is null and password_hash is not null and ${onlyIf}
    returning id`)
}

/** Whether a session was opened, as a condition of a batch. */
export function sessionExists(id: string): SQL {
  return sql`exists (select 1 from ${sessions} where ${sessions}.id = ${id})`
}

/** Remembers when a person last signed in, if the session was opened; a statement for a batch. */
export function stampSignIn(db: Db, userId: string, sessionId: string, at: string) {
  return db.run(sql`
    update ${users} set last_sign_in_at = ${at}
    where id = ${userId} and ${sessionExists(sessionId)}`)
}

type Rotation = {
  sessionId: string
  /** Of the token that came. */
  hash: string
  /** Of the one that comes after it. */
  nextHash: string
  now: Date
  graceSeconds: number
  idleSeconds: number
  longestSeconds: number
}

/**
 * Takes a refresh token and puts its successor in its place, in one batch. The one before is taken for a while, and
 * changes nothing. Whatever else comes in this session's name was stolen, or is what a thief left over: the session ends.
 * @returns the session as it stands then, null when it does not hold; and whose session this ended, if it did
 */
export async function rotate(db: Db, rotation: Rotation) {
  const { sessionId, hash, nextHash, now, graceSeconds, idleSeconds, longestSeconds } = rotation
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
      where id = ${sessionId} and revoked_at is null and refresh_hash <> ${hash}
        and not (previous_hash is ${hash} and rotated_at > ${later(-graceSeconds)})
      returning user_id as userId`),
    db
      .select({ ...PERSON, refreshHash: sessions.refreshHash, expiresAt: sessions.expiresAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, sessionId), holds(at), isNull(users.deactivatedAt))),
  ])
  return { session: found[0] ?? null, endedOf: ended[0]?.userId ?? null }
}

/** Ends the session of a refresh token, the newest or the one before it; a statement for a batch. */
export function endSessionOf(db: Db, refreshHash: string, at: string, onlyIf: SQL = sql`true`) {
  const named = or(eq(sessions.refreshHash, refreshHash), eq(sessions.previousHash, refreshHash))
  return db
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(named, isNull(sessions.revokedAt), onlyIf))
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
 * Ends sessions of a person, as a statement for a batch.
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
        holds(at),
        onlyIf,
      ),
    )
    .returning({ id: sessions.id })
}

/** A person's sessions that hold, the one seen last first. */
export function sessionsOf(db: Db, userId: string, now: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), holds(now)))
    .orderBy(desc(sessions.lastSeenAt), sessions.id)
}

/** Forgets sessions that were over before an instant. */
export function forgetSessions(db: Db, before: string) {
  return db.delete(sessions).where(sql`${sessions.expiresAt} < ${before}`)
}
