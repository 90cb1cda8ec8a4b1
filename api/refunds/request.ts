import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { refundLimit } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { refundableCents, refundNeedsOverride } from '#domain/refunds.ts'
import { finishRefund } from './finish.ts'
import { type RefundRecord, readForRefund, refundById, refundByKey } from './queries.ts'
import type { RefundRequest } from './schema.ts'
import { addRefund, mayBeRefunded, type NewRefund } from './write-queries.ts'

const MAX_ATTEMPTS = 4

type Read = Awaited<ReturnType<typeof readForRefund>>

/**
 * Refunds an order in full or in part: stores the row, asks the provider, records the answer. The form's key makes two clicks
 * one refund; concurrent refunds together never exceed what was paid.
 * @throws AppError `order_not_found`; `not_refundable`; `refund_needs_override`; `invalid` (amount, the shop's share);
 *   `refund_form_used`; `edit_conflict`
 */
export async function requestRefund(deps: Deps, actorId: string, orderId: string, request: RefundRequest) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const read = await readForRefund(deps.db, orderId)
    // Asked for last: what the first click has refunded is no reason to refuse the second one.
    const before = await refundByKey(deps.db, request.key)
    if (before) return repeat(deps, orderId, request, before, read)
    const order = checked(read, request)
    const refund = await store(deps, actorId, order, read, request)
    if (refund) return complete(deps, refund, order.paymentReference)
  }
  throw new AppError('edit_conflict')
}

/** The same form again is the same refund, requested again while it is pending. */
function repeat(deps: Deps, orderId: string, request: RefundRequest, before: RefundRecord, { order }: Read) {
  if (before.orderId !== orderId || before.amountCents !== request.amountCents) {
    throw new AppError('refund_form_used')
  }
  return complete(deps, before, order?.paymentReference ?? null)
}

async function complete(deps: Deps, refund: RefundRecord, payment: string | null) {
  if (refund.status !== 'pending' || payment === null) return answerOf(refund)
  await finishRefund(deps, refund, payment, { source: 'admin' })
  deps.waitUntil(sendDue(deps))
  return answerOf((await refundById(deps.db, refund.id)) ?? refund)
}

/** `pending`: the provider has not answered yet. */
function answerOf({ id, status, amountCents }: RefundRecord) {
  return { id, status, amountCents }
}

function checked({ order, refunds, disputes, live }: Read, request: RefundRequest) {
  if (!order) throw new AppError('order_not_found')
  if (order.isSample)
    throw new AppError('not_refundable', { message: 'This is a sample. Nobody paid for it.' })
  const { paymentReference } = order
  if (order.paymentStatus !== 'paid' || paymentReference === null) throw new AppError('not_refundable')
  const limit = refundLimit(disputes)
  if (limit === 'none') {
    const message = 'The payment is disputed. The bank decides who gets the money. Nothing was refunded.'
    throw new AppError('not_refundable', { message })
  }
  const left = refundableCents(order, refunds)
  if (request.amountCents > left) {
    const message =
      left > 0 ? `At most ${formatMoney(left)} can be refunded.` : 'It was already refunded in full.'
    throw new AppError('invalid', { issues: [{ path: 'amountCents', message }] })
  }
  if (limit === 'in_full' && request.amountCents < left) {
    const message = `The customer’s bank is asking about this payment. Only a refund of all that is left, ${formatMoney(left)}, settles it.`
    throw new AppError('invalid', { issues: [{ path: 'amountCents', message }] })
  }
  if (refundNeedsOverride(order.status) && !request.override) throw new AppError('refund_needs_override')
  checkShare(order.totalCents, live, request.share)
  return { ...order, paymentReference }
}

function checkShare(totalCents: number, live: Read['live'], share: RefundRequest['share']): void {
  const refused = (path: string, message: string) => new AppError('invalid', { issues: [{ path, message }] })
  if (!live && share) throw refused('share', 'No shop has this order anymore. Please look again.')
  if (!live) return
  if (!share) throw refused('share', 'Please choose what happens to the shop’s share.')
  if (share.shopOrderId !== live.id)
    throw refused('share', 'Another shop has this order now. Please look again.')
  const now = live.shopCostCents + live.correctedCents
  const after = now + share.correctionCents
  if (after < 0 || after > totalCents) {
    const range = `between ${formatMoney(-now)} and ${formatMoney(totalCents - now)}`
    throw refused('share.correctionCents', `The shop's share is ${formatMoney(now)}. Change it by ${range}.`)
  }
}

/** @returns null when something has changed since it was read, or the same form was stored meanwhile */
async function store(
  { db, clock }: Deps,
  actorId: string,
  order: { id: string; status: string },
  { live }: Read,
  { key, amountCents, reason, share }: RefundRequest,
): Promise<RefundRecord | null> {
  const at = clock.now().toISOString()
  const corrected = share && share.correctionCents !== 0
  const row: NewRefund = {
    id: crypto.randomUUID(),
    orderId: order.id,
    key,
    amountCents,
    reason,
    share: corrected
      ? { shopOrderId: share.shopOrderId, amountCents: share.correctionCents, reason: share.reason }
      : null,
    requestedBy: actorId,
  }
  const event = {
    kind: 'refund_requested',
    actor: 'admin',
    actorId,
    data: {
      refundId: row.id,
      amountCents,
      reason,
      ...(share && { shareCorrectionCents: share.correctionCents }),
    },
  } as const
  const guard = mayBeRefunded(row, { status: order.status, liveId: live?.id ?? null })
  try {
    const stored = await runGuardedBatch(db, order.id, event, at, guard, (condition) => [
      addRefund(db, row, at, condition),
    ])
    return stored ? refundById(db, row.id) : null
  } catch (error) {
    if (!isUniqueViolation(error, 'refunds.idempotency_key')) throw error
    return null
  }
}
