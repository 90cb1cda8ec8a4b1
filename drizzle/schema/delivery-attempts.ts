import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  ATTEMPT_NAME_MAX,
  ATTEMPT_SOURCES,
  DELIVERY_OUTCOMES,
  NEXT_STEPS,
  OUTCOME_RULES,
  OUTCOMES_WITH_NAME,
} from '#domain/delivery-attempts.ts'
import { check, id, instant, isoInstants, length, oneOf, refersTo } from './columns.ts'
import { shopOrders } from './shop-orders.ts'

const NAMED = DELIVERY_OUTCOMES.filter((outcome) => OUTCOME_RULES[outcome].name === 'needed')

/** Each delivery attempt. A correction is a row of its own, which stands for the one that it corrects. */
export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    id: id(),
    shopOrderId: refersTo(() => shopOrders.id, 'cascade'),
    /** The page's name for one sending: sent again, it is the same attempt. */
    attemptKey: text().notNull(),
    source: text({ enum: ATTEMPT_SOURCES }).notNull(),
    outcome: text({ enum: DELIVERY_OUTCOMES }).notNull(),
    /** Who took the flowers. */
    name: text(),
    nextStep: text({ enum: NEXT_STEPS }),
    /** ISO instant by which a second attempt is made. */
    nextAt: text(),
    /** The attempt that it corrects: each is corrected at most once. No foreign key: the rows of an order go together. */
    corrects: text().unique(),
    /** The admin's user id, or the shop's id. No foreign key: the row survives both. */
    actorId: text(),
    createdAt: instant(),
  },
  (t) => [
    uniqueIndex('delivery_attempts_key').on(t.shopOrderId, t.attemptKey),
    check('delivery_attempts_attempt_key', length('attempt_key', 1, 64)),
    check('delivery_attempts_source', oneOf('source', ATTEMPT_SOURCES)),
    check('delivery_attempts_outcome', oneOf('outcome', DELIVERY_OUTCOMES)),
    check('delivery_attempts_name', length('name', 1, ATTEMPT_NAME_MAX)),
    check('delivery_attempts_name_given', `name is not null or not (${oneOf('outcome', NAMED)})`),
    check('delivery_attempts_name_fits', `name is null or ${oneOf('outcome', OUTCOMES_WITH_NAME)}`),
    check('delivery_attempts_next_step', oneOf('next_step', NEXT_STEPS)),
    check('delivery_attempts_missed_has_next_step', `(outcome = 'nobody') = (next_step is not null)`),
    check('delivery_attempts_second_has_time', `(next_step is 'second_attempt') = (next_at is not null)`),
    check('delivery_attempts_corrected_by_admin', `corrects is null or source = 'admin'`),
    check('delivery_attempts_instants', isoInstants('next_at', 'created_at')),
  ],
)
