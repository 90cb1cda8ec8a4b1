import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SHOP_ORDER_PAYMENT_STATUSES, SHOP_ORDER_STATUSES } from '#src/domain/order-status.ts'
import { users } from './accounts.ts'
import { refunds } from './checkout.ts'
import {
  cents,
  countingNumber,
  id,
  instant,
  length,
  notEmpty,
  oneOf,
  stamps,
  version,
  wholeAmount,
} from './columns.ts'
import { shops } from './markets.ts'
import { orders } from './orders.ts'

/** An order assigned to a florist shop (§3 Shop order). */
export const shopOrders = sqliteTable(
  'shop_orders',
  {
    id: id(),
    orderId: text().notNull(),
    shopId: text()
      .notNull()
      .references(() => shops.id, { onDelete: 'restrict' }),
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
    check('shop_orders_split_adds_up', sql.raw('shop_cost_cents + platform_fee_cents = order_total_cents')),
    check('shop_orders_status_has_stamp', sql.raw(`status = 'pending' or status_updated_at is not null`)),
    check(
      'shop_orders_paid_has_stamp',
      sql.raw(`payment_status <> 'paid' or payment_updated_at is not null`),
    ),
    check('shop_orders_version', countingNumber('version')),
    index('shop_orders_order').on(t.orderId),
    index('shop_orders_shop').on(t.shopId, t.createdAt),
    index('shop_orders_created_at').on(t.createdAt),
    // Those that a florist has not answered yet.
    index('shop_orders_waiting').on(t.createdAt).where(sql`status = 'pending' and withdrawn_at is null`),
  ],
)

/** Contact history of a shop order (§3), an entry a row so that two notes never overwrite each other. */
export const shopOrderContacts = sqliteTable(
  'shop_order_contacts',
  {
    id: id(),
    shopOrderId: text()
      .notNull()
      .references(() => shopOrders.id, { onDelete: 'cascade' }),
    note: text().notNull(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant(),
  },
  (t) => [
    check('shop_order_contacts_note', length('note', 1, 2000)),
    index('shop_order_contacts_shop_order').on(t.shopOrderId, t.createdAt),
  ],
)

/** A signed change of a shop's share after a refund (decisions.md, Orders and shop orders). */
export const shareCorrections = sqliteTable(
  'share_corrections',
  {
    id: id(),
    shopOrderId: text()
      .notNull()
      .references(() => shopOrders.id, { onDelete: 'restrict' }),
    refundId: text().references(() => refunds.id, { onDelete: 'restrict' }),
    /** Cents, negative when the shop gets less. */
    amountCents: integer().notNull(),
    reason: text().notNull(),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant(),
  },
  (t) => [
    check('share_corrections_amount', sql.raw(`typeof(amount_cents) = 'integer' and amount_cents <> 0`)),
    check('share_corrections_reason', notEmpty('reason')),
    // A refund changes a shop's share once, however often we hear of it.
    uniqueIndex('share_corrections_refund').on(t.refundId),
    index('share_corrections_shop_order').on(t.shopOrderId),
  ],
)
