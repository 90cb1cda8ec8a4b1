import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { providerEventRow } from '#api/orders/provider-event.ts'
import { resolveFlag } from '#api/orders/write-queries.ts'
import { addOrderEvent, addOrderFlag } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import type { ProviderRefund } from '#api/platform/payments/payments.ts'
import { enqueueFloristCancelled } from '#api/shop-orders/email-queries.ts'
import { REFUND_CAME_BACK } from '#domain/order-flags.ts'
import { refundMoves } from '#domain/refunds.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import {
  addCorrection,
  addForeignRefund,
  changeRefund,
  type RefundRecord,
  readRefunded,
  refundIsStill,
  sumRefunds,
} from './queries.ts'

export type RefundSource = {
  source: 'admin' | 'webhook' | 'reconciliation'
  /** The provider's event, when there is one: stored in the same batch. */
  event?: { id: string; type: string }
}

const ROUNDS = 4

/**
 * Makes our books say what the provider says of a refund, whoever asked for it (decisions.md, Orders): its row, the
 * order's `refundedCents` and payment status, the flag, the shop's share, log and the shopper's message, in one batch.
 * However often and in whatever order it is told, the result is the same.
 * @returns `ignored` for money that is not of one of our orders
 */
export async function recordRefund(
  deps: Deps,
  refund: ProviderRefund,
  from: RefundSource,
): Promise<'settled' | 'ignored'> {
  for (let round = 0; round < ROUNDS; round++) {
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
  const eventRow = providerEventRow(deps, from.event, 'settled', at)
  if (known && !refundMoves(standing(known), refund.status)) {
    const first = changeRefund(
      db,
      known.id,
      { providerRefundId: refund.id },
      at,
      sql`provider_refund_id is null`,
    )
    await db.batch([first, ...eventRow])
    return true
  }
  const id = known?.id ?? crypto.randomUUID()
  const { status, failure } = refund
  const claim = newClaim()
  const { condition } = claim
  const event = addOrderEvent(
    db,
    order.id,
    { ...eventOf(id, known, refund, from), dedupeKey: claim.key },
    at,
    refundIsStill(known, refund.id),
  )
  return runGuardedBatch(db, claim, event, [
    known
      ? changeRefund(db, id, { status, failure, providerRefundId: refund.id }, at, condition)
      : addForeignRefund(db, order.id, refund, id, condition, at),
    ...(status === 'succeeded' ? given(deps, order, id, known, refund, at, condition) : []),
    ...(known?.status === 'succeeded' ? cameBack(deps, order, known, at, condition) : []),
    // Whoever asked for it has not been waiting for days.
    ...(status === 'failed' || known?.status === 'succeeded'
      ? [addOrderFlag(db, order.id, { kind: 'needs_refund', detail: REFUND_CAME_BACK }, at, condition)]
      : []),
    ...eventRow,
  ])
}

/** That the provider refused it is no last word: another call of ours may have made it, and then it tells of it. */
function standing({ status, providerRefundId }: RefundRecord): RefundRecord['status'] {
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

/** The money is with the shopper. */
function given(
  { db }: Deps,
  order: OrderRow,
  id: string,
  known: RefundRecord | null,
  { amountCents }: ProviderRefund,
  at: string,
  condition: SQL,
) {
  const inFull = sql`${condition} and (select payment_status from orders where id = ${order.id}) = 'refunded'`
  const share = known?.share
  return [
    sumRefunds(db, order.id, at, condition),
    resolveFlag(db, order.id, 'needs_refund', at, inFull),
    enqueueFloristCancelled(db, order.id, `refunded:${id}`, at, inFull),
    ...(share
      ? [addCorrection(db, { refundId: id, share, createdBy: known.requestedBy }, at, condition)]
      : []),
    addMessage(
      db,
      {
        kind: 'order-refunded',
        about: id,
        orderId: order.id,
        recipient: order.customerEmail,
        payload: sql`${JSON.stringify({ amountCents })}`,
      },
      at,
      condition,
    ),
  ]
}

/** The bank sent it back: it is ours again. */
function cameBack({ db }: Deps, order: OrderRow, known: RefundRecord, at: string, condition: SQL) {
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
