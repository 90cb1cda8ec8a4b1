import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { BLOCK_KINDS, LIFT_REASON_MAX } from '#domain/blocks.ts'
import { check, id, instant, isoInstants, length, oneOf, wholeAmount } from './columns.ts'

/**
 * Who wants no flowers, and where nothing can be delivered. The hashes are HMACs by the key of AUTH_KEYS and the rules that `key_id` names, of texts
 * that `domain/matching` makes equal: nobody reads an address here.
 */
export const blocks = sqliteTable(
  'blocks',
  {
    id: id(),
    kind: text({ enum: BLOCK_KINDS }).notNull(),
    /** The order by whose card it was made, which may be deleted; null of a place. */
    orderId: text(),
    keyId: text().notNull(),
    houseHash: text().notNull(),
    /** Null, as in what follows: it was left out, so it may be any. */
    suffixHash: text(),
    directionHash: text(),
    unitHash: text(),
    firstNameHash: text(),
    /** The sender's. */
    mailboxHash: text(),
    phoneHash: text(),
    /** The orders that it has refused or ended. */
    attempts: integer().notNull().default(0),
    lastAttemptAt: text(),
    /** So many of them the order's flag tells of. */
    flaggedAttempts: integer().notNull().default(0),
    createdAt: instant(),
    liftedAt: text(),
    /** The admin's user id. */
    liftedBy: text(),
    liftReason: text(),
    /** The admin's user id, of a place. */
    createdBy: text(),
    /** Why nothing can be delivered to a place. */
    note: text(),
  },
  (t) => [
    check('blocks_kind', oneOf('kind', BLOCK_KINDS)),
    check('blocks_instants', isoInstants('created_at', 'last_attempt_at', 'lifted_at')),
    check('blocks_attempts', wholeAmount('attempts', 'flagged_attempts')),
    check('blocks_lift_reason_length', length('lift_reason', 1, LIFT_REASON_MAX)),
    check('blocks_note_length', length('note', 1, LIFT_REASON_MAX)),
    check('blocks_lifted_with_reason', `(lifted_at is null) = (lift_reason is null)`),
    check('blocks_sender', `kind <> 'sender' or mailbox_hash is not null`),
    check('blocks_order', `(kind = 'place') = (order_id is null)`),
    // A wish is written once for each card.
    uniqueIndex('blocks_wish').on(t.orderId, t.kind).where(sql`lifted_at is null`),
    index('blocks_house').on(t.houseHash).where(sql`lifted_at is null`),
    index('blocks_created_at').on(t.createdAt),
  ],
)
