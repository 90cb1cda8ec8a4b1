import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { cents, id, instant, length, oneOf, stamps } from './columns.ts'
import { orders } from './orders.ts'

/** One filled-in checkout form, by the key it carries: a double click, a retry, a second tab are one order. */
export const checkoutAttempts = sqliteTable(
  'checkout_attempts',
  {
    key: text().primaryKey(),
    orderId: text()
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Hash of the form's content: the same key with other content is a changed order. */
    fingerprint: text().notNull(),
    ...stamps,
  },
  () => [check('checkout_attempts_key_length', length('key', 16, 64))],
)

export const CHECKOUT_SESSION_STATUSES = ['creating', 'open', 'complete', 'expired', 'abandoned'] as const

/** The n-th checkout session of an order with the parameters it was asked for (idempotency key `{orderId}:{n}`). */
export const checkoutSessions = sqliteTable(
  'checkout_sessions',
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    params: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** The provider's id, once it answered. */
    sessionId: text().unique(),
    url: text(),
    status: text({ enum: CHECKOUT_SESSION_STATUSES }).notNull().default('creating'),
    expiresAt: instant(),
    ...stamps,
  },
  (t) => [
    unique('checkout_sessions_order_n').on(t.orderId, t.n),
    check('checkout_sessions_n', sql.raw(`typeof(n) = 'integer' and n > 0`)),
    check('checkout_sessions_status', oneOf('status', CHECKOUT_SESSION_STATUSES)),
    check('checkout_sessions_params_json', sql.raw('json_valid(params)')),
    check(
      'checkout_sessions_open_has_id',
      sql.raw(`status in ('creating', 'abandoned') or session_id is not null`),
    ),
  ],
)

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

/** Money given back, in full or in part. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    providerRefundId: text().unique(),
    idempotencyKey: text().notNull().unique(),
    amountCents: cents(),
    reason: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull().default('pending'),
    requestedBy: text(),
    ...stamps,
  },
  (t) => [
    check('refunds_amount', sql.raw(`typeof(amount_cents) = 'integer' and amount_cents > 0`)),
    check('refunds_status', oneOf('status', REFUND_STATUSES)),
    index('refunds_order').on(t.orderId),
  ],
)

/** The provider's events that were acted on, so that each acts once. */
export const providerEvents = sqliteTable('provider_events', {
  id: id(),
  type: text().notNull(),
  outcome: text().notNull(),
  receivedAt: instant(),
})
