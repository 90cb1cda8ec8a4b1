import { DISPUTE_RULES, DISPUTE_STATUSES } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { type RefundStatus, refundableCents, refundMoves } from '#domain/refunds.ts'
import type { Draft } from './draft.ts'
import type { DisputeReport, Rows } from './patches.ts'
import { Refused } from './refused.ts'
import type { OrderState, Refund } from './state.ts'

// Money that goes back, and disputes, as we ask for them and as the provider reports them.

type NewRefund = Pick<Refund, 'id' | 'idempotencyKey' | 'amountCents' | 'requestedBy' | 'share'> & {
  reason: string
}

export type RequestRefund = {
  type: 'request_refund'
  refund: NewRefund
  /** The change of the shop's share that was chosen; absent: no shop has the order. */
  shareCorrectionCents?: number | undefined
}

/** Stores a refund before the provider is asked for it. */
export function requestRefund(draft: Draft, { refund, shareCorrectionCents }: RequestRefund): void {
  const { id: refundId, amountCents, reason, share } = refund
  const { order, refunds } = draft.state
  if (amountCents > refundableCents(order, refunds)) throw new Refused('not_refundable')
  const correction = shareCorrectionCents ?? share?.amountCents
  const data = {
    refundId,
    amountCents,
    reason,
    ...(correction !== undefined && { shareCorrectionCents: correction }),
  }
  const stamps = { createdAt: draft.at, updatedAt: draft.at }
  const row = { ...refund, providerRefundId: null, status: 'pending', ...stamps } as const
  draft.happen('refund_requested', data, { refund: row })
}

export type RefuseRefund = { type: 'refuse_refund'; refundId: string; failure: string }

/** The provider refused a refund that was asked for. */
export function refuseRefund(draft: Draft, { refundId, failure }: RefuseRefund): void {
  const refund = draft.state.refunds.find(({ id }) => id === refundId)
  if (refund?.status !== 'pending') return
  const { amountCents } = refund
  // An admin sees the refusal in the answer; nobody waits for the answer of a refund that no admin requested.
  const data = { refundId, amountCents, failure, isSeen: refund.requestedBy !== null }
  const values = { status: 'failed', failure, updatedAt: draft.at } as const
  draft.happen('refund_failed', data, { refund: { change: refundId, values } })
}

export type RecordRefund = {
  type: 'record_refund'
  /** As the provider reports it. */
  refund: {
    id: string
    /** The id of our own refund, if we asked for it. */
    refundId: string | null
    amountCents: number
    status: RefundStatus
    failure: string | null
    createdAt: Date
  }
  /** Its row if it was made at the provider. */
  newId: string
  source: string
}

/**
 * Records what the provider says about a refund, whoever requested it. However often and in whatever order it is reported, the
 * result is the same.
 */
export function recordRefund(draft: Draft, { refund, newId, source }: RecordRefund): void {
  const known = knownRefund(draft.state, refund)
  if (known && !refundMoves(knownStatus(known), refund.status)) {
    if (known.providerRefundId === null) {
      const values = { providerRefundId: refund.id, updatedAt: draft.at }
      draft.note({ change: 'refunds', id: known.id, values })
    }
    return
  }
  const refundId = known?.id ?? newId
  const { status, failure, amountCents } = refund
  const requestedBy = source === 'admin' ? known?.requestedBy : null
  const by = requestedBy
    ? ({ actor: 'admin', actorId: requestedBy } as const)
    : ({ actor: 'provider' } as const)
  const data = {
    ...{ source, refundId, providerRefundId: refund.id, amountCents },
    ...(failure && { failure }),
  }
  const values = { status, failure, providerRefundId: refund.id, updatedAt: draft.at }
  const reported = known ? { change: refundId, values } : foreignRefund(refund, refundId, draft.at)
  const happened = { refund: reported, share: shareOf(known, status) }
  if (status === 'succeeded') {
    const { order, refunds } = draft.state
    const others = refunds.filter((each) => each.id !== refundId && each.status === 'succeeded')
    const sum = others.reduce((cents, each) => cents + each.amountCents, amountCents)
    draft.happen(sum >= order.totalCents ? 'refunded' : 'refunded_in_part', data, happened, { by })
  } else if (known?.status === 'succeeded') draft.happen(returnOf(draft.state), data, happened, { by })
  else if (status === 'pending') draft.happen('refund_requested', data, { refund: reported }, { by })
  // A failure may come days after the request: the flag shows it to an admin.
  else draft.happen('refund_failed', { ...data, isSeen: status === 'cancelled' }, happened, { by })
}

/** The order's state once the bank has sent money back. */
function returnOf({ order: { status } }: OrderState) {
  if (status === 'cancelled') return 'refund_returned_cancelled'
  return status === 'delivered' || status === 'completed' ? 'refund_returned_delivered' : 'refund_returned'
}

/** The correction of the shop's share: with a refund that arrives, and back with one that is returned. */
function shareOf(known: Refund | undefined, status: RefundStatus): Omit<Rows['shares'], 'createdAt'> | null {
  if (!known?.share) return null
  const { share, id: refundId, requestedBy: createdBy } = known
  if (status === 'succeeded') return { ...share, refundId, createdBy }
  if (known.status !== 'succeeded') return null
  const reason = 'The refund did not go through'
  return { ...share, amountCents: -share.amountCents, reason, refundId: null, createdBy: null }
}

function knownRefund({ refunds }: OrderState, { id, refundId }: RecordRefund['refund']): Refund | undefined {
  return (
    refunds.find(({ providerRefundId }) => providerRefundId === id) ??
    refunds.find((refund) => refund.id === refundId && refund.providerRefundId === null)
  )
}

/** A refusal without a provider's id is not final: another call of ours may have succeeded and be reported later. */
function knownStatus({ status, providerRefundId }: Refund): RefundStatus {
  return providerRefundId === null ? 'pending' : status
}

function foreignRefund(refund: RecordRefund['refund'], id: string, at: string): Rows['refunds'] {
  const { amountCents, status, failure, createdAt } = refund
  return {
    id,
    idempotencyKey: `provider:${refund.id}`,
    amountCents,
    reason: 'Made at the payment provider',
    share: null,
    requestedBy: null,
    providerRefundId: refund.id,
    status,
    failure,
    createdAt: createdAt.toISOString(),
    updatedAt: at,
  }
}

export type RecordDispute = { type: 'record_dispute'; dispute: DisputeReport; source: string }

/**
 * Records a dispute as the provider reports it. The order is flagged while the bank decides, and stays flagged if we lose. The
 * latest report holds, in whatever order they arrive: a dispute that was lost can still be won.
 */
export function recordDispute(draft: Draft, { dispute, source }: RecordDispute): void {
  const { id, amountCents, reason, status } = dispute
  const { disputes } = draft.state
  const { stage } = DISPUTE_RULES[status]
  const known = disputes.find((each) => each.id === id)
  const isLater = known === undefined || isEarlier(known, dispute)
  const moves = isLater && known?.status !== status
  const data = { source, disputeId: id, amountCents, reason, status }
  const storing = { dispute: isLater ? dispute : null }
  if (!known && stage !== 'respond') {
    // Its beginning was not reported.
    draft.happen('disputed', data, { dispute: null }, { dedupeKey: `disputed:${id}` })
  }
  const raises = `${reason}, ${formatMoney(amountCents)}`
  const isKept = (each: { status: DisputeReport['status'] }) => DISPUTE_RULES[each.status].stage === 'kept'
  if (stage === 'respond') {
    const options = known ? {} : { dedupeKey: `disputed:${id}` }
    if (moves) draft.happen('disputed', { ...data, raises }, storing, options)
  } else if (stage === 'review') {
    // A flag that was settled by hand comes back when there is something else to do.
    if (moves) draft.happen('dispute_answered', { ...data, ...(!known && { raises }) }, storing)
  } else if (moves) {
    const areKept = stage === 'kept' && disputes.every((each) => each.id === id || isKept(each))
    const outcome = stage === 'kept' ? { isKept: areKept } : { raises }
    draft.happen('dispute_closed', { ...data, ...outcome }, storing)
  }
  if (isLater && !moves) draft.note({ add: 'disputes', row: dispute })
}

/** True if the stored dispute tells of an earlier time, or of an earlier status within the same second. */
function isEarlier(
  stored: { status: DisputeReport['status']; updatedAt: string },
  report: DisputeReport,
): boolean {
  const rank = (status: DisputeReport['status']) => DISPUTE_STATUSES.indexOf(status)
  if (stored.updatedAt !== report.updatedAt) return stored.updatedAt < report.updatedAt
  return rank(stored.status) < rank(report.status)
}
