import { orderBucket } from '#api/capacity/service.ts'
import type { Deps } from '#api/deps.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { AskingRound } from '#domain/broken-promise.ts'
import { splitByPercent } from '#domain/cost-split.ts'
import { mayBeAsked, mayBeAskedByHand, rankShops } from '#domain/shop-ranking.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { readAsked, readForSystem, systemMayAssign } from './asking-queries.ts'
import { writeAssignment } from './assign.ts'
import { readCandidates, shopHasRoom } from './shop-load-queries.ts'

const MAX_ATTEMPTS = 4

/**
 * Assigns an order to the best shop that was not asked yet in this round, if its market assigns automatically. One live shop order at a
 * time: of two calls at once, one wins.
 * @returns whether a shop was asked
 */
export async function askNextFlorist(deps: Deps, orderId: string): Promise<boolean> {
  const { db, clock } = deps
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const now = clock.now()
    const at = now.toISOString()
    const found = await readForSystem(db, orderId, at)
    if (!found) return false
    const { order, market, specialInstructions } = found
    const wanted = { orderId, bucket: orderBucket(order), zone: order.timeZone }
    const [best] = rankShops(await readCandidates(db, market.id, wanted, now))
    if (!best) return false
    const split = splitByPercent(order.totalCents, best.shop.defaultPercentage)
    const onlyIf = allOf(systemMayAssign(orderId, at), shopHasRoom(best.id, wanted, best.room))
    const assignment = { order, market, shop: best.shop, live: null, specialInstructions, ...split }
    try {
      const who = { actor: 'system' } as const
      if (!(await writeAssignment(deps, { ...assignment, who, onlyIf }))) continue
    } catch (error) {
      if (!isUniqueViolation(error, 'shop_orders.order_id')) throw error
      continue
    }
    deps.waitUntil(sendDue(deps))
    return true
  }
  // Something changed each time: the next scheduled run asks.
  return false
}

/**
 * How far the asking of florists has come for an order, since its buyer last agreed to a promise.
 * @returns null when its market asks for no answers, or nobody is to be asked about this order now
 */
export async function askingRound(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: Pick<OrderRow, 'id' | 'deliveryOption' | 'promisedBy' | 'timeZone'>,
): Promise<AskingRound | null> {
  const now = clock.now()
  const found = await readAsked(db, order.id, now.toISOString())
  if (!found) return null
  const { marketId, isAutomatic, declined } = found
  const wanted = { orderId: order.id, bucket: orderBucket(order), zone: order.timeZone }
  const shops = await readCandidates(db, marketId, wanted, now)
  const shopsLeft = shops.filter(isAutomatic ? mayBeAsked : mayBeAskedByHand).length
  return { shopsLeft, declined, isAutomatic }
}
