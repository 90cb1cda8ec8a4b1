import { deleteHold, type Hold, type Holder, mayHold } from '#api/capacity/hold-queries.ts'
import { takePlace, type WantedPlace } from '#api/capacity/place-queries.ts'
import type { Places } from '#api/capacity/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { hadNoPlace } from '#api/orders/decision-queries.ts'
import { isNotNullViolation } from '#api/platform/database/constraint.ts'
import { sha256 } from '#api/platform/hash.ts'
import { bucketOfOrder, instantsOf, isLimited, isSameBucket, limitsOf } from '#domain/capacity.ts'
import { countsSince, dayShare, holdEnd, isTakenOver, widerNetworkMax } from '#domain/holds.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import { waitsForPayment } from '#domain/order-status.ts'
import { phoneDigits } from '#domain/phone.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { heldUntil, type PreviousAttempt } from './queries.ts'

/** Who is counted for the limits: an IPv4 address or an IPv6 /64, and the /48 around the latter. */
export type Client = { address: string; widerNetwork: string | null }

/** A place for a new order, and how it is held. */
export type PlaceRequest = {
  wanted: WantedPlace
  hold: Hold
  /** True if it ends with the hold of the form's first order. */
  takesOver: boolean
  /** The order whose hold goes with the batch that takes the place; null: none. */
  freedOrderId: string | null
}

/** The place that a new order needs; null where there is no limit. */
export function placeFor(
  { config }: Pick<Deps, 'config'>,
  order: OrderRow,
  places: Places,
  replaces: PreviousAttempt | null,
  client: Client,
): PlaceRequest | null {
  const { marketId, timeZone: zone } = order
  if (places === null || marketId === null) return null
  const bucket = bucketOfOrder(order)
  const limits = limitsOf(places.shops, bucket)
  if (!isLimited(limits)) return null
  const now = new Date(order.createdAt)
  const first = replaces && firstHoldEnd(replaces)
  const takesOver = first !== null && isTakenOver(first, now)
  const share = dayShare(limits.day, config.clientsToFillADay)
  const { day } = instantsOf(bucket, zone)
  return {
    wanted: { marketId, zone, bucket, limits, orderId: order.id, replaces: replaces?.order.id },
    hold: {
      holder: holderOf(client, order),
      ...maximum(config.placesPerClient),
      day:
        share === null
          ? null
          : { ...maximum(share), marketId, span: day, replaces: replaces?.order.id ?? null },
      since: countsSince(now),
      expiresAt: takesOver ? first : holdEnd(order.createdAt),
    },
    takesOver,
    // One that is nearly over stays, and counts as unpaid: or a new form would renew it for ever.
    freedOrderId: replaces && (takesOver || replaces.hold === null) ? replaces.order.id : null,
  }
}

const maximum = (max: number) => ({ max, networkMax: widerNetworkMax(max) })

/** Until when the place of an earlier attempt is held; null when it holds none. */
function firstHoldEnd({ order, hold }: PreviousAttempt): string | null {
  return hold && waitsForPayment(order) ? heldUntil(hold) : null
}

function holderOf({ address, widerNetwork }: Client, order: OrderRow): Holder {
  return {
    client: sha256(address),
    network: widerNetwork && sha256(widerNetwork),
    mailbox: sha256(mailboxOf(order.customerEmail)),
    phone: sha256(phoneDigits(order.customerPhone)),
  }
}

/**
 * Takes the place of a changed form before the session of the old one is ended: without a place, both stay as they are.
 * Nothing is written when the new order falls where the old one is.
 * @returns false when there is none
 * @throws AppError `too_many_places` when the new order needs a hold of its own and may have none
 */
export async function reserveForChange(
  { db, clock }: Deps,
  previous: PreviousAttempt,
  order: OrderRow,
  place: PlaceRequest | null,
): Promise<boolean> {
  const old = previous.order
  // An order that is not waiting for its payment has no session to lose.
  if (place === null || !waitsForPayment(old)) return true
  const { wanted, hold, takesOver } = place
  if (old.marketId === order.marketId && isSameBucket(bucketOfOrder(old), wanted.bucket)) {
    if (!takesOver && !(await mayHold(db, hold))) throw new AppError('too_many_places')
    return true
  }
  const { deliveryOption: option, promisedBy } = order
  const at = clock.now().toISOString()
  try {
    const expiresAt = firstHoldEnd(previous) ?? holdEnd(old.createdAt)
    // The hold that is taken over counts until the new order is stored, which gives it back.
    const more = takesOver ? 1 : 0
    const allowed = { ...hold, expiresAt, max: hold.max + more, networkMax: hold.networkMax + more }
    await takePlace(db, wanted, allowed, at, { orderId: old.id, option, promisedBy })
    return true
  } catch (error) {
    refuseTooManyPlaces(error)
    if (hadNoPlace(error)) return false
    throw error
  }
}

/** The statements that take the place in the batch of its order, after it; none where there is no limit. */
export function takePlaceFor({ db }: Pick<Deps, 'db'>, order: OrderRow, place: PlaceRequest | null) {
  if (place === null) return []
  const { wanted, hold, freedOrderId } = place
  // First: a hold that is taken over does not count beside the new one.
  const freed = freedOrderId === null ? [] : [deleteHold(db, freedOrderId)]
  return [...freed, takePlace(db, wanted, hold, order.createdAt)]
}

/** @throws AppError `too_many_places` when a write failed because the client, its mailbox or its phone holds as many places as it may */
export function refuseTooManyPlaces(error: unknown): void {
  if (isNotNullViolation(error, 'order_holds.client_hash')) throw new AppError('too_many_places')
}
