import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import type { ProviderDispute, ProviderRefund } from '#api/platform/payments/payments.ts'
import { DISPUTE_STATUSES, disputeStatusesIn } from '#domain/disputes.ts'
import { disputes, type RefundShare, refunds } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { correctedCents, LIVE_SHOP_ORDER, type RefundRecord } from './queries.ts'

// Statements and conditions for batches. `onlyIf`: the condition of the batch.

export type NewRefund = {
  id: string
  orderId: string
  key: string
  amountCents: number
  reason: string
  share: RefundShare | null
  /** Null: no admin, but the buyer or the system. */
  requestedBy: string | null
}

/**
 * True while a refund may be requested: the order is paid and its status is as it was read, refunds (pending ones included)
 * do not exceed the total, the live shop order is the same, and its share stays between zero and the order's total.
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
    and (select id from ${shopOrders} where order_id = ${orderId} and ${LIVE_SHOP_ORDER}) is ${read.liveId} and ${shareHolds}`
}

/** Condition: the refund was not asked for yet, and there is enough left to give back. */
export function isNewRefund({ orderId, key, amountCents }: NewRefund): SQL {
  return sql`not exists (select 1 from ${refunds} where idempotency_key = ${key})
    and (select total_cents from ${orders} where id = ${orderId}) >= ${amountCents} + coalesce((select sum(amount_cents)
      from ${refunds} where order_id = ${orderId} and status in ('pending', 'succeeded')), 0)`
}

/** The row of a requested refund. @throws UNIQUE violation for a key that was used */
export function addRefund(db: Db, row: NewRefund, at: string, onlyIf: SQL) {
  const share = row.share === null ? null : JSON.stringify(row.share)
  return db.run(sql`
    insert into ${refunds} (id, order_id, idempotency_key, amount_cents, reason, share, requested_by, created_at, updated_at)
    select ${row.id}, ${row.orderId}, ${row.key}, ${row.amountCents}, ${row.reason}, ${share}, ${row.requestedBy}, ${at}, ${at}
    where ${onlyIf}`)
}

/** The row of a refund that was made at the provider. */
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

/** Records what the provider says about a refund. */
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

/** Records the provider's id of a refund that has none yet. */
export function linkRefund(db: Db, id: string, providerRefundId: string, at: string) {
  return changeRefund(db, id, { providerRefundId }, at, sql`provider_refund_id is null`)
}

/** True while a refund is still pending. */
export function refundIsPending(id: string): SQL {
  return refundIsStill({ id, status: 'pending' }, '')
}

/** True while a known refund has the status it was read with, or while a refund of the provider is unknown. */
export function refundIsStill(
  known: Pick<RefundRecord, 'id' | 'status'> | null,
  providerRefundId: string,
): SQL {
  return known
    ? sql`exists (select 1 from ${refunds} where id = ${known.id} and status = ${known.status})`
    : sql`not exists (select 1 from ${refunds} where provider_refund_id = ${providerRefundId})`
}

/** Updates how much of an order was refunded; all of it makes it `refunded`. Comes after the refund's row in a batch. */
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

/** Corrects a shop's share because of a refund, once a refund. */
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

/** Narrows a condition to orders that are refunded in full at this point of the batch. */
export function isFullyRefunded(orderId: string, onlyIf: SQL): SQL {
  return sql`${onlyIf} and (select payment_status from orders where id = ${orderId}) = 'refunded'`
}

/** The email to the buyer about a refund, once a refund. */
export function enqueueRefundEmail(
  db: Db,
  order: { id: string; customerEmail: string },
  refund: { id: string; amountCents: number },
  at: string,
  onlyIf: SQL,
) {
  const payload = sql`${JSON.stringify({ amountCents: refund.amountCents })}`
  const message = { about: refund.id, orderId: order.id, recipient: order.customerEmail, payload }
  return addMessage(db, { kind: 'order-refunded', ...message }, at, onlyIf)
}

/** A report of the provider about a dispute. `asOf`: ISO instant of what it tells, by the provider's clock. */
type DisputeReport = ProviderDispute & { asOf: string }

/** Condition on the stored dispute: it tells of an earlier time, or of an earlier status within the same second. */
function isEarlier({ status, asOf }: DisputeReport): SQL {
  const earlier = DISPUTE_STATUSES.slice(0, DISPUTE_STATUSES.indexOf(status))
  return sql`(${disputes.updatedAt} < ${asOf} or (${disputes.updatedAt} = ${asOf} and ${disputes.status} in (${sqlList(earlier)})))`
}

/** Condition: the report moves a known dispute to another status. */
export function knownDisputeMoves(report: DisputeReport): SQL {
  const { id, status } = report
  return sql`exists (select 1 from ${disputes} where id = ${id} and ${disputes.status} <> ${status} and ${isEarlier(report)})`
}

/** Condition: the same, or the dispute was not known yet. */
export function disputeMoves(report: DisputeReport): SQL {
  return sql`(${knownDisputeMoves(report)} or not exists (select 1 from ${disputes} where id = ${report.id}))`
}

/** Condition: the order has no other dispute that is open or lost. */
export function otherDisputesAreKept(orderId: string, disputeId: string): SQL {
  return sql`not exists (select 1 from ${disputes} where order_id = ${orderId} and id <> ${disputeId}
    and status not in (${sqlList(disputeStatusesIn('kept'))}))`
}

/** Records what the provider says about a dispute, unless something later is recorded. */
export function writeDispute(db: Db, orderId: string, report: DisputeReport) {
  const { id, amountCents, reason, status, respondBy, createdAt, asOf } = report
  const reported = { status, amountCents, respondBy: respondBy?.toISOString() ?? null, updatedAt: asOf }
  return db
    .insert(disputes)
    .values({ id, orderId, reason, createdAt: createdAt.toISOString(), ...reported })
    .onConflictDoUpdate({
      target: disputes.id,
      set: reported,
      setWhere: isEarlier(report),
    })
}
