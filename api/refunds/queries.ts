import { and, asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { disputesOf } from '#api/orders/refund-state-queries.ts'
import type { ProviderRefund } from '#api/platform/payments/payments.ts'
import { type RefundShare, refunds } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

export type RefundRecord = typeof refunds.$inferSelect

// Of an order's shop orders only one lives: `shop_orders_one_live`.
const LIVE = sql`${shopOrders.status} <> 'rejected' and ${shopOrders.withdrawnAt} is null`

/** What a new refund has to know: the order, its refunds and disputes, and the shop that has it with its share as it stands. */
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
      .where(sql`${shopOrders.orderId} = ${orderId} and ${LIVE}`),
  ])
  return { order: order ?? null, refunds: given, disputes: disputed, live: live ?? null }
}

/** How a shop's share was corrected so far, refunds on their way included; a value in SQL. */
function correctedCents(shopOrderId: SQL): SQL {
  return sql`(
    coalesce((select sum(amount_cents) from ${shareCorrections} where shop_order_id = ${shopOrderId}), 0)
    + coalesce((select sum(r.share ->> 'amountCents') from ${refunds} r
        where r.order_id = (select so.order_id from ${shopOrders} so where so.id = ${shopOrderId})
          and r.status = 'pending' and r.share ->> 'shopOrderId' = ${shopOrderId}), 0))`
}

export type NewRefund = {
  id: string
  orderId: string
  key: string
  amountCents: number
  reason: string
  share: RefundShare | null
  requestedBy: string
}

/**
 * True in a batch while a refund may be asked for: the order is paid and as it was read, no more is given back than was
 * paid (what is on its way counts), the same shop has it, and its share stays between nothing and the whole order.
 */
export function mayBeRefunded(
  { orderId, amountCents, share }: NewRefund,
  read: { status: string; liveId: string | null },
): SQL {
  const shareHolds = share
    ? sql`(select shop_cost_cents + ${correctedCents(sql`${share.shopOrderId}`)} + ${share.amountCents}
        between 0 and order_total_cents from ${shopOrders} where id = ${share.shopOrderId})`
    : sql`true`
  return sql`exists (
      select 1 from ${orders} where id = ${orderId} and payment_status = 'paid' and payment_reference is not null
        and status = ${read.status} and total_cents >= ${amountCents} + coalesce((select sum(amount_cents) from ${refunds}
          where order_id = ${orderId} and status in ('pending', 'succeeded')), 0))
    and (select id from ${shopOrders} where order_id = ${orderId} and ${LIVE}) is ${read.liveId} and ${shareHolds}`
}

/** The row of a refund that is asked for, as a statement for a batch. @throws UNIQUE violation for a key that was used */
export function addRefund(db: Db, row: NewRefund, at: string, onlyIf: SQL) {
  const share = row.share === null ? null : JSON.stringify(row.share)
  return db.run(sql`
    insert into ${refunds} (id, order_id, idempotency_key, amount_cents, reason, share, requested_by, created_at, updated_at)
    select ${row.id}, ${row.orderId}, ${row.key}, ${row.amountCents}, ${row.reason}, ${share}, ${row.requestedBy}, ${at}, ${at}
    where ${onlyIf}`)
}

/** The row of a refund that others made, as a statement for a batch. */
export function addForeignRefund(
  db: Db,
  orderId: string,
  refund: ProviderRefund,
  id: string,
  onlyIf: SQL,
  at: string,
) {
  return db.run(sql`
    insert into ${refunds} (id, order_id, provider_refund_id, idempotency_key, amount_cents, reason, status, failure,
      created_at, updated_at)
    select ${id}, ${orderId}, ${refund.id}, ${`provider:${refund.id}`}, ${refund.amountCents},
      'Made at the payment provider', ${refund.status}, ${refund.failure}, ${refund.createdAt.toISOString()}, ${at}
    where ${onlyIf}`)
}

/** What the provider says of a refund, as a statement for a batch. */
export function changeRefund(
  db: Db,
  id: string,
  changes: Partial<Pick<RefundRecord, 'status' | 'providerRefundId' | 'failure'>>,
  at: string,
  onlyIf: SQL,
) {
  return db
    .update(refunds)
    .set({ ...changes, updatedAt: at })
    .where(and(eq(refunds.id, id), onlyIf))
}

/** True in a batch while a refund has this status; without an id, while nobody knows the provider's refund. */
export function refundIsStill(
  known: Pick<RefundRecord, 'id' | 'status'> | null,
  providerRefundId: string,
): SQL {
  return known
    ? sql`exists (select 1 from ${refunds} where id = ${known.id} and status = ${known.status})`
    : sql`not exists (select 1 from ${refunds} where provider_refund_id = ${providerRefundId})`
}

/** Makes an order say how much of it was given back: all of it is `refunded`. For a batch, after the refund's row. */
export function sumRefunds(db: Db, orderId: string, at: string, onlyIf: SQL) {
  const sum = sql`(select coalesce(sum(amount_cents), 0) from ${refunds} where order_id = ${orderId} and status = 'succeeded')`
  return db
    .update(orders)
    .set({
      refundedCents: sql`min(total_cents, ${sum})`,
      paymentStatus: sql`case when ${sum} >= total_cents then 'refunded' else 'paid' end`,
      version: sql`${orders.version} + 1`,
      updatedAt: at,
    })
    .where(sql`${orders.id} = ${orderId} and ${orders.paymentStatus} in ('paid', 'refunded') and ${onlyIf}`)
}

/** What a refund does to the shop's share, once; as a statement for a batch. */
export function addCorrection(
  db: Db,
  correction: { refundId: string | null; share: RefundShare; createdBy: string | null },
  at: string,
  onlyIf: SQL,
) {
  const { refundId, share, createdBy } = correction
  return db.run(sql`
    insert into ${shareCorrections} (id, shop_order_id, refund_id, amount_cents, reason, created_by, created_at)
    select ${crypto.randomUUID()}, ${share.shopOrderId}, ${refundId}, ${share.amountCents}, ${share.reason},
      ${createdBy}, ${at}
    where ${onlyIf} on conflict (refund_id) do nothing`)
}

/** The order whose payment a refund gives back, and the refund's row if we have one. One round trip. */
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

/** A refund by the key of the form that asked for it. */
export async function refundByKey(db: Db, key: string): Promise<RefundRecord | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.idempotencyKey, key))
  return row ?? null
}

export async function refundById(db: Db, id: string): Promise<RefundRecord | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row ?? null
}

/**
 * Refunds that were asked for before an instant (ISO) and of which nobody knows yet what became of them; those that the
 * provider has taken on, and that may take it days, last.
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

/** The order that a payment is of. */
export async function orderOfPayment(db: Db, paymentReference: string | null) {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentReference, paymentReference ?? ''))
  return order ?? null
}
