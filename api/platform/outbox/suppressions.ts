import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sha256 } from '#api/platform/hash.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import { mailSuppressions } from '#drizzle/schema/messages.ts'

/** The hash under which a mailbox is kept: the list holds no addresses. */
export function mailboxHash(email: string): string {
  return sha256(mailboxOf(email))
}

/** One row when nothing more may be sent to a mailbox, else none; as a statement for a batch. */
export function suppressionOf(db: Db, hash: string) {
  return db.all<{ complainedAt: string }>(sql`
    select complained_at as "complainedAt" from ${mailSuppressions}
    where mailbox_hash = ${hash} and complained_at > coalesce(lifted_at, '')`)
}

/** Stops everything to a mailbox, as a statement for a batch. @param at when its owner complained, ISO instant */
export function suppressMailbox(db: Db, hash: string, at: string) {
  return db.run(sql`
    insert into ${mailSuppressions} (mailbox_hash, complained_at) values (${hash}, ${at})
    on conflict (mailbox_hash) do update
      set complained_at = max(coalesce(complained_at, ''), excluded.complained_at)`)
}

/**
 * Lets mail to a mailbox through again, as a statement for a batch.
 * @param at when it was lifted, ISO instant: a complaint from before that, heard of later, changes nothing
 */
export function liftSuppression(db: Db, hash: string, at: string) {
  return db.run(sql`
    insert into ${mailSuppressions} (mailbox_hash, lifted_at) values (${hash}, ${at})
    on conflict (mailbox_hash) do update set lifted_at = max(coalesce(lifted_at, ''), excluded.lifted_at)`)
}
