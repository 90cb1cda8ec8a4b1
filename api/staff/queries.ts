import { and, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { disableSecondFactor, hasId, secondFactorIsOn } from '#api/auth/account-queries.ts'
import { addLink, openInvitation, revokeOneTimeLinks } from '#api/auth/link-queries.ts'
import { addNotice, addSecurityEvent } from '#api/auth/security-event-queries.ts'
import { endSessions } from '#api/auth/session-queries.ts'
import type { Db } from '#api/deps.ts'
import { changesOf, recordChange, refuseAs } from '#api/platform/audit/changes.ts'
import { asText } from '#api/platform/audit/field-changes.ts'
import { createRecord, updateRecord, type VersionedRecord } from '#api/platform/audit/versioned-record.ts'
import { contains, readPage } from '#api/platform/database/paging.ts'
import type { PageRequest } from '#api/platform/database/paging-schema.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import type { Role, SecurityEventKind } from '#domain/account.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'
import type { UserState } from './schema.ts'

/** The state of a person, worked out from their row. */
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

/** Users who can sign in, by their email address. One round trip. */
export function usersPage(db: Db, { q, ...asked }: PageRequest) {
  const found = q ? contains(users.email, q) : undefined
  const rows = db.select(COLUMNS).from(users).orderBy(sql`lower(${users.email})`)
  return readPage(db, rows.$dynamic(), sql`from ${users}`, found, asked)
}

/** All that a detail page shows of a person. One round trip. @param at ISO instant */
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

/** A person as a write needs them, or null. */
export async function userBy(db: Db, by: { id: string } | { email: string }) {
  const [user] = await db
    .select({ ...getTableColumns(users), state: STATE })
    .from(users)
    .where('id' in by ? eq(users.id, by.id) : sql`lower(${users.email}) = lower(${by.email})`)
  return user ?? null
}

/** A person with what their history shows besides the role. */
type UserSnapshot = typeof users.$inferSelect & {
  state: UserState | 'reactivated'
  invitation?: 'sent again'
}

export const userRecord: VersionedRecord<typeof users, UserSnapshot> = {
  table: users,
  entity: 'user',
  notFound: 'user_not_found',
  formatters: {
    invitation: (sent) => sent ?? null,
    role: asText,
    state: asText,
    // These two make up the state.
    passwordHash: 'ignored',
    deactivatedAt: 'ignored',
    // Kept by api/auth, with security events of its own.
    email: 'ignored',
    totpSecret: 'ignored',
    totpEnabledAt: 'ignored',
    totpLastStep: 'ignored',
    lastSignInAt: 'ignored',
  },
}

/** Somebody who has not accepted their invitation. */
const NEW_USER = {
  passwordHash: null,
  deactivatedAt: null,
  totpSecret: null,
  totpEnabledAt: null,
  totpLastStep: null,
  lastSignInAt: null,
}

/** `actorId`: null for a command. */
type UserWrite = { actorId: string | null; at: string }

/**
 * Changes a person who is still in the state that was read, with a line in their account's security log.
 * @returns false when nothing changes
 * @throws AppError `edit_conflict`; Overtaken when this would leave no active admin
 */
export function changeUser(
  db: Db,
  before: UserSnapshot,
  changes: Partial<UserSnapshot>,
  kind: SecurityEventKind,
  { actorId, at }: UserWrite,
) {
  const { id } = before
  const isDeactivated = Boolean(changes.deactivatedAt)
  const takesAway = changes.role === 'member' || isDeactivated
  const inState = isInState(id, before.state)
  return updateRecord(db, userRecord, {
    before,
    changes,
    actorId,
    at,
    condition: takesAway ? sql`${inState} and ${anotherAdminIsLeft(id)}` : inState,
    statements: [
      addSecurityEvent(db, { kind, device: null, at }, hasId(id)),
      ...(isDeactivated ? [endSessions(db, id, {}, at), revokeOneTimeLinks(db, id, null, at)] : []),
    ],
  })
}

/** The link of an invitation, and who sends it. */
type Invitation = UserWrite & {
  linkId: string
  tokenHash: string
  expiresAt: string
  /** The inviter's browser, as it calls itself; null for a command. */
  device: string | null
}

/**
 * Adds a person who is invited, or sends one who has not accepted yet a new link, which ends the earlier ones, for the role that
 * is asked for now. The inviter's account notes it.
 * @returns the person's id
 * @throws the database's UNIQUE violation when somebody has this address already; AppError `edit_conflict`
 */
export async function writeInvitation(
  db: Db,
  known: UserSnapshot | null,
  { email, role }: { email: string; role: Role },
  { linkId, tokenHash, expiresAt, actorId, device, at }: Invitation,
): Promise<string> {
  const id = known?.id ?? crypto.randomUUID()
  const link = { id: linkId, kind: 'invitation', tokenHash, invitedBy: actorId, expiresAt, at } as const
  const recipient = known?.email ?? email
  const message = { kind: 'invitation', about: linkId, recipient, payload: { linkId } } as const
  const statements = [
    revokeOneTimeLinks(db, id, null, at),
    addLink(db, link, hasId(id)),
    addMessage(db, message, at),
    addSecurityEvent(db, { kind: 'person_invited', device, at }, hasId(actorId)),
  ]
  if (known) {
    const changes = { role, invitation: 'sent again' } as const
    const condition = isInState(id, 'invited')
    await updateRecord(db, userRecord, { before: known, changes, actorId, at, condition, statements })
  } else {
    const [name, values] = [`${email} (${role})`, { ...NEW_USER, email, role }]
    await createRecord(db, userRecord, { id, name, values, actorId, at, statements })
  }
  return id
}

/**
 * Removes the second factor of somebody, ends their sessions and writes them a mail. Their version stays: no form edits
 * the second factor.
 * @throws AppError `second_factor_off`
 */
export async function removeFactor(
  db: Db,
  { id, email, version }: Pick<UserSnapshot, 'id' | 'email' | 'version'>,
  { actorId, at }: UserWrite,
): Promise<void> {
  const fields = [{ field: 'second factor', before: 'on', after: 'removed' }]
  const change = { entity: 'user', entityId: id, action: 'update', fields, actorId, version, at } as const
  const event = { kind: 'second_factor_removed', device: null, at } as const
  const statements = [
    recordChange(db, change, secondFactorIsOn(id)),
    endSessions(db, id, {}, at),
    addSecurityEvent(db, event, hasId(id)),
    addNotice(db, email, 'second-factor-removed', at),
    ...disableSecondFactor(db, id, at),
  ] as const
  await db.batch(statements).catch(refuseAs('second_factor_off'))
}

function isInState(id: string, state: UserSnapshot['state']): SQL {
  return sql`exists (select 1 from ${users} where id = ${id} and ${STATE} = ${state})`
}

/**
 * Condition: at least one active admin is left, whatever becomes of this person. It is part of the write that takes a
 * role or a person away: of two at once, the second finds what the first has left.
 */
function anotherAdminIsLeft(id: string): SQL {
  return sql`(
    exists (select 1 from ${users} where id = ${id} and (role <> 'admin' or deactivated_at is not null or password_hash is null))
    or exists (select 1 from ${users} where id <> ${id} and role = 'admin' and deactivated_at is null and password_hash is not null))`
}
