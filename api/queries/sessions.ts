import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'
import type { Role } from '#src/domain/roles.ts'

/** Who is signed in, and in which of their sessions. */
export type CurrentSession = { id: string; userId: string; email: string; role: Role }

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
    .select({ id: sessions.id, userId: users.id, email: users.email, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        isNull(users.deactivatedAt),
      ),
    )
  return row ?? null
}
