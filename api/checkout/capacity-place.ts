import { type Places, reservePlace, takePlace, type WantedPlace } from '#api/capacity/queries.ts'
import { orderBucket } from '#api/capacity/service.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isNotNullViolation } from '#api/platform/database/constraint.ts'
import { sha256 } from '#api/platform/hash.ts'
import { isLimited, isSameBucket, limitsOf } from '#domain/capacity.ts'
import { takesPlace } from '#domain/order-status.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import type { PreviousAttempt } from './queries.ts'

/** A place for a new order, and the client that takes it: the hash of its address, and how many places it may hold. */
export type PlaceRequest = { wanted: WantedPlace; client: { hash: string; max: number } }

/**
 * The place that a new order needs; null where there is no limit.
 * @param client who is counted for the limits: an IP address or its network
 */
export async function placeFor(
  { config }: Pick<Deps, 'config'>,
  order: OrderRow,
  places: Places,
  replaces: PreviousAttempt | null,
  client: string,
): Promise<PlaceRequest | null> {
  const { marketId, timeZone: zone } = order
  if (places === null || marketId === null) return null
  const bucket = orderBucket(order)
  const limits = limitsOf(places.shops, bucket)
  if (!isLimited(limits)) return null
  return {
    wanted: { marketId, zone, bucket, limits, orderId: order.id, replaces: replaces?.order.id },
    client: { hash: await sha256(client), max: config.placesPerClient },
  }
}

/**
 * Takes the place of a changed form before the session of the old one is ended: without a place, both stay as they are.
 * Nothing is written when the new order falls where the old one is.
 * @returns false when there is none
 */
export async function reserveForChange(
  { db, clock }: Deps,
  previous: PreviousAttempt,
  order: OrderRow,
  place: PlaceRequest | null,
): Promise<boolean> {
  const old = previous.order
  // An order that is not waiting for its payment has no session to lose.
  if (place === null || !takesPlace(old) || old.paymentStatus !== 'pending') return true
  const { wanted, client } = place
  if (old.marketId === order.marketId && isSameBucket(orderBucket(old), wanted.bucket)) return true
  const { deliveryOption: option, promisedBy } = order
  const at = clock.now().toISOString()
  try {
    await reservePlace(db, old.id, { ...wanted, option, promisedBy }, client, at)
    return true
  } catch (error) {
    if (isNoPlace(error)) return false
    throw error
  }
}

/** The statement that takes the place in the batch of its order; none where there is no limit. */
export function takePlaceFor({ db }: Pick<Deps, 'db'>, order: OrderRow, place: PlaceRequest | null) {
  return place ? [takePlace(db, place.wanted, place.client, order.createdAt)] : []
}

/** Whether a write failed because there was no place left. */
export function isNoPlace(error: unknown): boolean {
  return isNotNullViolation(error, 'order_holds.place')
}

/** @throws AppError `too_many_places` when a write failed because the client holds as many places as it may */
export function refuseTooManyPlaces(error: unknown): void {
  if (isNotNullViolation(error, 'order_holds.client_hash')) throw new AppError('too_many_places')
}
