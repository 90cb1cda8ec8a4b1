/** How a message of the outbox stands (decisions.md, Checkout: e-mails). */
export const OUTBOX_STATUSES = ['pending', 'sent', 'failed'] as const
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number]
