import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'

export type RefundRecord = typeof refunds.$inferSelect

/** Statement: the refund with a form's key; one row or none. */
export function refundWithKey(db: Db, key: string) {
  return db.select().from(refunds).where(eq(refunds.idempotencyKey, key))
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
