// Ranks florists: for a market that assigns its orders by itself, and for the person who chooses.

/** The number of last days that make up a shop's record. */
export const RECORD_DAYS = 90

/** The outcomes of the orders that a shop was offered. */
export type ShopRecord = {
  offered: number
  accepted: number
  declined: number
  /** No answer in time. */
  silent: number
  delivered: number
  /** The number delivered at the promised time or before. */
  onTime: number
}

export type ShopCandidate = {
  id: string
  active: boolean
  hasEmail: boolean
  /** Somebody asked it about this order since the buyer last agreed to a promise, whatever it answered. */
  wasAsked: boolean
  /** It can make one more at that time. */
  hasRoom: boolean
  record: ShopRecord
  /** Orders that it has accepted or was asked for, and has not delivered. */
  openOrders: number
  /** Miles to where the order goes, in a straight line; null: unknown. */
  distance: number | null
}

/** True if the system may ask a shop about an order. */
export function mayBeAsked(shop: ShopCandidate): boolean {
  return shop.hasEmail && mayBeAskedByHand(shop)
}

/** True if an admin may ask a shop about an order, by email or by phone. */
export function mayBeAskedByHand({ active, wasAsked, hasRoom }: ShopCandidate): boolean {
  return active && !wasAsked && hasRoom
}

/**
 * The shops of a market that may be asked about an order, best first: by the rate at which they accept times the rate at
 * which they are on time, then the one with the fewest open orders, then the nearest, then by id. Of a rate that a shop does not
 * have yet it gets the median of its market.
 * @param shops all active shops of the market, also those that may not be asked: the medians are theirs
 */
export function rankShops<Shop extends ShopCandidate>(shops: readonly Shop[]): Shop[] {
  return byMerit(shops).filter(mayBeAsked)
}

/** All shops of a market for a person who chooses: those that may be asked by hand first, each part ranked as above. */
export function rankForChoice<Shop extends ShopCandidate>(shops: readonly Shop[]): Shop[] {
  const ranked = byMerit(shops)
  return [...ranked.filter(mayBeAskedByHand), ...ranked.filter((shop) => !mayBeAskedByHand(shop))]
}

function byMerit<Shop extends ShopCandidate>(shops: readonly Shop[]): Shop[] {
  const usualAcceptance = medianOf(shops.map(({ record }) => acceptanceRate(record)))
  const usualOnTime = medianOf(shops.map(({ record }) => onTimeRate(record)))
  const score = ({ record }: Shop) =>
    (acceptanceRate(record) ?? usualAcceptance) * (onTimeRate(record) ?? usualOnTime)
  return shops.toSorted(
    (one, other) =>
      score(other) - score(one) ||
      one.openOrders - other.openOrders ||
      nearerFirst(one.distance, other.distance) ||
      (one.id < other.id ? -1 : 1),
  )
}

/** An unknown distance comes last: a shop nearby is not to be passed over for one that may be anywhere. */
function nearerFirst(one: number | null, other: number | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one - other
}

/** The share of orders that a shop accepted, of those it answered or should have answered; null before the first. */
export function acceptanceRate({ accepted, declined, silent }: ShopRecord): number | null {
  const asked = accepted + declined + silent
  return asked === 0 ? null : accepted / asked
}

/** The share of orders that a shop delivered on time, of those it delivered; null before the first. */
export function onTimeRate({ delivered, onTime }: ShopRecord): number | null {
  return delivered === 0 ? null : onTime / delivered
}

/** The middle of the numbers that are there, the mean of both in the middle of an even count; 1 of none. */
function medianOf(numbers: readonly (number | null)[]): number {
  const sorted = numbers.filter((number) => number !== null).toSorted((one, other) => one - other)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  return low === undefined || high === undefined ? 1 : (low + high) / 2
}
