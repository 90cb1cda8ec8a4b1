/** Where a dispute stands. `under_review`: the shop has answered, and the bank decides. */
export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** Whether the bank has decided. */
export function isClosed(status: DisputeStatus): boolean {
  return status === 'won' || status === 'lost'
}

/** Whether the money of the payment can be refunded as far as this dispute is concerned. */
export function allowsRefund(status: DisputeStatus): boolean {
  return status === 'won'
}
