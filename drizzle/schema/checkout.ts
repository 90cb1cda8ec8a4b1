import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { DISPUTE_STATUSES } from '#domain/disputes.ts'
import { REFUND_STATUSES } from '#domain/refunds.ts'
import {
  cents,
  check,
  countingNumber,
  id,
  instant,
  isoInstants,
  jsonObject,
  length,
  notEmpty,
  oneOf,
  refersTo,
  stamps,
} from './columns.ts'
import { markets } from './markets.ts'
import { deliveryOptions, orders } from './orders.ts'

/** One filled-in checkout form, by the key it carries: a double click and a retry are one order. */
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

/**
 * The hold of an unpaid order of a market with limited capacity, beside its own place, which is the order itself: who has it
 * and until when. It is deleted once the order is paid. That of an order which ended unpaid takes no place, and is kept for a
 * day, because it counts for whoever held it.
 */
export const orderHolds = sqliteTable(
  'order_holds',
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The number of its place in its day. Null is refused: there was none. */
    place: integer().notNull(),
    /** Hash of the client's IPv4 address or IPv6 /64. Null is refused: whoever it is holds too many places. */
    clientHash: text().notNull(),
    /** Hash of the client's IPv6 /48; null for another address. */
    networkHash: text(),
    /** Hashes of the buyer's mailbox and of the digits of their phone; null in rows from before they were kept. */
    mailboxHash: text(),
    phoneHash: text(),
    /** Until when the place is held: a changed form does not extend it. Null in rows from before it was kept. */
    expiresAt: text(),
    /** The place that the order's changed form is to have, from before the old session is ended until the new order is stored. */
    reservedMarketId: text().references(() => markets.id, { onDelete: 'set null' }),
    reservedOption: text({ enum: DELIVERY_OPTION_IDS }).references(() => deliveryOptions.id),
    reservedPromisedBy: text(),
    createdAt: instant(),
  },
  (t) => [
    check('order_holds_place', countingNumber('place')),
    check('order_holds_instants', isoInstants('reserved_promised_by', 'created_at')),
    check('order_holds_expires_at', isoInstants('expires_at')),
    index('order_holds_client').on(t.clientHash),
    index('order_holds_network').on(t.networkHash),
    index('order_holds_mailbox').on(t.mailboxHash),
    index('order_holds_phone').on(t.phoneHash),
    index('order_holds_reserved').on(t.reservedMarketId, t.reservedPromisedBy),
  ],
)

const CHECKOUT_SESSION_STATUSES = ['creating', 'open', 'complete', 'expired', 'abandoned'] as const

/** The n-th checkout session of an order with the parameters it was asked for (idempotency key `{orderId}:{n}`). */
export const checkoutSessions = sqliteTable(
  'checkout_sessions',
  {
    id: id(),
    orderId: refersTo(() => orders.id, 'cascade'),
    n: integer().notNull(),
    params: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** The provider's id, once it answered. */
    sessionId: text().unique(),
    url: text(),
    status: text({ enum: CHECKOUT_SESSION_STATUSES }).notNull().default('creating'),
    expiresAt: instant(),
    /** When the order's market stopped taking orders, or its hold was over: nobody is sent to pay here any more. */
    stoppedAt: text(),
    ...stamps,
  },
  (t) => [
    unique('checkout_sessions_order_n').on(t.orderId, t.n),
    // One address at which an order can be paid, or is about to be.
    uniqueIndex('checkout_sessions_one_open').on(t.orderId).where(sql`status in ('creating', 'open')`),
    // These are still to be ended at the provider.
    index('checkout_sessions_to_end').on(t.updatedAt).where(sql`stopped_at is not null and status = 'open'`),
    check('checkout_sessions_n', countingNumber('n')),
    check('checkout_sessions_status', oneOf('status', CHECKOUT_SESSION_STATUSES)),
    check('checkout_sessions_params_json', jsonObject('params')),
    check('checkout_sessions_instants', isoInstants('expires_at')),
    check('checkout_sessions_open_has_id', `status in ('creating', 'abandoned') or session_id is not null`),
  ],
)

/** Cents, negative when the shop gets less; never zero. */
export type RefundShare = { shopOrderId: string; amountCents: number; reason: string }

/** Money given back, in full or in part. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    orderId: refersTo(() => orders.id, 'restrict'),
    providerRefundId: text().unique(),
    idempotencyKey: text().notNull().unique(),
    amountCents: cents(),
    reason: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull().default('pending'),
    requestedBy: text(),
    /** Why the provider refused or took it back. */
    failure: text(),
    /** The correction of the shop's share, to be recorded once the money is back. */
    share: text({ mode: 'json' }).$type<RefundShare>(),
    ...stamps,
  },
  (t) => [
    check('refunds_amount', countingNumber('amount_cents')),
    check('refunds_reason', notEmpty('reason')),
    check('refunds_status', oneOf('status', REFUND_STATUSES)),
    check('refunds_succeeded_has_id', `status <> 'succeeded' or provider_refund_id is not null`),
    index('refunds_order').on(t.orderId),
    // The reconciliation still has to ask about these.
    index('refunds_unanswered').on(t.updatedAt).where(sql`status = 'pending'`),
  ],
)

/** Disputes of card holders' banks, as last reported by the provider. */
export const disputes = sqliteTable(
  'disputes',
  {
    /** The provider's. */
    id: id(),
    orderId: refersTo(() => orders.id, 'cascade'),
    amountCents: cents(),
    /** The provider's word for it, for example `fraudulent`. */
    reason: text().notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    /** Until when the bank accepts an answer, if known. ISO instant. */
    respondBy: text(),
    ...stamps,
  },
  (t) => [
    check('disputes_amount', countingNumber('amount_cents')),
    check('disputes_status', oneOf('status', DISPUTE_STATUSES)),
    check('disputes_instants', isoInstants('respond_by')),
    index('disputes_order').on(t.orderId),
  ],
)

/** The place where a scheduled job goes on with what is too much for one run. Null: the next run starts at the beginning. */
export const jobCursors = sqliteTable('job_cursors', {
  job: text().primaryKey(),
  cursor: text(),
  updatedAt: instant(),
})

/** The events of the payment and the mail provider that were acted on, so that each acts once. */
export const providerEvents = sqliteTable('provider_events', {
  id: id(),
  type: text().notNull(),
  outcome: text().notNull(),
  receivedAt: instant(),
})
