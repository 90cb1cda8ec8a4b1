import type { DeliveryOptionId } from './delivery.ts'

/** The fields of the checkout form that somebody else may fill in for its buyer. The card's words are the buyer's own. */
export const PREPARED_FIELDS = [
  'name',
  'email',
  'phone',
  'recipientName',
  'recipientPhone',
  'address',
  'unit',
  'city',
  'state',
  'zip',
] as const

export type PreparedField = (typeof PREPARED_FIELDS)[number]

/** A checkout as it was prepared: nothing in it is checked but its length, and no amount counts. */
export type PreparedContent = {
  sku: string
  /** Null: none was chosen, or the chosen one is no longer there. */
  option: DeliveryOptionId | null
  /** As they were sent; a field that is absent was not. */
  fields: Partial<Record<PreparedField, string>>
}

/** For so long after its last change a checkout can be continued. */
export const PREPARED_HOURS = 6

/** Where a checkout stands, without its order: what was paid is completed whatever else is true. */
export type PreparedState = 'open' | 'canceled' | 'expired' | 'blocked'

/** Until when, and by whom, a checkout can be continued. */
export type PreparedTerm = {
  canceledAt: string | null
  expiresAt: string
  /** Since when its platform is blocked, ISO instant; null: it is not. */
  blockedAt: string | null
}

/** Says if a checkout can be continued at `now`. */
export function preparedState({ canceledAt, expiresAt, blockedAt }: PreparedTerm, now: Date): PreparedState {
  if (canceledAt !== null) return 'canceled'
  if (blockedAt !== null) return 'blocked'
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'open'
}

/**
 * True if nobody may order with a checkout any more. One that has expired is no such: its buyer has it open, and everything is asked
 * again as they press pay.
 */
export function isEnded(term: PreparedTerm, now: Date): boolean {
  return ['canceled', 'blocked'].includes(preparedState(term, now))
}
