import { disputeReasonText } from '#domain/disputes.ts'
import { ANSWER_RULES, FLORIST_ANSWERS, type ReportedEvent } from '#domain/florist.ts'
import { SESSION_MINUTES } from '#domain/limits.ts'
import type { OrderEvent } from '#domain/order/events.ts'
import { statusLabel } from '#domain/order-status.ts'
import { refundFailureText } from '#domain/refunds.ts'
import { correctionOf, nextStepOf, outcomeOf } from './attempt-labels.ts'
import {
  type Data,
  dangerOf,
  entriesOf,
  exchangeOf,
  type FieldChange,
  fieldsOf,
  fromTo,
  isEnquiryOf,
  joined,
  labelled,
  marketTime,
  money,
  optionOf,
  photoOf,
  shopOf,
  text,
  textOf,
} from './event-data.ts'

/** A line of an order's log as people read it. */
export type EventLabel = {
  title: string
  /** Why, or how. */
  detail?: string | undefined
  changes?: readonly FieldChange[] | undefined
  /** Something went wrong, or off. */
  bad?: boolean
}

/** The text of each event that has no button, and of what the market does to a checkout. */
const EVENT_LABELS: Readonly<
  Record<Exclude<OrderEvent, ReportedEvent> | 'checkout_stopped' | 'hold_ended', (data: Data) => EventLabel>
> = {
  placed: (data) => {
    const platform = text(data, 'platform')
    return {
      title: platform ? `Order placed through an agent of ${platform}` : 'Order placed',
      detail: joined(money(data, 'totalCents'), optionOf(data)),
    }
  },
  sample_created: () => ({ title: 'Sample order created' }),
  // No page shows these two: every order has them.
  checkout_opened: () => ({ title: 'Checkout opened' }),
  checkout_renewed: () => ({ title: 'Checkout opened again' }),
  rebuilt: () => ({ title: 'Rebuilt from the payment provider’s records', bad: true }),
  paid: (data) => ({ title: 'Paid', detail: money(data, 'amountCents') }),
  paid_without_room: (data) => ({
    title: 'Paid, without a place',
    detail: money(data, 'amountCents'),
    bad: true,
  }),
  paid_after_cancellation: (data) => ({
    title: 'Paid after it was cancelled',
    detail: money(data, 'amountCents'),
    bad: true,
  }),
  paid_after_delivery: (data) => ({ title: 'Paid', detail: money(data, 'amountCents') }),
  replaced: () => ({ title: 'Replaced by a newer order from the same form' }),
  session_ended: (data) => UNPAID[text(data, 'why') ?? ''] ?? { title: 'Closed: not paid' },
  checkout_stopped: (data) => ({
    title: 'Checkout stopped: the market takes no orders',
    detail: text(data, 'reason'),
  }),
  hold_ended: () => ({
    title: 'Checkout stopped: not paid in time',
    detail: `A changed form keeps its place for ${SESSION_MINUTES} minutes from the first one on`,
  }),
  amount_mismatch: (data) => ({
    title: 'The amount paid doesn’t match the total',
    detail: text(data, 'detail'),
    bad: true,
  }),
  stray_payment: (data) => ({ title: 'A second payment came in', detail: text(data, 'detail'), bad: true }),
  status_set: statusOf,
  cancelled: statusOf,
  reopened: statusOf,
  reopened_without_room: statusOf,
  delivered_by_admin: statusOf,
  completed_by_admin: statusOf,
  delivery_set_back: statusOf,
  undone: (data) => ({ title: `Undone: ${undoneOf(data)}` }),
  note_added: (data) => ({ title: 'Note', detail: text(data, 'note') }),
  corrected: (data) => ({ title: 'Corrected', changes: fieldsOf(data['fields']) }),
  buyer_links_ended: () => ({
    title: 'Ended the buyer’s links',
    detail: 'Links in earlier emails do not open the order any more',
  }),
  flag_resolved: settledOf,
  over_capacity_resolved: settledOf,
  refund_requested: (data) => ({
    title: `Refund of ${money(data, 'amountCents') ?? 'money'} requested`,
    detail: text(data, 'reason'),
  }),
  refunded: refundedOf,
  refunded_in_part: refundedOf,
  refund_failed: refundFailedOf,
  refund_returned: refundFailedOf,
  refund_returned_delivered: refundFailedOf,
  refund_returned_cancelled: refundFailedOf,
  disputed: (data) => ({
    title: `${isEnquiryOf(data) ? 'Bank enquiry about the payment' : 'Payment disputed'}: ${money(data, 'amountCents') ?? 'all of it'}`,
    detail: disputeDetail(text(data, 'reason')),
    bad: true,
  }),
  dispute_answered: (data) => ({
    title: `Responded to the ${isEnquiryOf(data) ? 'enquiry' : 'dispute'}: the bank is deciding`,
  }),
  dispute_closed: (data) => ({ title: DISPUTE_ENDS[text(data, 'status') ?? ''] ?? 'Dispute over' }),
  assigned: (data) => ({
    title: `Assigned to ${shopOf(data)}`,
    detail: joined(
      labelled('Shop', money(data, 'shopCostCents')),
      labelled('fee', money(data, 'platformFeeCents')),
      labelled('answer by', marketTime(data, 'answerBy')),
    ),
  }),
  unassigned: (data) => ({
    title: data['reassigned'] ? `Reassigned from ${shopOf(data)}` : `Withdrawn from ${shopOf(data)}`,
  }),
  accepted: shopStatusOf,
  declined: shopStatusOf,
  unanswered: shopStatusOf,
  ready: shopStatusOf,
  delivered: shopStatusOf,
  shop_set_asked: shopStatusOf,
  shop_set_accepted: shopStatusOf,
  shop_set_ready: shopStatusOf,
  shop_set_delivered: shopStatusOf,
  shop_set_declined: shopStatusOf,
  shop_order_payment: (data) => ({ title: `Payment to ${shopOf(data)}: ${fromTo(data)}` }),
  shop_order_edited: (data) => ({
    title: `Notes or details for ${shopOf(data)} changed`,
    changes: entriesOf(data['before']).map(([field, before]) => {
      const after = Object.fromEntries(entriesOf(data['after']))[field]
      return { field, before: textOf(before), after: textOf(after) }
    }),
  }),
  contact_added: (data) => ({ title: `Contact with ${shopOf(data)} noted` }),
  florist_link_sent: (data) => ({ title: `New link sent to ${shopOf(data)}` }),
  florist_link_revoked: (data) => ({ title: `Link for ${shopOf(data)} revoked` }),
  promise_in_danger: (data) => ({
    title: 'The promise is in danger',
    detail: dangerOf(data),
    bad: true,
  }),
  florist_late: (data) => ({
    title: `${shopOf(data, 'The shop')} will be late`,
    detail: labelled('New time', marketTime(data, 'until')),
    bad: true,
  }),
  choice_offered: (data) => ({
    title: 'The buyer was asked: wait, another day or cancel',
    detail: labelled('New time', marketTime(data, 'waitUntil')),
  }),
  chose_wait: chosenOf('to wait'),
  chose_day: chosenOf('another day'),
  chose_cancel: chosenOf('to cancel'),
  choice_expired: () => ({ title: 'No answer from the buyer in time', bad: true }),
  substituted: (data) => ({
    title: `${shopOf(data, 'The shop')} puts other flowers in`,
    detail: exchangeOf(data),
  }),
  substitution_asked: (data) => ({
    title: 'The buyer was asked about other flowers',
    detail: joined(exchangeOf(data), labelled('answer by', marketTime(data, 'expiresAt'))),
  }),
  substitution_refunded: (data) => ({
    title: `${shopOf(data, 'The shop')} is out of flowers, and the buyer wants a refund then`,
    detail: labelled('Missing:', text(data, 'missing')),
    bad: true,
  }),
  substitution_agreed: (data) => ({
    title: 'The buyer said yes to other flowers',
    detail: exchangeOf(data),
  }),
  substitution_declined: (data) => ({
    title: 'The buyer said no to other flowers',
    detail: exchangeOf(data),
    bad: true,
  }),
  substitution_silent: (data) => ({
    title: 'No answer about other flowers in time: the florist goes ahead',
    detail: exchangeOf(data),
  }),
  flowers_found: (data) => ({
    title: `${shopOf(data, 'The shop')} found the flowers after all`,
    detail: text(data, 'missing'),
  }),
  cancelled_by_buyer: () => ({ title: 'Cancelled by the buyer' }),
  blocked: () => ({ title: 'Ended: the recipient wants no flowers', detail: 'The buyer was not told why' }),
  blocked_again: (data) => ({
    title: 'A blocked sender keeps trying',
    detail: `${text(data, 'attempts') ?? 'Several'} orders were refused`,
    bad: true,
  }),
  changed_by_buyer: (data) => ({ title: 'Changed by the buyer', changes: fieldsOf(data['fields']) }),
  photo_added: (data) => ({ title: `Photo from ${shopOf(data)}`, detail: photoOf(data) }),
  photo_deleted: (data) => ({ title: `Photo from ${shopOf(data)} deleted`, detail: photoOf(data) }),
  nobody_there: attemptOf,
  handed_over: attemptOf,
  attempt_corrected: correctedOf,
  attempt_corrected_to_nobody: correctedOf,
  earlier_attempt_corrected: correctedOf,
  deleted: () => ({ title: 'Deleted' }),
}

const UNPAID: Readonly<Record<string, EventLabel>> = {
  expired: { title: 'Checkout expired without a payment' },
  payment_failed: { title: 'The payment failed', bad: true },
  given_up: { title: 'Closed: not paid in time' },
  not_opened: { title: 'Closed: the payment page could not be opened', bad: true },
  checkout_over: { title: 'Closed: its prepared checkout is over' },
}

function statusOf(data: Data): EventLabel {
  return { title: `Status: ${fromTo(data)}` }
}

function undoneOf(data: Data): string {
  return (text(data, 'undoes') ?? 'the last change').replaceAll('_', ' ')
}

function settledOf(data: Data): EventLabel {
  const flag = (text(data, 'flag') ?? 'a flag').replaceAll('_', ' ')
  return { title: `Marked as settled: ${flag}`, detail: text(data, 'detail') }
}

function refundedOf(data: Data): EventLabel {
  return { title: `Refunded ${money(data, 'amountCents') ?? ''}`.trim() }
}

function refundFailedOf(data: Data): EventLabel {
  return {
    title: `Refund of ${money(data, 'amountCents') ?? 'money'} failed`,
    detail: refundFailureText(text(data, 'failure') ?? '') || undefined,
    bad: true,
  }
}

function shopStatusOf(data: Data): EventLabel {
  return {
    title: `${shopOf(data, 'The shop')}: ${fromTo(data)}${data['channel'] === 'text' ? ', by text' : ''}`,
    detail: text(data, 'reason'),
    bad: data['to'] === 'rejected',
  }
}

function chosenOf(what: string) {
  return (data: Data): EventLabel => ({
    title: `The buyer chose ${what}`,
    detail: labelled('Promised by', marketTime(data, 'promisedBy')),
  })
}

function attemptOf(data: Data): EventLabel {
  return {
    title: outcomeOf(data) ?? 'Delivery attempt',
    detail: joined(text(data, 'name'), nextStepOf(data, data)),
    bad: data['outcome'] === 'nobody',
  }
}

function correctedOf(data: Data): EventLabel {
  return { title: 'Delivery outcome corrected', changes: correctionOf(data) }
}

const DISPUTE_ENDS: Readonly<Record<string, string>> = {
  warning_closed: 'Bank enquiry closed',
  prevented: 'Dispute settled by the bank: the customer has the money',
  won: 'Dispute won',
  lost: 'Dispute lost',
}

const WHO: Readonly<Record<string, string>> = {
  shopper: 'The shopper',
  provider: 'The payment provider',
  admin: 'Former user',
  florist: 'The florist',
  system: 'Automatically',
}

/** The text of an event of an order's log. */
export function eventLabel({ kind, data }: { kind: string; data: Data }): EventLabel {
  const labels: Readonly<Record<string, (data: Data) => EventLabel>> = EVENT_LABELS
  const button = buttonOf(kind)
  if (button) return { title: `${shopOf(data, 'The shop')}: ${button}`, bad: true }
  // A newer Worker may have written what this page does not know.
  return labels[kind]?.(data) ?? { title: statusLabel(kind.replaceAll('_', ' ')), detail: text(data, 'shop') }
}

/** What a florist pressed to report an event that has a button. */
function buttonOf(kind: string): string | undefined {
  const answer = FLORIST_ANSWERS.find((each) => ANSWER_RULES[each].event === kind)
  return answer && ANSWER_RULES[answer].button
}

/** Who did it: an admin by email. */
export function actorLabel({ actor, actorEmail }: { actor: string; actorEmail: string | null }): string {
  return actorEmail ?? WHO[actor] ?? actor
}

function disputeDetail(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : `${disputeReasonText(reason)}.`
}
