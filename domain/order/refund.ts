import { DISPUTE_RULES, DISPUTE_STATUSES } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { type RefundStatus, refundableCents, refundMoves } from '#domain/refunds.ts'
import type { DisputeReport, NewRefund } from './consequences.ts'
import {
  addEffects,
  addFlag,
  type Draft,
  endDanger,
  endQuestion,
  Refused,
  resolveFlag,
  unsend,
} from './draft.ts'
import { REFUND_CAME_BACK } from './events.ts'
import { messagesMadeWrong } from './fulfilment.ts'
import { type OrderState, orderAndShop, type Refund } from './state.ts'

// Money that goes back, and disputes, as we ask for them and as the provider reports them.

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
  draft.add({ log: 'refund_requested', data })
  addEffects(draft, 'refund_requested')
  draft.add({ addRefund: refund })
}

export type RefuseRefund = { type: 'refuse_refund'; refundId: string; failure: string }

/** The provider refused a refund that was asked for. */
export function refuseRefund(draft: Draft, { refundId, failure }: RefuseRefund): void {
  const refund = draft.state.refunds.find(({ id }) => id === refundId)
  if (refund?.status !== 'pending') return
  const { amountCents } = refund
  draft.add({ log: 'refund_failed', data: { refundId, amountCents, failure } })
  // An admin sees the refusal in the answer; nobody waits for the answer of a refund that no admin requested.
  const leave = refund.requestedBy === null ? undefined : 'needs_refund'
  addEffects(draft, 'refund_failed', { flag: REFUND_CAME_BACK, leave })
  draft.add({ setRefund: refundId, values: { status: 'failed', failure } })
}

export type RecordRefund = {
  type: 'record_refund'
  /** As the provider reports it. */
  refund: {
    id: string
    /** Of ours, if we asked for it. */
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

const KINDS: Readonly<Record<RefundStatus, string>> = {
  pending: 'refund_requested',
  succeeded: 'refunded',
  failed: 'refund_failed',
  cancelled: 'refund_failed',
}

/**
 * Records what the provider says about a refund, whoever requested it. However often and in whatever order it is reported, the
 * result is the same.
 */
export function recordRefund(draft: Draft, { refund, newId, source }: RecordRefund): void {
  const known = knownRefund(draft.state, refund)
  if (known && !refundMoves(knownStatus(known), refund.status)) {
    if (known.providerRefundId === null) {
      draft.add({ setRefund: known.id, values: { providerRefundId: refund.id } })
    }
    return
  }
  const refundId = known?.id ?? newId
  const { status, failure, amountCents } = refund
  const requestedBy = source === 'admin' ? known?.requestedBy : null
  const returned = known?.status === 'succeeded'
  draft.add({
    log: KINDS[status],
    by: requestedBy ? { actor: 'admin', actorId: requestedBy } : { actor: 'provider' },
    data: {
      source,
      refundId,
      providerRefundId: refund.id,
      amountCents,
      ...(failure && { failure }),
      ...(returned && { returned }),
    },
  })
  draft.add(
    known
      ? { setRefund: refundId, values: { status, failure, providerRefundId: refund.id } }
      : { addRefund: foreignRefund(refund, refundId) },
  )
  if (status === 'succeeded') addSuccess(draft, refundId, known, amountCents)
  // A failure may come days after the request: the flag shows it to an admin.
  if (returned) {
    addReturn(draft, known)
    const event = draft.state.order.status === 'cancelled' ? 'refund_returned_cancelled' : 'refund_returned'
    addEffects(draft, event, { flag: REFUND_CAME_BACK })
  } else if (status === 'failed') addEffects(draft, 'refund_failed', { flag: REFUND_CAME_BACK })
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

function foreignRefund(refund: RecordRefund['refund'], id: string): NewRefund {
  const { amountCents, status, failure, createdAt } = refund
  return {
    id,
    idempotencyKey: `provider:${refund.id}`,
    amountCents,
    reason: 'Made at the payment provider',
    share: null,
    requestedBy: null,
    provider: { id: refund.id, status, failure, createdAt: createdAt.toISOString() },
  }
}

/** The buyer has the money. */
function addSuccess(draft: Draft, refundId: string, known: Refund | undefined, amountCents: number): void {
  const before = draft.state
  sumRefunds(draft)
  const isInFull = draft.state.order.paymentStatus === 'refunded'
  if (isInFull) endDanger(draft)
  if (isInFull) endQuestion(draft)
  if (isInFull) unsend(draft, messagesMadeWrong(orderAndShop(draft.state)))
  if (known?.share) {
    draft.add({ correctShare: known.share, refundId, createdBy: known.requestedBy })
  }
  addEffects(
    draft,
    isInFull ? 'refunded_in_full' : 'refunded_in_part',
    {
      'order-refunded': { about: refundId, payload: { amountCents } },
      'florist-cancelled': { about: `refunded:${refundId}` },
    },
    before,
  )
}

/** The bank returned the money to us. */
function addReturn(draft: Draft, { share }: Refund): void {
  sumRefunds(draft)
  unsend(draft, messagesMadeWrong(orderAndShop(draft.state)))
  if (!share) return
  const reason = 'The refund did not go through'
  draft.add({
    correctShare: { ...share, amountCents: -share.amountCents, reason },
    refundId: null,
    createdBy: null,
  })
}

/** Adds up the refunds of an order; all of its money back makes it `refunded`. */
function sumRefunds(draft: Draft): void {
  const { order, refunds } = draft.state
  if (order.paymentStatus !== 'paid' && order.paymentStatus !== 'refunded') return
  const sum = refunds.reduce((cents, each) => cents + (each.status === 'succeeded' ? each.amountCents : 0), 0)
  const paymentStatus = sum >= order.totalCents ? 'refunded' : 'paid'
  draft.add({ setOrder: { refundedCents: Math.min(order.totalCents, sum), paymentStatus } })
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
  const detail = `${reason}, ${formatMoney(amountCents)}`
  const data = { source, disputeId: id, amountCents, reason, status }
  if (stage === 'respond' && moves && known) draft.add({ log: 'disputed', data })
  if (!known) draft.add({ log: 'disputed', data, dedupeKey: `disputed:${id}` })
  if (stage !== 'respond' && moves) {
    draft.add({ log: stage === 'review' ? 'dispute_answered' : 'dispute_closed', data })
  }
  if (stage === 'kept') {
    const isKept = (each: { status: DisputeReport['status'] }) => DISPUTE_RULES[each.status].stage === 'kept'
    if (moves && disputes.every((each) => each.id === id || isKept(each))) resolveFlag(draft, 'disputed')
  } else if (stage === 'review' ? !known : moves) {
    // A flag that was settled by hand comes back when there is something else to do.
    addFlag(draft, 'disputed', detail)
  }
  if (isLater) draft.add({ setDispute: dispute })
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
