import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SUBSTITUTION_MAX } from '#domain/limits.ts'
import { SUBSTITUTION_OUTCOMES } from '#domain/order/questions.ts'
import { SUBSTITUTION_PREFERENCES } from '#domain/order/substitution-preference.ts'
import { check, countingNumber, id, instant, isoInstants, length, oneOf, refersTo } from './columns.ts'
import { orders } from './orders.ts'
import { shopOrders } from './shop-orders.ts'

/** The flowers of an order that a florist is out of, and what goes in instead, numbered, with the question to its buyer if there is one. */
export const orderSubstitutions = sqliteTable(
  'order_substitutions',
  {
    id: id(),
    orderId: refersTo(() => orders.id, 'cascade'),
    shopOrderId: refersTo(() => shopOrders.id, 'cascade'),
    number: integer().notNull(),
    missing: text().notNull(),
    instead: text().notNull(),
    /** The buyer's wish when it was reported. */
    preference: text({ enum: SUBSTITUTION_PREFERENCES }).notNull(),
    reportedAt: instant(),
    /** The hash of the token in the buyer's link; null: they were not asked. */
    tokenHash: text().unique(),
    /** Until when the buyer may answer. */
    expiresAt: text(),
    closedAt: text(),
    outcome: text({ enum: SUBSTITUTION_OUTCOMES }),
  },
  (t) => [
    uniqueIndex('order_substitutions_number').on(t.orderId, t.number),
    uniqueIndex('order_substitutions_one_open').on(t.orderId).where(sql`closed_at is null`),
    index('order_substitutions_shop_order').on(t.shopOrderId),
    // The job of every minute looks for the questions that nobody answered in time.
    index('order_substitutions_open').on(t.expiresAt).where(sql`closed_at is null`),
    check('order_substitutions_number_counts', countingNumber('number')),
    check('order_substitutions_missing_length', length('missing', 1, SUBSTITUTION_MAX)),
    check('order_substitutions_instead_length', length('instead', 1, SUBSTITUTION_MAX)),
    check('order_substitutions_preference', oneOf('preference', SUBSTITUTION_PREFERENCES)),
    check('order_substitutions_outcome', oneOf('outcome', SUBSTITUTION_OUTCOMES)),
    check('order_substitutions_instants', isoInstants('reported_at', 'expires_at', 'closed_at')),
    check('order_substitutions_asked_whole', '(token_hash is null) = (expires_at is null)'),
    check('order_substitutions_closed_has_outcome', '(closed_at is null) = (outcome is null)'),
    // Without a question it is decided at once, and only a question can be answered.
    check(
      'order_substitutions_answer_was_asked',
      `outcome is null or (outcome in ('florist', 'refunded')) = (token_hash is null)`,
    ),
  ],
)

export type SubstitutionRow = typeof orderSubstitutions.$inferSelect
