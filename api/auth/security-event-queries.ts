import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { SecurityEventKind } from '#domain/security-events.ts'
import { securityEvents, users } from '#drizzle/schema/accounts.ts'

/** As many as the account screen shows. */
const SHOWN_MAX = 20

export type NewSecurityEvent = {
  kind: SecurityEventKind
  /** What the person's browser calls itself, in words; null when somebody else did it. */
  device: string | null
  /** ISO instant. */
  at: string
}

/**
 * Keeps what happened to an account, as a statement for a batch.
 * @param owner condition on the `users` row whose account it is; no row, no event
 */
export function addSecurityEvent(db: Db, event: NewSecurityEvent, owner: SQL) {
  const { kind, device, at } = event
  return db.run(sql`
    insert into ${securityEvents} (id, user_id, kind, device, created_at)
    select lower(hex(randomblob(16))), id, ${kind}, ${device}, ${at} from ${users}
    where ${owner}`)
}

/** Condition on a `users` row: nothing of this kind was kept about the account since an instant. */
export function noneSince(kind: SecurityEventKind, since: string): SQL {
  return sql`not exists (
    select 1 from ${securityEvents} where user_id = ${users.id} and created_at > ${since} and kind = ${kind})`
}

/** The newest events of an account, as many as its screen shows. */
export function recentActivity(db: Db, userId: string) {
  return db
    .select({
      id: securityEvents.id,
      kind: securityEvents.kind,
      device: securityEvents.device,
      createdAt: securityEvents.createdAt,
    })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.createdAt), sql`${securityEvents}.rowid desc`)
    .limit(SHOWN_MAX)
}

/** Forgets events from before an instant. */
export function forgetSecurityEvents(db: Db, before: string) {
  return db.delete(securityEvents).where(sql`${securityEvents.createdAt} < ${before}`)
}
