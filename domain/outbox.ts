/** The statuses of a message of the outbox. */
export const OUTBOX_STATUSES = ['pending', 'sent', 'failed'] as const
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number]

/**
 * The mail provider's reports about a message that it took. A later one in this list replaces an earlier one and is
 * never replaced by it, so that reports may come in any order.
 */
export const DELIVERY_STATES = [
  'delayed',
  'delivered',
  'failed',
  'suppressed',
  'bounced',
  'complained',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The states that somebody has to know of. */
export const DELIVERY_PROBLEMS = [
  'failed',
  'suppressed',
  'bounced',
  'complained',
] as const satisfies DeliveryState[]
