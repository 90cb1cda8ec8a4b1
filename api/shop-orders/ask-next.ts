import { orderBucket } from '#api/capacity/service.ts'
import type { Deps } from '#api/deps.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { splitByPercent } from '#domain/cost-split.ts'
import { mayBeAsked, rankShops } from '#domain/shop-ranking.ts'
import { readForSystem, systemMayAssign } from './asking-queries.ts'
import { writeAssignment } from './assign.ts'
import { readCandidates, shopHasRoom } from './shop-load-queries.ts'

const MAX_ATTEMPTS = 4

/**
 * Assigns an order to the best shop that was not asked yet, if its market assigns automatically. One live shop order at a
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
 * How many shops are left that the system could ask about an order: 0 once all have said no, are full or cannot be reached.
 * @returns null when the system does not assign this order
 */
export async function shopsLeftToAsk({ db, clock }: Pick<Deps, 'db' | 'clock'>, orderId: string) {
  const now = clock.now()
  const found = await readForSystem(db, orderId, now.toISOString())
  if (!found) return null
  const wanted = { orderId, bucket: orderBucket(found.order), zone: found.order.timeZone }
  return (await readCandidates(db, found.market.id, wanted, now)).filter(mayBeAsked).length
}
