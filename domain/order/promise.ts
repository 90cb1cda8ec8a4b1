import { refundLimit } from '#domain/disputes.ts'
import { deliveryFeeWithTaxCents } from '#domain/pricing.ts'
import { refundableCents } from '#domain/refunds.ts'
import { type DangerReason, promiseOn } from './broken-promise.ts'
import { type Draft, namesOf } from './draft.ts'
import { mayHappen } from './may.ts'
import type { Rows } from './patches.ts'
import { requestRefund } from './refund.ts'
import { Refused } from './refused.ts'
import { type Choice, liveShopOrder, type OrderState, openChoice } from './state.ts'

// A promise comes into danger, its buyer is asked, and the order waits, moves to another day, or ends.

const HOUR_MS = 60 * 60_000
const SYSTEM = { actor: 'system' } as const

export type OpenDanger = { type: 'open_danger'; choiceId: string; reason: DangerReason }

/** A promise in danger, once. */
export function openDanger(draft: Draft, { choiceId, reason }: OpenDanger): void {
  draft.happen('promise_in_danger', { choiceId, reason }, undefined, { by: SYSTEM })
}

export type OfferChoice = {
  type: 'offer_choice'
  /** Of the danger that is open, or of the one that is found by this. */
  choiceId: string
  reason: DangerReason
  tokenHash: string
  /** ISO instant; null: waiting is no choice. */
  waitUntil: string | null
  choiceHours: number
}

/** Asks the buyer of a promise in danger what is to become of it. */
export function offerChoice(draft: Draft, command: OfferChoice): void {
  const { choiceId, reason, waitUntil, tokenHash, choiceHours } = command
  const open = openChoice(draft.state)
  if (open?.offeredAt) throw new Refused('choice_offered')
  if (!open) openDanger(draft, { type: 'open_danger', choiceId, reason })
  const { timeZone } = draft.state.order
  const expiresAt = new Date(Date.parse(draft.at) + choiceHours * HOUR_MS).toISOString()
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

export type AnswerChoice = {
  type: 'answer_choice'
  choiceId: string
  /** Of the refund that cancelling or another day asks for. */
  refundId: string
} & (
  | { answer: 'wait'; waitUntil: string }
  /** Of another day that was offered, YYYY-MM-DD. */
  | { answer: 'day'; date: string }
  | { answer: 'cancel' }
)

/** The buyer chooses what becomes of a promise in danger, once, while the time to answer is not over. */
export function answerChoice(draft: Draft, command: AnswerChoice): void {
  const open = openChoice(draft.state)
  if (open?.id !== command.choiceId || isExpired(draft, open)) throw new Refused('choice_closed')
  if (command.answer === 'wait') chooseWait(draft, command, open)
  else if (command.answer === 'day') chooseDay(draft, command, open)
  else {
    const reason = 'Cancelled by the buyer'
    const data = cancelWith(draft, { id: command.refundId, idempotencyKey: `choice:${open.id}`, reason })
    draft.happen('chose_cancel', { choiceId: open.id, ...data }, undefined)
  }
}

type Chosen<Answer> = Extract<AnswerChoice, { answer: Answer }>

/** The time that was given becomes the promised one. A florist who has the order hears of it. */
function chooseWait(draft: Draft, { waitUntil: promisedBy }: Chosen<'wait'>, open: Choice): void {
  // The florist may have given another one since the page was read.
  if (open.waitUntil !== promisedBy || promisedBy <= draft.at) throw new Refused('choice_changed')
  const { timeZone } = draft.state.order
  draft.happen('chose_wait', { choiceId: open.id, promisedBy, timeZone }, undefined)
}

/** A place on another day; the shop that has the order gives it back, and the fee for a delivery that did not come goes back, once. */
function chooseDay(draft: Draft, { date, refundId: id }: Chosen<'day'>, open: Choice): void {
  if (!draft.hasRoom || !mayHappen(draft.state, 'chose_day')) throw new Refused('choice_changed')
  const { order } = draft.state
  const amountCents = unearnedFeeCents(draft.state)
  if (amountCents > 0) {
    const reason = 'Delivery fee: moved to another day'
    const refund = { ...NOBODYS, id, idempotencyKey: feeRefundKey(order.id), amountCents, reason }
    requestRefund(draft, { type: 'request_refund', refund })
  }
  const { promisedBy } = promiseOn(date, order.timeZone)
  draft.happen('chose_day', { choiceId: open.id, promisedBy, timeZone: order.timeZone }, { date })
}

export type ExpireChoice = { type: 'expire_choice'; refundId: string }

/**
 * Cancels an order whose buyer has not answered in time, while its choice is open, and refunds what the bank does not hold. One
 * whose flowers are made is not cancelled.
 */
export function expireChoice(draft: Draft, { refundId: id }: ExpireChoice): void {
  const open = openChoice(draft.state)
  if (!open || !isExpired(draft, open)) return
  const reason = 'No answer about a broken promise'
  const data = cancelWith(draft, { id, idempotencyKey: `choice:${open.id}`, reason })
  draft.happen('choice_expired', { choiceId: open.id, ...data }, undefined)
}

/** True if the time to answer is over, and silence ends the order. */
function isExpired({ state, at }: Draft, { expiresAt }: Choice): boolean {
  return expiresAt !== null && expiresAt <= at && mayHappen(state, 'choice_expired')
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

const NOBODYS = { share: null, requestedBy: null } as const

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
  requestRefund(draft, { type: 'request_refund', refund: { ...NOBODYS, ...refund, amountCents, share } })
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
