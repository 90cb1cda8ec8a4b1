import { and, asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { disputesOf } from '#api/orders/queries.ts'
import type { ProviderRefund } from '#api/platform/payments/payments.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

export type RefundRecord = typeof refunds.$inferSelect

// Of an order's shop orders only one is live: `shop_orders_one_live`.
export const LIVE_SHOP_ORDER = sql`${shopOrders.status} <> 'rejected' and ${shopOrders.withdrawnAt} is null`

/** Corrections of a shop's share so far, pending refunds included; a value in SQL. */
export function correctedCents(shopOrderId: SQL): SQL {
  return sql`(
    coalesce((select sum(amount_cents) from ${shareCorrections} where shop_order_id = ${shopOrderId}), 0)
    + coalesce((select sum(r.share ->> 'amountCents') from ${refunds} r
        where r.order_id = (select so.order_id from ${shopOrders} so where so.id = ${shopOrderId})
          and r.status = 'pending' and r.share ->> 'shopOrderId' = ${shopOrderId}), 0))`
}

/** What a new refund depends on: the order, its refunds and disputes, and the live shop order with its corrected share. */
export async function readForRefund(db: Db, orderId: string) {
  const [[order], given, disputed, [live]] = await db.batch([
    db.select().from(orders).where(eq(orders.id, orderId)),
    db.select().from(refunds).where(eq(refunds.orderId, orderId)),
    disputesOf(db, orderId),
    db
      .select({
        id: shopOrders.id,
        shopCostCents: shopOrders.shopCostCents,
        correctedCents: sql<number>`${correctedCents(sql`shop_orders.id`)}`,
      })
      .from(shopOrders)
      .where(sql`${shopOrders.orderId} = ${orderId} and ${LIVE_SHOP_ORDER}`),
  ])
  return { order: order ?? null, refunds: given, disputes: disputed, live: live ?? null }
}

/** The order whose payment the provider refunded, and the refund's row if there is one. One round trip. */
export async function readRefunded(db: Db, refund: ProviderRefund) {
  const [[order], [known]] = await db.batch([
    db
      .select()
      .from(orders)
      .where(eq(orders.paymentReference, refund.paymentReference ?? '')),
    db
      .select()
      .from(refunds)
      .where(
        or(
          eq(refunds.providerRefundId, refund.id),
          and(eq(refunds.id, refund.refundId ?? ''), isNull(refunds.providerRefundId)),
        ),
      )
      .limit(1),
  ])
  return { order: order ?? null, known: known ?? null }
}

/** A refund by its form's key. */
export async function refundByKey(db: Db, key: string): Promise<RefundRecord | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.idempotencyKey, key))
  return row ?? null
}

export async function refundById(db: Db, id: string): Promise<RefundRecord | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row ?? null
}

/**
 * Pending refunds last updated before an instant (ISO). Those that the provider has accepted come last: they may take days.
 */
export function unansweredRefunds(db: Db, before: string, limit: number) {
  return db
    .select({ refund: refunds, paymentReference: orders.paymentReference })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(sql`${refunds.status} = 'pending'`, lt(refunds.updatedAt, before)))
    .orderBy(sql`${refunds.providerRefundId} is not null`, asc(refunds.updatedAt))
    .limit(limit)
}

/** The order that was paid by a payment. */
export async function orderOfPayment(db: Db, paymentReference: string | null) {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentReference, paymentReference ?? ''))
  return order ?? null
}

const RECORDED = {
  refunds: sql`select provider_refund_id as id, status from ${refunds}`,
  disputes: sql`select id, status from ${disputes}`,
}

/** Those of the provider's records of our orders that are missing here or have another status. One round trip. */
export async function unrecorded<
  Entry extends { id: string; status: string; paymentReference: string | null },
>(db: Db, kind: keyof typeof RECORDED, records: readonly Entry[]): Promise<Entry[]> {
  if (records.length === 0) return []
  const ids = JSON.stringify(records.map(({ id }) => id))
  const payments = JSON.stringify(records.map(({ paymentReference }) => paymentReference))
  const [known, ours] = await db.batch([
    db.all<{ id: string; status: string }>(
      sql`select id, status from (${RECORDED[kind]}) where id in (select value from json_each(${ids}))`,
    ),
    db
      .select({ payment: orders.paymentReference })
      .from(orders)
      .where(sql`${orders.paymentReference} in (select value from json_each(${payments}))`),
  ])
  const statuses = new Map(known.map(({ id, status }) => [id, status]))
  const paid = new Set(ours.map(({ payment }) => payment))
  return records.filter(
    ({ id, status, paymentReference }) => paid.has(paymentReference) && statuses.get(id) !== status,
  )
}
