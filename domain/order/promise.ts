import { refundLimit } from '#domain/disputes.ts'
import { floristLinkExpiry } from '#domain/florist.ts'
import { deliveryFeeWithTaxCents } from '#domain/pricing.ts'
import { refundableCents } from '#domain/refunds.ts'
import { logWithdrawn, withdraw } from './assignment.ts'
import { type DangerReason, mayBeLate, promiseOn } from './broken-promise.ts'
import type { NewRefund } from './consequences.ts'
import {
  addEffects,
  addFlag,
  type Draft,
  endDanger,
  logOrderStatus,
  mayHappen,
  putInDanger,
  Refused,
  unsend,
} from './draft.ts'
import type { OrderEvent } from './events.ts'
import { messagesMadeWrong, orderStatusAfter } from './fulfilment.ts'
import { requestRefund } from './refund.ts'
import { type Choice, liveShopOrder, type OrderState, openChoice, orderAndShop } from './state.ts'

// A promise comes into danger, its buyer is asked, and the order waits, moves to another day, or ends.

const HOUR_MS = 60 * 60_000

export type OpenDanger = { type: 'open_danger'; choiceId: string; reason: DangerReason }

/** A promise in danger, once. */
export function openDanger(draft: Draft, { choiceId, reason }: OpenDanger): void {
  if (!mayHappen(draft.state, 'danger')) throw new Refused('promise_not_in_danger')
  putInDanger(draft, { id: choiceId, reason, waitUntil: null })
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
  if (!mayHappen(draft.state, open ? 'choice_offered' : 'danger')) throw new Refused('promise_not_in_danger')
  const { timeZone } = draft.state.order
  const expiresAt = new Date(Date.parse(draft.at) + choiceHours * HOUR_MS).toISOString()
  const data = { choiceId, expiresAt, ...(waitUntil && { waitUntil, timeZone }) }
  draft.add({ log: 'choice_offered', data })
  if (!open) putInDanger(draft, { id: choiceId, reason, waitUntil })
  const before = draft.state
  draft.add({ setChoice: choiceId, values: { waitUntil, offeredAt: draft.at, expiresAt, tokenHash } })
  addEffects(draft, 'choice_offered', {}, before)
}

export type ReportDelay = { type: 'report_delay'; shopOrderId: string; choiceId: string; until: string }

/** A florist who has accepted will be late. Said again, the time is the new one. */
export function reportDelay(draft: Draft, { shopOrderId, choiceId, until }: ReportDelay): void {
  const { order } = draft.state
  const shopOrder = draft.state.shopOrders.find(({ id }) => id === shopOrderId)
  if (!shopOrder || !mayBeLate({ ...orderAndShop(draft.state, shopOrder), isSample: order.isSample })) {
    throw new Refused('florist_too_late')
  }
  const { shopId, shop } = shopOrder
  draft.add({ log: 'florist_late', data: { shopOrderId, shopId, shop, until, timeZone: order.timeZone } })
  addEffects(draft, 'late')
  const open = openChoice(draft.state)
  if (open) draft.add({ setChoice: open.id, values: { waitUntil: until } })
  else draft.add({ openChoice: { id: choiceId, reason: 'late', waitUntil: until } })
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

/** The buyer chooses what becomes of a promise in danger, once. */
export function answerChoice(draft: Draft, command: AnswerChoice, hasRoom: boolean): void {
  const open = openChoice(draft.state)
  if (open?.id !== command.choiceId) throw new Refused('choice_closed')
  if (command.answer === 'wait') chooseWait(draft, command, open)
  else if (command.answer === 'day') chooseDay(draft, command, open, hasRoom)
  else chooseCancel(draft, command, open)
  draft.add({ setChoice: open.id, values: { closedAt: draft.at, outcome: command.answer } })
}

type Chosen<Answer> = Extract<AnswerChoice, { answer: Answer }>

/** The time that was given becomes the promised one. A florist who has the order hears of it, and keeps the link as much longer. */
function chooseWait(draft: Draft, { waitUntil }: Chosen<'wait'>, open: Choice): void {
  // The florist may have given another one since the page was read.
  if (open.waitUntil !== waitUntil || waitUntil <= draft.at || !mayHappen(draft.state, 'chose_wait')) {
    throw new Refused('choice_changed')
  }
  const { timeZone } = draft.state.order
  const data = { choiceId: open.id, answer: 'wait', promisedBy: waitUntil, timeZone }
  draft.add({ log: 'choice_answered', data })
  draft.add({ setOrder: { promisedBy: waitUntil, deliveryDate: waitUntil } })
  const live = liveShopOrder(draft.state)
  if (live?.link && live.link.expiresAt > draft.at) {
    const expiresAt = floristLinkExpiry(new Date(waitUntil), new Date(draft.at)).toISOString()
    draft.add({ extendLink: live.id, expiresAt })
  }
  addEffects(draft, 'chose_wait')
}

/** A place on another day; the shop that has the order gives it back, and the fee for a delivery that did not come goes back, once. */
function chooseDay(draft: Draft, { date, refundId }: Chosen<'day'>, open: Choice, hasRoom: boolean): void {
  if (!hasRoom || !mayHappen(draft.state, 'chose_day')) throw new Refused('choice_changed')
  const before = draft.state
  const { order } = before
  const live = liveShopOrder(before)
  const promise = promiseOn(date, order.timeZone)
  const status = orderStatusAfter(orderAndShop(before), 'withdrawn')
  const feeCents = unearnedFeeCents(before)
  const { promisedBy } = promise
  const data = { choiceId: open.id, answer: 'day', promisedBy, timeZone: order.timeZone }
  draft.add({ log: 'choice_answered', data })
  draft.add({ takePlace: { ...order, ...promise } })
  logOrderStatus(draft, status)
  if (live) logWithdrawn(draft, live)
  addEffects(draft, 'chose_day')
  if (live) withdraw(draft, live)
  if (feeCents > 0) {
    const refund = { ...NOBODYS, id: refundId, idempotencyKey: feeRefundKey(order.id), amountCents: feeCents }
    requestRefund(draft, {
      type: 'request_refund',
      refund: { ...refund, reason: 'Delivery fee: moved to another day' },
    })
  }
  draft.add({ setOrder: { ...promise, status, assignmentStatus: 'unassigned' } })
}

function chooseCancel(draft: Draft, { refundId }: Chosen<'cancel'>, open: Choice): void {
  if (!mayHappen(draft.state, 'chose_cancel')) throw new Refused('choice_changed')
  draft.add({ log: 'choice_answered', data: { choiceId: open.id, answer: 'cancel' } })
  const refund = { id: refundId, idempotencyKey: `choice:${open.id}`, reason: 'Cancelled by the buyer' }
  cancel(draft, 'chose_cancel', refund, BY_BUYER)
}

export type ExpireChoice = { type: 'expire_choice'; refundId: string }

/**
 * Cancels an order whose buyer has not answered in time, while its choice is open, and refunds what the bank does not hold. One
 * that was ready when its florist said that it will be late is not cancelled: its flowers are made.
 */
export function expireChoice(draft: Draft, { refundId }: ExpireChoice): void {
  const open = openChoice(draft.state)
  if (!open?.expiresAt || open.expiresAt > draft.at || !mayHappen(draft.state, 'choice_expired')) return
  draft.add({ log: 'choice_expired', data: { choiceId: open.id } })
  const refund = {
    id: refundId,
    idempotencyKey: `choice:${open.id}`,
    reason: 'No answer about a broken promise',
  }
  cancel(draft, 'choice_expired', refund)
  draft.add({ setChoice: open.id, values: { closedAt: draft.at, outcome: 'expired' } })
}

export type CancelByBuyer = { type: 'cancel_by_buyer'; refundId: string; refundKey: string }

/** Cancels an order as its buyer, until a florist has accepted it, and gives back all that is left of the payment. */
export function cancelByBuyer(draft: Draft, { refundId, refundKey }: CancelByBuyer): void {
  if (!mayHappen(draft.state, 'cancelled_by_buyer')) throw new Refused('order_not_changeable')
  draft.add({ log: 'cancelled_by_buyer' })
  const reason = 'Cancelled by the buyer before a florist accepted it'
  cancel(draft, 'cancelled_by_buyer', { id: refundId, idempotencyKey: refundKey, reason }, BY_BUYER)
  endDanger(draft)
}

const NOBODYS = { share: null, requestedBy: null } as const
const BY_BUYER = { payload: { byBuyer: true } } as const

/**
 * Cancels a paid order with a refund of all that is left, and takes it back from its shop with a share of nothing. A danger that is open
 * is closed by the caller.
 * @param options.payload of the email to the buyer
 * @param options.keepsLink the florist's link stays open, and says that the order was cancelled
 */
export function cancel(
  draft: Draft,
  event: OrderEvent,
  refund: Pick<NewRefund, 'id' | 'idempotencyKey' | 'reason'>,
  options: { payload?: Record<string, unknown>; keepsLink?: boolean } = {},
): void {
  const { payload = {}, keepsLink = false } = options
  const { order, refunds, disputes } = draft.state
  const live = liveShopOrder(draft.state)
  const leftCents = refundableCents(order, refunds)
  const isRefunded = leftCents > 0 && refundLimit(disputes) !== 'none'
  logOrderStatus(draft, 'cancelled')
  // Before the order is taken back: the log says whose share the refund corrects.
  if (isRefunded) {
    const shareCents = live ? live.shopCostCents + live.correctedCents : 0
    const share =
      live && shareCents > 0
        ? { shopOrderId: live.id, amountCents: -shareCents, reason: refund.reason }
        : null
    const row = { ...NOBODYS, ...refund, amountCents: leftCents, share }
    requestRefund(draft, { type: 'request_refund', refund: row })
  }
  if (live) logWithdrawn(draft, live)
  const wrong = { status: 'cancelled', paymentStatus: order.paymentStatus, assignment: 'none' } as const
  unsend(draft, messagesMadeWrong(wrong))
  if (leftCents > 0 && !isRefunded) addFlag(draft, 'needs_refund', 'Cancelled while the payment is disputed')
  addEffects(draft, event, { 'order-cancelled': { payload } })
  if (live) withdraw(draft, live, { keepsLink })
  draft.add({ setOrder: { status: 'cancelled', assignmentStatus: 'unassigned' } })
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
export function refundableNow({ order, refunds, disputes }: Money): number {
  return refundLimit(disputes) === 'none' ? 0 : refundableCents(order, refunds)
}
