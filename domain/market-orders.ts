// The rule whether a market takes orders at all. When it delivers is in availability.ts, how much in capacity.ts.

/** The facts that decide whether a market takes orders. */
export type OrderTaking = {
  /** Not null: paused, and this is what shoppers read. */
  pausedReason: string | null
  /** True if it is closed while none of its shops is active. */
  closedWithoutFlorist: boolean
  /** True if one of its shops is active. */
  hasFlorist: boolean
}

/** A market that is left without a florist either closes, or takes orders: any number, for no shop limits them. */
export const WITHOUT_FLORIST = ['takes_orders', 'closes'] as const

export type WithoutFlorist = (typeof WITHOUT_FLORIST)[number]

/** Shoppers read it of a market that is closed for lack of a florist. */
export const NO_FLORIST_REASON = 'We have no florist here right now.'

/** The back office says it of a market for which {@link takesOrdersWithoutFlorist} holds. */
export const TAKES_ORDERS_WITHOUT_FLORIST = 'Takes orders, has no florist'

/** Why a market takes no orders, in words for the shopper; null while it takes them. */
export function noOrdersReason({
  pausedReason,
  closedWithoutFlorist,
  hasFlorist,
}: OrderTaking): string | null {
  return pausedReason ?? (closedWithoutFlorist && !hasFlorist ? NO_FLORIST_REASON : null)
}

/** The behavior of a market once it has no florist; null if nobody can order there anyway: it is paused, or has no ZIP codes. */
export function withoutFlorist({
  pausedReason,
  closedWithoutFlorist,
  hasZipCodes,
}: Omit<OrderTaking, 'hasFlorist'> & { hasZipCodes: boolean }): WithoutFlorist | null {
  if (pausedReason !== null || !hasZipCodes) return null
  return closedWithoutFlorist ? 'closes' : 'takes_orders'
}

/** True if a market takes orders that no florist can be given. */
export function takesOrdersWithoutFlorist(market: OrderTaking & { hasZipCodes: boolean }): boolean {
  return !market.hasFlorist && withoutFlorist(market) === 'takes_orders'
}
