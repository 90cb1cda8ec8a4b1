import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { openInvitation } from '#api/auth/link-queries.ts'
import type { Db } from '#api/deps.ts'
import type { PageInfo } from '#api/http/page-schema.ts'
import { changesOf } from '#api/platform/audit/changes.ts'
import { COUNT_LIMIT, contains, offsetOf, pageInfoOf } from '#api/platform/database/paging.ts'
import type { Role } from '#domain/roles.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'
import type { UserRow, UserState } from './schema.ts'

const PAGE_SIZE = 10

const STATE = sql<UserState>`
  case when deactivated_at is not null then 'deactivated' when password_hash is null then 'invited' else 'active' end`

const COLUMNS = {
  id: users.id,
  email: users.email,
  role: users.role,
  state: STATE,
  // SQLite has numbers for yes and no.
  secondFactor: sql`totp_enabled_at is not null`.mapWith(Boolean),
  lastSignInAt: users.lastSignInAt,
  createdAt: users.createdAt,
}

/** People who can sign in, by their e-mail address. One round trip. */
export async function usersPage(
  db: Db,
  { q, page }: { q?: string | undefined; page: number },
): Promise<{ rows: UserRow[]; info: PageInfo }> {
  const found = q ? contains(users.email, q) : sql`true`
  const [[counted], rows] = await db.batch([
    db.all<{ count: number }>(
      sql`select count(*) as count from (select 1 from ${users} where ${found} limit ${COUNT_LIMIT})`,
    ),
    db
      .select(COLUMNS)
      .from(users)
      .where(found)
      .orderBy(sql`lower(${users.email})`)
      .limit(PAGE_SIZE)
      .offset(offsetOf(page, PAGE_SIZE)),
  ])
  return { rows, info: pageInfoOf(page, PAGE_SIZE, counted?.count ?? 0) }
}

/** All that is told about a person. One round trip. @param at ISO instant */
export async function userDetail(db: Db, id: string, at: string) {
  const [[user], [invitation], open, changes] = await db.batch([
    db
      .select({ ...COLUMNS, updatedAt: users.updatedAt, version: users.version })
      .from(users)
      .where(eq(users.id, id)),
    openInvitation(db, id, at),
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, at))),
    changesOf(db, 'user', id),
  ])
  if (!user) return null
  return { ...user, sessions: open.length, invitedUntil: invitation?.expiresAt ?? null, changes }
}

/** A person as an admin deals with them, as a statement for a batch. */
export function userState(db: Db, where: { id: string } | { email: string }) {
  return db
    .select({ id: users.id, email: users.email, role: users.role, state: STATE, version: users.version })
    .from(users)
    .where('id' in where ? eq(users.id, where.id) : sql`lower(${users.email}) = lower(${where.email})`)
}

/**
 * Condition: at least one active admin is left, whatever becomes of this person. It stands in the statement that takes a
 * role or a person away: of two at once, the second finds what the first has left.
 */
export function anotherAdminIsLeft(id: string): SQL {
  return sql`(
    exists (select 1 from ${users} where id = ${id} and (role <> 'admin' or deactivated_at is not null or password_hash is null))
    or exists (select 1 from ${users} where id <> ${id} and role = 'admin' and deactivated_at is null and password_hash is not null))`
}

/** Condition: a person is at a version, in one of some states. */
export function isAt(id: string, version: number, states: readonly UserState[]): SQL {
  return sql`exists (select 1 from ${users} where ${and(eq(users.id, id), eq(users.version, version), inArray(STATE, [...states]))})`
}

/** Changes a person under a condition, as a statement for a batch. @returns one row when it was done */
export function changeUser(
  db: Db,
  id: string,
  change: { role?: Role; deactivatedAt?: string | null },
  at: string,
  onlyIf: SQL,
) {
  return db
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1`, updatedAt: at })
    .where(and(eq(users.id, id), onlyIf))
    .returning({ version: users.version })
}

/** Adds a person who is invited, as a statement for a batch. @returns no row when somebody has this address already */
export function addUser(
  db: Db,
  { id, email, role, at }: { id: string; email: string; role: Role; at: string },
) {
  return db
    .insert(users)
    .values({ id, email, role, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning({ id: users.id })
}
