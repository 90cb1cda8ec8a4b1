import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { ADDRESS_MAX, CITY_MAX, INSTRUCTIONS_MAX, NAME_MAX, NOTE_MAX, UNIT_MAX } from '#domain/limits.ts'
import type { OrderFlag } from '#domain/order/causes.ts'
import { PRESET_PREFERENCE, SUBSTITUTION_PREFERENCES } from '#domain/order/substitution-preference.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { CROCKFORD } from '#domain/reference.ts'
import { users } from './accounts.ts'
import { agentPlatforms } from './agents.ts'
import { products } from './catalogue.ts'
import {
  cents,
  check,
  countingNumber,
  emailShape,
  fiveDigits,
  flag,
  id,
  instant,
  isoInstants,
  jsonObject,
  length,
  notEmpty,
  oneOf,
  refersTo,
  stamps,
  version,
  wholeAmount,
  zoneShape,
} from './columns.ts'
import { markets, states } from './markets.ts'

// Eight random symbols, or five digits for sample orders.
const REFERENCE = `'ORD-${`[${CROCKFORD}]`.repeat(8)}'`
const SAMPLE_REFERENCE = `'ORD-${'[0-9]'.repeat(5)}'`

/** An order takes a place of its market while it holds. Only a query that says it in the same words is answered from the index. */
export const TAKES_PLACE = sql`status <> 'cancelled' and payment_status <> 'refunded' and is_sample = 0`

/** The delivery options of `domain/delivery.ts`, and those that were. local/migrations.ts adds the rows. */
export const deliveryOptions = sqliteTable('delivery_options', { id: id() })

/** One purchase of a customer. */
export const orders = sqliteTable(
  'orders',
  {
    id: id(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    orderReference: text().notNull().unique(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    customerPhone: text().notNull(),
    recipientName: text(),
    /** The recipient's, for the delivery; the buyer's is `customerPhone`. */
    recipientPhone: text(),
    apologyNote: text(),
    deliveryAddress: text().notNull(),
    /** Apartment, suite or floor. */
    deliveryUnit: text(),
    deliveryCity: text().notNull(),
    deliveryState: text()
      .notNull()
      .references(() => states.code),
    deliveryZip: text().notNull(),
    deliveryInstructions: text(),
    /** The buyer's wish for a flower that is missing. */
    substitutionPreference: text({ enum: SUBSTITUTION_PREFERENCES }).notNull().default(PRESET_PREFERENCE),
    marketId: text().references(() => markets.id, { onDelete: 'set null' }),
    /** The market's IANA zone when the order was placed: delivery times keep their meaning if the market changes. */
    timeZone: text().notNull(),
    subtotalCents: cents(),
    deliveryFeeCents: cents(),
    taxCents: cents(),
    discountCents: cents().default(0),
    totalCents: cents(),
    refundedCents: cents().default(0),
    currency: text().notNull().default('usd'),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    paymentStatus: text({ enum: PAYMENT_STATUSES }).notNull().default('pending'),
    paymentMethod: text(),
    /** The provider's payment intent. */
    paymentReference: text().unique(),
    /** The current checkout session at the provider; settlement acts for this one only. */
    checkoutSessionId: text().unique(),
    deliveryOption: text({ enum: DELIVERY_OPTION_IDS })
      .notNull()
      .references(() => deliveryOptions.id),
    deliveryDate: instant(),
    promisedBy: instant(),
    assignmentStatus: text({ enum: ASSIGNMENT_STATUSES }).notNull().default('unassigned'),
    isSample: flag(false),
    /** The secret of the shopper's tracking page; null for orders that never had a shopper. */
    trackingToken: text().unique(),
    /** The SHA-256 of the code on the back of its card (`domain/stop-code.ts`); null for orders from before there was one. */
    stopCodeHash: text(),
    /** The buyer's own links from before this do not work any more; null: they all do. */
    manageLinksEndedAt: text(),
    paidAt: text(),
    /** When the reconciliation last asked the provider about this order. */
    reconciledAt: text(),
    /** The platform whose agent prepared it; null: its buyer came by themselves. */
    agentPlatformId: text().references(() => agentPlatforms.id),
    version: version(),
    ...stamps,
  },
  (t) => [
    // The target of a shop order's foreign key, so that a split always adds up to the order's total.
    unique('orders_id_total').on(t.id, t.totalCents),
    check(
      'orders_reference_shape',
      `order_reference glob ${REFERENCE} or order_reference glob ${SAMPLE_REFERENCE}`,
    ),
    check('orders_status', oneOf('status', ORDER_STATUSES)),
    check('orders_payment_status', oneOf('payment_status', PAYMENT_STATUSES)),
    check('orders_assignment_status', oneOf('assignment_status', ASSIGNMENT_STATUSES)),
    check('orders_currency', `currency = 'usd'`),
    check('orders_email_shape', emailShape('customer_email')),
    check('orders_customer_name_length', length('customer_name', 1, NAME_MAX)),
    check('orders_phone', notEmpty('customer_phone')),
    check('orders_recipient_phone', notEmpty('recipient_phone')),
    check('orders_recipient_name_length', `length(recipient_name) <= ${NAME_MAX}`),
    check('orders_address_length', length('delivery_address', 1, ADDRESS_MAX)),
    check('orders_unit_length', `length(delivery_unit) <= ${UNIT_MAX}`),
    check('orders_city_length', length('delivery_city', 1, CITY_MAX)),
    check('orders_zip_shape', fiveDigits('delivery_zip')),
    check('orders_time_zone_shape', zoneShape('time_zone')),
    check('orders_note_length', `length(apology_note) <= ${NOTE_MAX}`),
    check('orders_instructions_length', `length(delivery_instructions) <= ${INSTRUCTIONS_MAX}`),
    check('orders_substitution_preference', oneOf('substitution_preference', SUBSTITUTION_PREFERENCES)),
    check(
      'orders_amounts',
      wholeAmount(
        'subtotal_cents',
        'delivery_fee_cents',
        'tax_cents',
        'discount_cents',
        'total_cents',
        'refunded_cents',
      ),
    ),
    check(
      'orders_total_adds_up',
      'total_cents = subtotal_cents + delivery_fee_cents + tax_cents - discount_cents',
    ),
    check('orders_refund_within_total', 'refunded_cents <= total_cents'),
    check('orders_refund_of_a_payment', `refunded_cents = 0 or payment_status in ('paid', 'refunded')`),
    check('orders_refunded_means_all', `payment_status <> 'refunded' or refunded_cents = total_cents`),
    check('orders_paid_has_stamp', `payment_status not in ('paid', 'refunded') or paid_at is not null`),
    check(
      'orders_instants',
      isoInstants('created_at', 'delivery_date', 'promised_by', 'paid_at', 'manage_links_ended_at'),
    ),
    check('orders_sample_flag', 'is_sample in (0, 1)'),
    check('orders_version', countingNumber('version')),
    uniqueIndex('orders_stop_code').on(t.stopCodeHash),
    index('orders_of_agents').on(t.agentPlatformId, t.createdAt).where(sql`agent_platform_id is not null`),
    index('orders_created_at').on(t.createdAt),
    index('orders_promised_by').on(t.promisedBy),
    index('orders_to_assign').on(t.assignmentStatus, t.status, t.createdAt),
    // Filtered lists, newest first or by promised time: any choice of the three is a merge of ranges.
    index('orders_filtered_created').on(t.assignmentStatus, t.status, t.paymentStatus, t.createdAt),
    index('orders_filtered_promised').on(t.assignmentStatus, t.status, t.paymentStatus, t.promisedBy),
    // The assign list, by promised time.
    index('orders_awaiting_shop')
      .on(t.promisedBy, t.paymentStatus)
      .where(sql`assignment_status = 'unassigned' and status in ('pending', 'confirmed')`),
    index('orders_awaiting_payment').on(t.reconciledAt, t.createdAt).where(sql`payment_status = 'pending'`),
    index('orders_market').on(t.marketId),
    // The places that a market's orders take: of those that are to be made, by promised time.
    index('orders_places').on(t.marketId, t.promisedBy).where(TAKES_PLACE),
    index('orders_user').on(t.userId),
    // Who of the waitlist has bought since.
    index('orders_customer_email').on(sql`lower(customer_email)`),
    // The dashboard adds these up by day.
    index('orders_sold').on(t.paidAt).where(sql`payment_status = 'paid' and is_sample = 0`),
  ],
)

/** A sold bouquet, as it was when it was sold. */
export const orderItems = sqliteTable(
  'order_items',
  {
    id: id(),
    orderId: refersTo(() => orders.id, 'cascade'),
    productId: text().references(() => products.id, { onDelete: 'set null' }),
    sku: text().notNull(),
    title: text().notNull(),
    imageUrl: text(),
    priceAtPurchaseCents: cents(),
    quantity: integer().notNull().default(1),
  },
  (t) => [
    check('order_items_price', wholeAmount('price_at_purchase_cents')),
    check('order_items_quantity', countingNumber('quantity')),
    check('order_items_sku', notEmpty('sku')),
    check('order_items_title', notEmpty('title')),
    index('order_items_order').on(t.orderId),
    index('order_items_product').on(t.productId),
  ],
)

/** Reasons for a person to look at an order. */
export const orderFlags = sqliteTable(
  'order_flags',
  {
    id: id(),
    orderId: refersTo(() => orders.id, 'cascade'),
    kind: text().$type<OrderFlag>().notNull(),
    detail: text(),
    createdAt: instant(),
    resolvedAt: text(),
  },
  (t) => [
    check('order_flags_kind', notEmpty('kind')),
    index('order_flags_order').on(t.orderId),
    uniqueIndex('order_flags_open').on(t.orderId, t.kind).where(sql`resolved_at is null`),
  ],
)

export const ACTORS = ['shopper', 'provider', 'admin', 'florist', 'system'] as const
export type Actor = (typeof ACTORS)[number]

/**
 * The log of an order, and its lock: whoever changes an order appends an entry with the next number, and of two who have read
 * the same state one is refused. No foreign key: the entries survive the order.
 */
export const orderEvents = sqliteTable(
  'order_events',
  {
    id: id(),
    orderId: text().notNull(),
    orderReference: text().notNull(),
    /** Its number in the order's log, from 1 on; null in what a Worker from before 2026-11-27 wrote meanwhile. */
    seq: integer(),
    kind: text().notNull(),
    actor: text({ enum: ACTORS }).notNull(),
    actorId: text(),
    /** The facts of the event, as JSON. */
    data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** The key by which the event happens only once, for example "paid:{order id}". */
    dedupeKey: text().unique(),
    createdAt: instant(),
  },
  (t) => [
    check('order_events_actor', oneOf('actor', ACTORS)),
    check('order_events_kind_length', length('kind', 1, 60)),
    check('order_events_data_json', jsonObject('data')),
    index('order_events_order').on(t.orderId, t.createdAt),
    uniqueIndex('order_events_seq').on(t.orderId, t.seq),
  ],
)

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect
