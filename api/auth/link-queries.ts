import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#api/deps.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { invitations, type ONE_TIME_LINKS, users } from '#drizzle/schema/accounts.ts'
import { hasEmail } from './account-queries.ts'
import { addSecurityEvent } from './security-event-queries.ts'

export type LinkKind = (typeof ONE_TIME_LINKS)[number]

type NewLink = {
  id: string
  kind: LinkKind
  tokenHash: string
  invitedBy: string | null
  expiresAt: string
  /** ISO instant. */
  at: string
}

/**
 * Statement: adds a one-time link.
 * @param owner condition on the `users` row it is for; no link without such a row
 */
export function addLink(db: Db, link: NewLink, owner: SQL) {
  const { id, kind, tokenHash, invitedBy, expiresAt, at } = link
  return db.run(sql`
    insert into ${invitations} (id, kind, user_id, token_hash, invited_by, expires_at, created_at)
    select ${id}, ${kind}, id, ${tokenHash}, ${invitedBy}, ${expiresAt}, ${at} from ${users} where ${owner}`)
}

/**
 * Adds a link to choose a new password and writes its email, if somebody with this address can sign in and neither limit is
 * reached. The same statements run for every address.
 * @param link without whom it is for
 * @param limits `calls` of the client, `mails` to the address
 * @returns one row, none for a client that has asked too often
 */
export async function addPasswordReset(
  db: Db,
  email: string,
  link: Pick<NewLink, 'id' | 'tokenHash' | 'expiresAt' | 'at'>,
  device: string,
  { calls, mails }: Record<'calls' | 'mails', Counter>,
): Promise<readonly unknown[]> {
  const { id: linkId, at } = link
  const canSignIn = sql`${hasEmail(email)} and deactivated_at is null and password_hash is not null`
  const isAdded = sql`exists (select 1 from ${invitations} where id = ${linkId})`
  const recipient = sql`(select email from ${users} where ${hasEmail(email)})`
  const message = { kind: 'password-reset', about: linkId, recipient, payload: { linkId } } as const
  const event = { kind: 'password_reset_requested', device, at } as const
  const reset = { ...link, kind: 'password_reset', invitedBy: null } as const
  const [, , , , allowed] = await db.batch([
    addLink(db, reset, sql`${canSignIn} and ${isBelowLimit(calls)} and ${isBelowLimit(mails)}`),
    addMessage(db, message, at, isAdded),
    addSecurityEvent(db, event, sql`${hasEmail(email)} and ${isAdded}`),
    incrementCounter(db, mails, isBelowLimit(calls)),
    incrementCounter(db, calls),
  ])
  return allowed
}

/**
 * Statement: revokes the unused links of a person.
 * @param but the one that stays
 */
export function revokeOneTimeLinks(db: Db, userId: string, but: string | null, at: string) {
  return db.run(sql`
    update ${invitations} set revoked_at = ${at}
    where user_id = ${userId} and id is not ${but} and used_at is null and revoked_at is null`)
}

/** The use of a link at an instant: the condition that it is still open, and the statement that marks it as used. */
export function linkUse(db: Db, id: string, at: string) {
  const isOpen = sql`exists (select 1 from ${invitations} where id = ${id} and ${stillOpen(at)})`
  const statement = db.update(invitations).set({ usedAt: at }).where(eq(invitations.id, id))
  return { isOpen, statement }
}

const stillOpen = (at: string) => sql`used_at is null and revoked_at is null and expires_at > ${at}`

const inviter = alias(users, 'inviter')

/** A link with the person it is for, by its id or by the hash of its token. */
export async function findLink(db: Db, by: { id: string } | { tokenHash: string }) {
  const [row] = await db
    .select({
      id: invitations.id,
      kind: invitations.kind,
      tokenHash: invitations.tokenHash,
      expiresAt: invitations.expiresAt,
      usedAt: invitations.usedAt,
      revokedAt: invitations.revokedAt,
      userId: users.id,
      email: users.email,
      role: users.role,
      version: users.version,
      deactivatedAt: users.deactivatedAt,
      invitedBy: inviter.email,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .leftJoin(inviter, eq(inviter.id, invitations.invitedBy))
    .where('id' in by ? eq(invitations.id, by.id) : eq(invitations.tokenHash, by.tokenHash))
  return row ?? null
}

export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** True if a link can be used. @param at ISO instant */
export function isUsable(link: FoundLink, at: string): boolean {
  return link.usedAt === null && link.revokedAt === null && link.deactivatedAt === null && link.expiresAt > at
}

/** Statement: when a person's open invitation expires; one row or none. */
export function openInvitation(db: Db, userId: string, at: string) {
  return db
    .select({ expiresAt: invitations.expiresAt })
    .from(invitations)
    .where(and(eq(invitations.userId, userId), eq(invitations.kind, 'invitation'), stillOpen(at)))
}
