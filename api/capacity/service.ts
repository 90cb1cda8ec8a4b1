import type { Db } from '#api/deps.ts'
import { addOrderFlag } from '#api/platform/audit/order-events.ts'
import type { Condition } from '#api/platform/database/condition.ts'
import { type Bucket, bucketOf, isLimited } from '#domain/capacity.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { hasNoPlace, readLimits, type WantedPlace } from './queries.ts'

type Placed = Pick<OrderRow, 'id' | 'marketId' | 'deliveryOption' | 'promisedBy' | 'timeZone'>

/** What an order takes a place of. */
export function orderBucket({
  deliveryOption,
  promisedBy,
  timeZone,
}: Omit<Placed, 'id' | 'marketId'>): Bucket {
  return bucketOf(deliveryOption, new Date(promisedBy), timeZone)
}

/** The place that a stored order needs; null where there is no limit. */
export async function placeOf(db: Db, order: Placed): Promise<WantedPlace | null> {
  const { marketId, timeZone: zone } = order
  if (marketId === null) return null
  const bucket = orderBucket(order)
  const limits = await readLimits(db, marketId, bucket)
  return isLimited(limits) ? { marketId, zone, bucket, limits, except: [order.id] } : null
}

/**
 * Statements: flags an order as `over_capacity` if there is no place for it at this point of the batch.
 * @param wanted null: none needed
 * @param onlyIf condition on the `orders` row
 */
export function flagIfFull(
  db: Db,
  orderId: string,
  wanted: WantedPlace | null,
  at: string,
  onlyIf: Condition,
) {
  if (wanted === null) return []
  return [addOrderFlag(db, orderId, { kind: 'over_capacity', detail: null }, at, hasNoPlace(wanted, onlyIf))]
}
