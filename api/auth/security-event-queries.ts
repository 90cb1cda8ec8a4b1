import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AccountNews } from '#api/auth/emails/account-news.tsx'
import type { Db } from '#api/deps.ts'
import { type FieldChange, recordChange } from '#api/platform/audit/changes.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import type { SecurityEventKind } from '#domain/account.ts'
import { securityEvents, users } from '#drizzle/schema/accounts.ts'

/** As many as the account screen shows. */
const SHOWN_MAX = 20

type NewSecurityEvent = {
  kind: SecurityEventKind
  /** The person's browser, `Firefox on Windows`; null when somebody else did it. */
  device: string | null
  /** ISO instant. */
  at: string
}

/**
 * Statement: records what happened to an account.
 * @param owner condition on the account's `users` row; nothing is recorded without such a row
 */
export function addSecurityEvent(db: Db, event: NewSecurityEvent, owner: SQL) {
  const { kind, device, at } = event
  return db.run(sql`
    insert into ${securityEvents} (id, user_id, kind, device, created_at)
    select lower(hex(randomblob(16))), id, ${kind}, ${device}, ${at} from ${users}
    where ${owner}`)
}

/**
 * Statement: writes into the history of an account what its owner has changed.
 * @param condition as {@link recordChange} takes it
 */
export function recordOwnChange(
  db: Db,
  { userId, version }: { userId: string; version: number },
  field: FieldChange,
  at: string,
  condition?: SQL,
) {
  const change = { entity: 'user', entityId: userId, action: 'update', actorId: userId } as const
  return recordChange(db, { ...change, fields: [field], version, at }, condition)
}

/** Statement: queues a notice to a person about a change of their account. */
export function addNotice(db: Db, email: string, news: AccountNews, at: string) {
  const about = crypto.randomUUID()
  return addMessage(db, { kind: 'account-notice', about, recipient: email, payload: { news } }, at)
}

/** The newest events of an account. */
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
