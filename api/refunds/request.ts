import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { refundLimit } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import type { RequestRefund } from '#domain/order/refund.ts'
import { liveShopOrder, type ShopOrder } from '#domain/order/state.ts'
import { refundableCents, refundNeedsOverride } from '#domain/refunds.ts'
import { finishRefund } from './finish.ts'
import { type RefundRecord, refundById, refundWithKey } from './queries.ts'
import type { RefundRequest } from './schema.ts'

/**
 * Refunds an order in full or in part: stores the row, asks the provider, records the answer. The form's key makes two clicks
 * one refund; concurrent refunds together never exceed what was paid.
 * @throws AppError `order_not_found`; `not_refundable`; `refund_needs_override`; `invalid` (amount, the shop's share);
 *   `refund_form_used`; `edit_conflict`
 */
export async function requestRefund(deps: Deps, actorId: string, orderId: string, request: RefundRequest) {
  const { db } = deps
  let earlier: RefundRecord | undefined
  const { after } = await applyToOrder(
    deps,
    orderId,
    (state, _at, [sameKey]): RequestRefund | null => {
      // Asked first: what the first click has refunded is no reason to refuse the second one.
      earlier = sameKey
      if (sameKey) return null
      check(state, request)
      return commandFor(request, actorId)
    },
    { actor: 'admin', actorId },
    { reading: [refundWithKey(db, request.key)] },
  )
  if (earlier && (earlier.orderId !== orderId || earlier.amountCents !== request.amountCents)) {
    throw new AppError('refund_form_used')
  }
  // The same form again is the same refund, requested again while it is pending.
  const refund = earlier ?? (await refundById(db, after.refunds.at(-1)?.id ?? ''))
  if (!refund) throw new AppError('edit_conflict')
  return complete(deps, refund, after.order.paymentReference)
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

function check(state: StoredOrder, request: RefundRequest): void {
  const { order, refunds, disputes } = state
  if (order.isSample)
    throw new AppError('not_refundable', { message: 'This is a sample. Nobody paid for it.' })
  if (order.paymentStatus !== 'paid' || order.paymentReference === null) throw new AppError('not_refundable')
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
  checkShare(order.totalCents, liveShopOrder(state), request.share)
}

function checkShare(totalCents: number, live: ShopOrder | null, share: RefundRequest['share']): void {
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

function commandFor({ key, amountCents, reason, share }: RefundRequest, actorId: string): RequestRefund {
  const isCorrected = share && share.correctionCents !== 0
  return {
    type: 'request_refund',
    refund: {
      id: crypto.randomUUID(),
      idempotencyKey: key,
      amountCents,
      reason,
      share: isCorrected
        ? { shopOrderId: share.shopOrderId, amountCents: share.correctionCents, reason: share.reason }
        : null,
      requestedBy: actorId,
    },
    shareCorrectionCents: share?.correctionCents,
  }
}
