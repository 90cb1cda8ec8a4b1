import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#api/deps.ts'
import { invitations, type ONE_TIME_LINKS, users } from '#drizzle/schema/accounts.ts'

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
 * Makes a one-time link, as a statement for a batch.
 * @param owner which `users` row it is for: a condition; no row, no link
 */
export function addLink(db: Db, link: NewLink, owner: SQL) {
  const { id, kind, tokenHash, invitedBy, expiresAt, at } = link
  return db.run(sql`
    insert into ${invitations} (id, kind, user_id, token_hash, invited_by, expires_at, created_at)
    select ${id}, ${kind}, id, ${tokenHash}, ${invitedBy}, ${expiresAt}, ${at} from ${users} where ${owner}`)
}

/** Whether a link was made, as a condition of a batch. */
export function linkExists(id: string): SQL {
  return sql`exists (select 1 from ${invitations} where id = ${id})`
}

/**
 * Withdraws the links of a person that nobody has used, as a statement for a batch.
 * @param but the one that stays
 */
export function withdrawLinks(
  db: Db,
  userId: string,
  but: string | null,
  at: string,
  onlyIf: SQL = sql`true`,
) {
  return db.run(sql`
    update ${invitations} set revoked_at = ${at}
    where user_id = ${userId} and id is not ${but} and used_at is null and revoked_at is null and ${onlyIf}`)
}

/** Marks a link as used, as a statement for a batch, after what it was good for. */
export function spendLink(db: Db, id: string, at: string) {
  return db.run(sql`update ${invitations} set used_at = ${at} where id = ${id} and ${stillOpen(at)}`)
}

/** Whether a link can be used at an instant, as a condition of a batch. */
export function linkIsOpen(id: string, at: string): SQL {
  return sql`exists (select 1 from ${invitations} where id = ${id} and ${stillOpen(at)})`
}

const stillOpen = (at: string) => sql`used_at is null and revoked_at is null and expires_at > ${at}`

const inviter = alias(users, 'inviter')

/** A link with the person it is for, by its id or by the hash of its secret. */
export async function linkOf(db: Db, by: { id: string } | { tokenHash: string }) {
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

export type FoundLink = NonNullable<Awaited<ReturnType<typeof linkOf>>>

/** Whether a link that was found can be used. @param at ISO instant */
export function canBeUsed(link: FoundLink, at: string): boolean {
  return link.usedAt === null && link.revokedAt === null && link.deactivatedAt === null && link.expiresAt > at
}

/** Until when a person's invitation holds; no row when none is open. */
export function openInvitation(db: Db, userId: string, at: string) {
  return db
    .select({ expiresAt: invitations.expiresAt })
    .from(invitations)
    .where(and(eq(invitations.userId, userId), eq(invitations.kind, 'invitation'), stillOpen(at)))
}

/** Forgets links that were over before an instant. */
export function forgetLinks(db: Db, before: string) {
  return db.delete(invitations).where(sql`${invitations.expiresAt} < ${before}`)
}
