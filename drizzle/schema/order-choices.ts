import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DANGER_REASONS } from '#domain/order/broken-promise.ts'
import { CHOICE_OUTCOMES } from '#domain/order/questions.ts'
import { check, countingNumber, id, instant, isoInstants, oneOf, refersTo } from './columns.ts'
import { orders } from './orders.ts'

/**
 * The promises of an order that came into danger, numbered: from the moment when that was found, over the choice that its
 * buyer is offered, to what came of it.
 */
export const orderChoices = sqliteTable(
  'order_choices',
  {
    id: id(),
    orderId: refersTo(() => orders.id, 'cascade'),
    /** Each broken promise of an order opens the next one. */
    number: integer().notNull(),
    reason: text({ enum: DANGER_REASONS }).notNull(),
    /** The new time that a florist or the owner gave. */
    waitUntil: text(),
    openedAt: instant(),
    /** When the buyer was asked; null: not yet. */
    offeredAt: text(),
    /** The hash of the token in the buyer's link. */
    tokenHash: text().unique(),
    /** Until when the buyer may answer. */
    expiresAt: text(),
    closedAt: text(),
    outcome: text({ enum: CHOICE_OUTCOMES }),
  },
  (t) => [
    uniqueIndex('order_choices_number').on(t.orderId, t.number),
    uniqueIndex('order_choices_one_open').on(t.orderId).where(sql`closed_at is null`),
    // The system looks for the choices that it offers or ends.
    index('order_choices_open').on(t.openedAt).where(sql`closed_at is null`),
    check('order_choices_number_counts', countingNumber('number')),
    check('order_choices_reason', oneOf('reason', DANGER_REASONS)),
    check('order_choices_outcome', oneOf('outcome', CHOICE_OUTCOMES)),
    check(
      'order_choices_instants',
      isoInstants('wait_until', 'opened_at', 'offered_at', 'expires_at', 'closed_at'),
    ),
    check(
      'order_choices_offered_whole',
      '(offered_at is null) = (token_hash is null) and (offered_at is null) = (expires_at is null)',
    ),
    check('order_choices_closed_has_outcome', '(closed_at is null) = (outcome is null)'),
    // Only who was asked can answer.
    check(
      'order_choices_answer_was_offered',
      `outcome is null or outcome = 'over' or offered_at is not null`,
    ),
  ],
)

export type ChoiceRow = typeof orderChoices.$inferSelect
