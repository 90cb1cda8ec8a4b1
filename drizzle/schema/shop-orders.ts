import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ANSWERERS } from '#domain/florist.ts'
import { SHOP_ORDER_PAYMENT_STATUSES, SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import { users } from './accounts.ts'
import { refunds } from './checkout.ts'
import {
  cents,
  check,
  countingNumber,
  id,
  instant,
  isoInstants,
  length,
  notEmpty,
  oneOf,
  refersTo,
  stamps,
  version,
  wholeAmount,
} from './columns.ts'
import { shops } from './markets.ts'
import { orders } from './orders.ts'

/** A shop order's status in lists: `withdrawn` whatever the florist answered. */
const LISTED_STATUS = sql`case when withdrawn_at is null then status else 'withdrawn' end`

/** An order assigned to a florist shop. */
export const shopOrders = sqliteTable(
  'shop_orders',
  {
    id: id(),
    orderId: text().notNull(),
    shopId: refersTo(() => shops.id, 'restrict'),
    status: text({ enum: SHOP_ORDER_STATUSES }).notNull().default('pending'),
    paymentStatus: text({ enum: SHOP_ORDER_PAYMENT_STATUSES }).notNull().default('pending'),
    paymentReference: text(),
    /** The order's total: a foreign key holds it equal, a check holds the split to it. */
    orderTotalCents: cents(),
    shopCostCents: cents(),
    platformFeeCents: cents(),
    specialInstructions: text(),
    shopNotes: text(),
    statusUpdatedAt: text(),
    statusUpdatedBy: text().references(() => users.id, { onDelete: 'set null' }),
    paymentUpdatedAt: text(),
    paymentUpdatedBy: text().references(() => users.id, { onDelete: 'set null' }),
    /** Until when the florist has to answer (ISO instant); null: there is no deadline. */
    answerBy: text(),
    /** The answer that counts, a yes or a no: when it was given, and by whom. The system's is silence. */
    answeredAt: text(),
    answeredBy: text({ enum: ANSWERERS }),
    /** Set when an admin took the order back; the row stays as history. */
    withdrawnAt: text(),
    version: version(),
    ...stamps,
  },
  (t) => [
    foreignKey({
      name: 'shop_orders_order_total',
      columns: [t.orderId, t.orderTotalCents],
      foreignColumns: [orders.id, orders.totalCents],
    }).onDelete('restrict'),
    uniqueIndex('shop_orders_one_live')
      .on(t.orderId)
      .where(sql`status <> 'rejected' and withdrawn_at is null`),
    check('shop_orders_status', oneOf('status', SHOP_ORDER_STATUSES)),
    check('shop_orders_payment_status', oneOf('payment_status', SHOP_ORDER_PAYMENT_STATUSES)),
    check('shop_orders_amounts', wholeAmount('order_total_cents', 'shop_cost_cents', 'platform_fee_cents')),
    check('shop_orders_split_adds_up', 'shop_cost_cents + platform_fee_cents = order_total_cents'),
    check('shop_orders_status_has_stamp', `status = 'pending' or status_updated_at is not null`),
    check('shop_orders_paid_has_stamp', `payment_status <> 'paid' or payment_updated_at is not null`),
    check('shop_orders_instants', isoInstants('answer_by', 'answered_at', 'withdrawn_at')),
    check('shop_orders_answered_by', oneOf('answered_by', ANSWERERS)),
    check('shop_orders_version', countingNumber('version')),
    index('shop_orders_order').on(t.orderId),
    index('shop_orders_shop').on(t.shopId, t.createdAt),
    index('shop_orders_created_at').on(t.createdAt),
    // Lists sorted by what a shop gets.
    index('shop_orders_cost').on(t.shopCostCents),
    // A florist has not answered these yet.
    index('shop_orders_by_status').on(t.status, t.createdAt).where(sql`withdrawn_at is null`),
    // Who has a deadline that passes.
    index('shop_orders_to_answer')
      .on(t.answerBy)
      .where(sql`status = 'pending' and withdrawn_at is null and answer_by is not null`),
    // The list and its filters, of all shops or of those that a search names.
    index('shop_orders_listed').on(LISTED_STATUS, t.paymentStatus, t.createdAt),
    index('shop_orders_shop_listed').on(t.shopId, LISTED_STATUS, t.paymentStatus, t.createdAt),
  ],
)

/** Contact history of a shop order, an entry a row so that two notes never overwrite each other. */
export const shopOrderContacts = sqliteTable(
  'shop_order_contacts',
  {
    id: id(),
    shopOrderId: refersTo(() => shopOrders.id, 'cascade'),
    note: text().notNull(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant(),
  },
  (t) => [
    check('shop_order_contacts_note', length('note', 1, 2000)),
    index('shop_order_contacts_shop_order').on(t.shopOrderId, t.createdAt),
  ],
)

/** The links that lead florists to their page of a shop order. Of the token only a hash is kept. */
export const floristLinks = sqliteTable(
  'florist_links',
  {
    id: id(),
    shopOrderId: refersTo(() => shopOrders.id, 'cascade'),
    tokenHash: text().notNull().unique(),
    expiresAt: instant(),
    revokedAt: text(),
    /** When the florist first looked. */
    openedAt: text(),
    createdAt: instant(),
  },
  (t) => [
    // A new link takes the place of the old one.
    uniqueIndex('florist_links_one_open').on(t.shopOrderId).where(sql`revoked_at is null`),
    check('florist_links_instants', isoInstants('expires_at', 'revoked_at', 'opened_at')),
    index('florist_links_shop_order').on(t.shopOrderId),
  ],
)

/** A signed change of a shop's share after a refund. */
export const shareCorrections = sqliteTable(
  'share_corrections',
  {
    id: id(),
    shopOrderId: refersTo(() => shopOrders.id, 'restrict'),
    refundId: text().references(() => refunds.id, { onDelete: 'restrict' }),
    /** Cents, negative when the shop gets less. */
    amountCents: integer().notNull(),
    reason: text().notNull(),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant(),
  },
  (t) => [
    check('share_corrections_amount', `typeof(amount_cents) = 'integer' and amount_cents <> 0`),
    check('share_corrections_reason', notEmpty('reason')),
    // A refund changes a shop's share once, however often we hear of it.
    uniqueIndex('share_corrections_refund').on(t.refundId),
    index('share_corrections_shop_order').on(t.shopOrderId),
    // Statements read the corrections of a month.
    index('share_corrections_created_at').on(t.createdAt),
  ],
)
