import { refundLimit } from '#domain/disputes.ts'
import { deliveryFeeWithTaxCents } from '#domain/pricing.ts'
import { refundableCents } from '#domain/refunds.ts'
import type { DangerReason } from './broken-promise.ts'
import { type Draft, namesOf } from './draft.ts'
import { mayHappen } from './may.ts'
import type { Rows } from './patches.ts'
import { canBeOffered, type MarketTimes, QUESTIONS } from './questions.ts'
import { requestRefund } from './refund.ts'
import { Refused } from './refused.ts'
import { liveShopOrder, type OrderState, openChoice } from './state.ts'

// A promise comes into danger, and its buyer is asked what is to become of it (answer.ts).

const SYSTEM = { actor: 'system' } as const

export type OpenDanger = { type: 'open_danger'; choiceId: string; reason: DangerReason }

/** A promise in danger, once. */
export function openDanger(draft: Draft, { choiceId, reason }: OpenDanger): void {
  draft.happen('promise_in_danger', { choiceId, reason }, undefined, { by: SYSTEM })
}

export type OfferChoice = {
  type: 'offer_choice'
  /** The id of the danger that is open, or of the one that is found by this. */
  choiceId: string
  reason: DangerReason
  tokenHash: string
  /** ISO instant; null, or too near to be answered in time: waiting is no choice. */
  waitUntil: string | null
  times: MarketTimes
}

/** Asks the buyer of a promise in danger what is to become of it. */
export function offerChoice(draft: Draft, command: OfferChoice): void {
  const { choiceId, reason, tokenHash, times } = command
  const now = new Date(draft.at)
  const open = openChoice(draft.state)
  if (open?.offeredAt) throw new Refused('choice_offered')
  if (!open) openDanger(draft, { type: 'open_danger', choiceId, reason })
  const { timeZone, promisedBy } = draft.state.order
  const waitUntil = command.waitUntil && canBeOffered(command.waitUntil, now) ? command.waitUntil : null
  const expiresAt = QUESTIONS.choice.deadline({ ...times, promisedBy, waitUntil, now })
  const data = { choiceId, expiresAt, ...(waitUntil && { waitUntil, timeZone }) }
  draft.happen('choice_offered', data, { tokenHash })
}

export type ReportDelay = { type: 'report_delay'; shopOrderId: string; choiceId: string; until: string }

/** A florist who has accepted will be late. Said again, the time is the new one. */
export function reportDelay(draft: Draft, { shopOrderId, choiceId, until }: ReportDelay): void {
  const { order, shopOrders } = draft.state
  const shopOrder = shopOrders.find(({ id }) => id === shopOrderId)
  if (!shopOrder) throw new Refused('florist_too_late')
  const data = { ...namesOf(shopOrder), choiceId, until, timeZone: order.timeZone }
  draft.happen('florist_late', data, undefined)
}

export type CancelByBuyer = { type: 'cancel_by_buyer'; refundId: string; refundKey: string }

/** Cancels an order as its buyer, until a florist has accepted it, and gives back all that is left of the payment. */
export function cancelByBuyer(
  draft: Draft,
  { refundId: id, refundKey: idempotencyKey }: CancelByBuyer,
): void {
  if (!mayHappen(draft.state, 'cancelled_by_buyer')) throw new Refused('order_not_changeable')
  const reason = 'Cancelled by the buyer before a florist accepted it'
  draft.happen('cancelled_by_buyer', cancelWith(draft, { id, idempotencyKey, reason }), undefined)
}

/**
 * Requests a refund of all that is left of an order that is about to be cancelled, with the share of the shop that has it.
 * @returns whether a person has to settle the money: the bank holds it
 */
export function cancelWith(
  draft: Draft,
  refund: Pick<Rows['refunds'], 'id' | 'idempotencyKey'> & { reason: string },
): { needsRefund?: boolean } {
  const { order, refunds, disputes } = draft.state
  const live = liveShopOrder(draft.state)
  const amountCents = refundableCents(order, refunds)
  if (amountCents === 0) return {}
  if (refundLimit(disputes) === 'none') return { needsRefund: true }
  const shareCents = live ? live.shopCostCents + live.correctedCents : 0
  const share =
    live && shareCents > 0 ? { shopOrderId: live.id, amountCents: -shareCents, reason: refund.reason } : null
  requestRefund(draft, {
    type: 'request_refund',
    refund: { ...refund, requestedBy: null, amountCents, share },
  })
  return {}
}

/** The idempotency key of the refund of an order's delivery fee, which goes back once. */
export function feeRefundKey(orderId: string): string {
  return `delivery-fee:${orderId}`
}

type Money = Pick<OrderState, 'order' | 'refunds' | 'disputes'>

/**
 * The amount that taking another day gives back, in cents: the delivery fee with its tax, unless it went back already or the bank takes no
 * refund of a part.
 */
export function unearnedFeeCents({ order, refunds, disputes }: Money): number {
  const key = feeRefundKey(order.id)
  if (refunds.some(({ idempotencyKey }) => idempotencyKey === key)) return 0
  if (refundLimit(disputes) !== 'any') return 0
  return Math.min(deliveryFeeWithTaxCents(order), refundableNow({ order, refunds, disputes }))
}

/** The amount that can be given back of an order at once, in cents; nothing while the bank has the money. */
export function refundableNow({
  order,
  refunds,
  disputes,
}: {
  order: Parameters<typeof refundableCents>[0]
  refunds: Parameters<typeof refundableCents>[1]
  disputes: Parameters<typeof refundLimit>[0]
}): number {
  return refundLimit(disputes) === 'none' ? 0 : refundableCents(order, refunds)
}
