/**
 * Where a dispute stands, in Stripe's words, each after those that it can follow
 * (https://docs.stripe.com/api/disputes/object#dispute_object-status). `warning_…`: an inquiry of the bank before, or instead of,
 * a chargeback. `appeal_…`: a lost dispute that was taken further.
 */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/**
 * - `respond`: the bank takes our evidence until the dispute's `respondBy`
 * - `review`: the bank has it and decides
 * - `kept`: the money is ours
 * - `lost`: the customer has the money
 */
type Stage = 'respond' | 'review' | 'kept' | 'lost'

/** A payment can be refunded in any amount, only in all that is left, or not at all. From the most to the least. */
const REFUND_LIMITS = ['any', 'in_full', 'none'] as const
export type RefundLimit = (typeof REFUND_LIMITS)[number]

type DisputeRule = { stage: Stage; refund: RefundLimit }

/**
 * The stage of each status, and its limit on refunds.
 *
 * - An inquiry has taken no money, and refunding the payment in full settles it. A part does not: the bank can still take
 *   the whole. https://docs.stripe.com/disputes/how-disputes-work
 * - A chargeback has taken the money: refunds are refused (`charge_disputed`) until it is won. A lost one can still be won, on
 *   appeal or when the bank corrects itself. https://docs.stripe.com/disputes/arbitration
 * - `prevented`: the customer was refunded by a rule of the card network before it became a chargeback.
 *   https://docs.stripe.com/disputes/prevention
 */
export const DISPUTE_RULES: Readonly<Record<DisputeStatus, DisputeRule>> = {
  warning_needs_response: { stage: 'respond', refund: 'in_full' },
  warning_under_review: { stage: 'review', refund: 'in_full' },
  warning_closed: { stage: 'kept', refund: 'any' },
  needs_response: { stage: 'respond', refund: 'none' },
  under_review: { stage: 'review', refund: 'none' },
  prevented: { stage: 'lost', refund: 'none' },
  lost: { stage: 'lost', refund: 'none' },
  appeal_needs_response: { stage: 'respond', refund: 'none' },
  appeal_under_review: { stage: 'review', refund: 'none' },
  won: { stage: 'kept', refund: 'any' },
}

/** True if the bank only asks and has taken no money, or asked and took none. */
export function isEnquiry(status: DisputeStatus): boolean {
  return status.startsWith('warning_')
}

/** The statuses of a stage. */
export function disputeStatusesIn(stage: Stage): DisputeStatus[] {
  return DISPUTE_STATUSES.filter((status) => DISPUTE_RULES[status].stage === stage)
}

/** The limit on refunds of a payment with these disputes: the strictest of them decides. */
export function refundLimit(disputes: readonly { status: DisputeStatus }[]): RefundLimit {
  const limits = disputes.map(({ status }) => REFUND_LIMITS.indexOf(DISPUTE_RULES[status].refund))
  return REFUND_LIMITS[Math.max(0, ...limits)] ?? 'none'
}

/** Why the customer disputes a payment, by the provider's word (https://docs.stripe.com/disputes/categories). */
const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank can’t process the payment',
  credit_not_processed: 'The customer says a refund is missing',
  customer_initiated: 'The customer asked their bank for the money back',
  debit_not_authorized: 'The customer says they didn’t authorize the payment',
  duplicate: 'The customer says they paid twice',
  fraudulent: 'The customer says they didn’t make this payment',
  incorrect_account_details: 'The bank says the account details are wrong',
  insufficient_funds: 'The customer’s account didn’t have enough money',
  product_not_received: 'The customer says the flowers never arrived',
  product_unacceptable: 'The customer says the flowers were damaged or not as described',
  unrecognized: 'The customer doesn’t recognize the payment',
}

/** The reason of a dispute as a sentence without its stop. @param reason the provider's word */
export function disputeReasonText(reason: string): string {
  return REASONS[reason] ?? 'The bank gave no clear reason'
}

/** The disputes of an order that is flagged as disputed, in words for the owner. `isDeciding`: the bank has all that it asked for. */
export function disputeWords(disputes: readonly { status: DisputeStatus }[]): {
  title: string
  todo: string
  isDeciding: boolean
} {
  const stages = disputes.map(({ status }) => DISPUTE_RULES[status].stage)
  const open = disputes.filter(({ status }) => ['respond', 'review'].includes(DISPUTE_RULES[status].stage))
  const title = 'The payment is disputed'
  if (open.length === 0 && stages.includes('lost')) {
    return {
      title: 'The dispute was lost',
      todo: 'The bank returned the money to the customer. Settle it with the florist, then mark this as settled.',
      isDeciding: false,
    }
  }
  const isOnlyAsking = open.length > 0 && open.every(({ status }) => isEnquiry(status))
  const asks = isOnlyAsking ? 'The customer’s bank is asking about the payment' : title
  if (open.length > 0 && !stages.includes('respond')) {
    return { title: asks, todo: 'We’ve responded. The bank is deciding.', isDeciding: true }
  }
  const todo = isOnlyAsking
    ? 'Respond at the payment provider, or refund it in full: either can settle it.'
    : 'The customer’s bank wants the money back. Respond at the payment provider.'
  return { title: asks, todo, isDeciding: false }
}
