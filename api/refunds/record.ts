import type { SQL } from 'drizzle-orm'
import { endDanger } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { addProviderEvent } from '#api/orders/payment-queries.ts'
import { resolveFlag } from '#api/orders/write-queries.ts'
import { addOrderEvent, addOrderFlag, notYet } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf } from '#api/platform/database/condition.ts'
import type { ProviderDispute, ProviderRefund } from '#api/platform/payments/payments.ts'
import { enqueueFloristCancelled } from '#api/shop-orders/email-queries.ts'
import { DISPUTE_RULES } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { REFUND_CAME_BACK } from '#domain/order-flags.ts'
import { refundMoves } from '#domain/refunds.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { orderOfPayment, type RefundRecord, readRefunded } from './queries.ts'
import {
  addCorrection,
  addForeignRefund,
  changeRefund,
  disputeMoves,
  enqueueRefundEmail,
  isFullyRefunded,
  knownDisputeMoves,
  linkRefund,
  otherDisputesAreKept,
  refundIsStill,
  sumRefunds,
  writeDispute,
} from './write-queries.ts'

export type RefundSource = {
  source: 'admin' | 'buyer' | 'system' | 'webhook' | 'reconciliation'
  /** The provider's event, when there is one: stored in the same batch. */
  event?: { id: string; type: string }
}

const MAX_ATTEMPTS = 4

/**
 * Records what the provider says about a refund, whoever requested it: its row, the order's `refundedCents` and payment
 * status, the flag, the shop's share, the log and the buyer's email, in one batch. However often and in whatever order it is
 * reported, the result is the same.
 * @returns `ignored` for a payment that belongs to none of our orders
 */
export async function recordRefund(
  deps: Deps,
  refund: ProviderRefund,
  from: RefundSource,
): Promise<'settled' | 'ignored'> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { order, known } = await readRefunded(deps.db, refund)
    if (!order || (known && known.orderId !== order.id)) return 'ignored'
    if (await write(deps, order, known, refund, from)) return 'settled'
  }
  throw new Error('A refund that changes faster than it can be recorded')
}

/** @returns false when the refund has changed since it was read */
async function write(
  deps: Deps,
  order: OrderRow,
  known: RefundRecord | null,
  refund: ProviderRefund,
  from: RefundSource,
): Promise<boolean> {
  const { db, clock } = deps
  const at = clock.now().toISOString()
  const providerEvent = addProviderEvent(db, from.event, 'settled', at)
  if (known && !refundMoves(knownStatus(known), refund.status)) {
    await db.batch([linkRefund(db, known.id, refund.id, at), ...providerEvent])
    return true
  }
  const id = known?.id ?? crypto.randomUUID()
  const { status, failure } = refund
  const event = eventOf(id, known, refund, from)
  return runGuardedBatch(db, order.id, event, at, refundIsStill(known, refund.id), (condition) => [
    known
      ? changeRefund(db, id, { status, failure, providerRefundId: refund.id }, at, condition)
      : addForeignRefund(db, order.id, refund, id, condition, at),
    ...(status === 'succeeded' ? succeeded(deps, order, id, known, refund, at, condition) : []),
    ...(known?.status === 'succeeded' ? reversed(deps, order, known, at, condition) : []),
    // A failure may come days after the request: the flag shows it to an admin.
    ...(status === 'failed' || known?.status === 'succeeded'
      ? [addOrderFlag(db, order.id, { kind: 'needs_refund', detail: REFUND_CAME_BACK }, at, condition)]
      : []),
    ...providerEvent,
  ])
}

/** A refusal without a provider's id is not final: another call of ours may have succeeded and be reported later. */
function knownStatus({ status, providerRefundId }: RefundRecord): RefundRecord['status'] {
  return providerRefundId === null ? 'pending' : status
}

function eventOf(id: string, known: RefundRecord | null, refund: ProviderRefund, from: RefundSource) {
  const kind = {
    pending: 'refund_requested',
    succeeded: 'refunded',
    failed: 'refund_failed',
    cancelled: 'refund_failed',
  }
  const { amountCents, failure, status } = refund
  const by = from.source === 'admin' && known?.requestedBy
  return {
    kind: kind[status],
    ...(by ? { actor: 'admin' as const, actorId: by } : { actor: 'provider' as const }),
    data: {
      source: from.source,
      refundId: id,
      providerRefundId: refund.id,
      amountCents,
      ...(failure && { failure }),
    },
  }
}

/** The buyer has the money. */
function succeeded(
  { db }: Deps,
  order: OrderRow,
  id: string,
  known: RefundRecord | null,
  { amountCents }: ProviderRefund,
  at: string,
  condition: SQL,
) {
  const inFull = isFullyRefunded(order.id, condition)
  const share = known?.share
  return [
    sumRefunds(db, order.id, at, condition),
    resolveFlag(db, order.id, 'needs_refund', at, inFull),
    resolveFlag(db, order.id, 'over_capacity', at, inFull),
    ...endDanger(db, order, { about: `refunded:${id}`, tellsBuyer: false }, at, inFull),
    enqueueFloristCancelled(db, order.id, { about: `refunded:${id}` }, at, inFull),
    ...(share
      ? [addCorrection(db, { refundId: id, share, createdBy: known.requestedBy }, at, condition)]
      : []),
    enqueueRefundEmail(db, order, { id, amountCents }, at, condition),
  ]
}

/** The bank returned the money to us. */
function reversed({ db }: Deps, order: OrderRow, known: RefundRecord, at: string, condition: SQL) {
  const { share } = known
  const undone = share && {
    ...share,
    amountCents: -share.amountCents,
    reason: 'The refund did not go through',
  }
  return [
    sumRefunds(db, order.id, at, condition),
    ...(undone ? [addCorrection(db, { refundId: null, share: undone, createdBy: null }, at, condition)] : []),
  ]
}

/**
 * Records a dispute as the provider reports it. The order is flagged while the bank decides, and stays flagged if we lose. The
 * latest report holds, in whatever order they arrive: a dispute that was lost can still be won.
 * @param asOf the instant that the report tells of; Stripe counts in whole seconds
 * @returns `ignored` for a payment that belongs to none of our orders
 */
export async function recordDispute(
  deps: Deps,
  dispute: ProviderDispute,
  from: RefundSource,
  asOf: Date,
): Promise<'settled' | 'ignored'> {
  const { db, clock, log } = deps
  const order = await orderOfPayment(db, dispute.paymentReference)
  if (!order) return 'ignored'
  const at = clock.now().toISOString()
  const { id, amountCents, reason, status } = dispute
  const { stage } = DISPUTE_RULES[status]
  const report = { ...dispute, asOf: asOf.toISOString() }
  const opened = `disputed:${id}`
  const isFirst = notYet(opened)
  const moves = disputeMoves(report)
  const detail = `${reason}, ${formatMoney(amountCents)}`
  const flag = { kind: 'disputed', detail } as const
  const data = { source: from.source, disputeId: id, amountCents, reason, status }
  const add = (kind: string, onlyIf?: SQL, dedupeKey?: string) =>
    addOrderEvent(
      db,
      order.id,
      { kind, actor: 'provider', data, ...(dedupeKey && { dedupeKey }) },
      at,
      onlyIf,
    )
  await db.batch([
    stage === 'kept'
      ? resolveFlag(db, order.id, 'disputed', at, allOf(moves, otherDisputesAreKept(order.id, id)))
      : // A flag that was settled by hand comes back when there is something else to do.
        addOrderFlag(db, order.id, flag, at, stage === 'review' ? isFirst : moves),
    ...(stage === 'respond' ? [add('disputed', knownDisputeMoves(report))] : []),
    add('disputed', isFirst, opened),
    ...(stage === 'respond' ? [] : [add(stage === 'review' ? 'dispute_answered' : 'dispute_closed', moves)]),
    // Last: the conditions above compare with the dispute as it was.
    writeDispute(db, order.id, report),
    ...addProviderEvent(db, from.event, 'settled', at),
  ])
  if (stage === 'respond' || stage === 'review') {
    log('warn', 'payment_disputed', { orderId: order.id, disputeId: id })
  }
  return 'settled'
}
