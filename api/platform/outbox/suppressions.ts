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

/**
 * Stops everything to a mailbox, or lets mail through again, as a statement for a batch.
 * @param what its owner has complained, or the suppression was lifted
 * @param at ISO instant: a complaint from before it was lifted, heard of later, changes nothing
 */
export function noteSuppression(db: Db, hash: string, what: 'complained_at' | 'lifted_at', at: string) {
  const column = sql.raw(what)
  return db.run(sql`
    insert into ${mailSuppressions} (mailbox_hash, ${column}) values (${hash}, ${at})
    on conflict (mailbox_hash) do update set ${column} = max(coalesce(${column}, ''), excluded.${column})`)
}
