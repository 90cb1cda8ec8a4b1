import { readCandidates } from '#api/capacity/shop-load-queries.ts'
import type { Deps } from '#api/deps.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { dangerAt } from '#api/orders/state-queries.ts'
import { sendAbout } from '#api/platform/outbox/send-due.ts'
import { bucketOfOrder } from '#domain/capacity.ts'
import { splitByPercent } from '#domain/cost-split.ts'
import type { Assign } from '#domain/order/assignment.ts'
import type { AskingRound } from '#domain/order/broken-promise.ts'
import type { OpenDanger } from '#domain/order/promise.ts'
import { openChoice } from '#domain/order/state.ts'
import { mayBeAsked, mayBeAskedByHand, rankShops } from '#domain/shop-ranking.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { newAssignment } from './assign.ts'
import { readAsked, systemMayAssign } from './deadline-queries.ts'

/**
 * Carries on at once after a florist's no, in this order: asks the next florist, and looks for a danger, as too little time may be
 * left, or nobody to ask. An order that has neither waits for a person to assign it.
 */
export async function carryOnAfterNo(deps: Deps, orderId: string): Promise<void> {
  await askNextFlorist(deps, orderId)
  await detectDanger(deps, orderId)
}

/**
 * Assigns an order to the best shop that was not asked yet in this round, if its market assigns automatically. One live shop order at a
 * time: of two calls at once, one wins.
 * @returns whether a shop was asked
 */
export async function askNextFlorist(deps: Deps, orderId: string): Promise<boolean> {
  const { db, clock } = deps
  const { changed } = await applyToOrder(
    deps,
    orderId,
    async ({ order, market, shopOrders }, at): Promise<Assign | null> => {
      if (!market?.assignsAutomatically || order.assignmentStatus === 'assigned') return null
      const wanted = { orderId, bucket: bucketOfOrder(order), zone: order.timeZone, zip: order.deliveryZip }
      const onlyIf = systemMayAssign(orderId, at)
      const [best] = rankShops(await readCandidates(db, market.id, wanted, clock.now(), onlyIf))
      if (!best) return null
      const { day, hour } = best.room
      return {
        totalCents: order.totalCents,
        ...splitByPercent(order.totalCents, best.shop.defaultPercentage),
        specialInstructions: shopOrders.at(-1)?.specialInstructions ?? null,
        ...(await newAssignment(deps, best.shop, market)),
        room: { ...wanted, limits: { day: day.limit, hour: hour.limit } },
      }
    },
    { actor: 'system' },
  )
  if (changed) deps.waitUntil(sendAbout(deps, orderId))
  return changed
}

/**
 * The state of asking florists for an order, since its buyer last agreed to a promise.
 * @returns null when its market asks for no answers, or nobody is to be asked about this order now
 */
export async function askingRound(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: Pick<OrderRow, 'id' | 'deliveryOption' | 'promisedBy' | 'timeZone' | 'deliveryZip'>,
): Promise<AskingRound | null> {
  const now = clock.now()
  const found = await readAsked(db, order.id, now.toISOString())
  if (!found) return null
  const { marketId, isAutomatic, declined } = found
  const wanted = {
    orderId: order.id,
    bucket: bucketOfOrder(order),
    zone: order.timeZone,
    zip: order.deliveryZip,
  }
  const shops = await readCandidates(db, marketId, wanted, now)
  const shopsLeft = shops.filter(isAutomatic ? mayBeAsked : mayBeAskedByHand).length
  return { shopsLeft, declined, isAutomatic }
}

/** Opens a danger of an order if its promise is in one and none is open: every minute, and at once after a florist's no. */
export async function detectDanger(deps: Deps, orderId: string): Promise<void> {
  await applyToOrder(
    deps,
    orderId,
    async (state, at): Promise<OpenDanger | null> => {
      if (openChoice(state)) return null
      const reason = dangerAt(state, await askingRound(deps, state.order), new Date(at))
      return reason && { type: 'open_danger', choiceId: crypto.randomUUID(), reason }
    },
    { actor: 'system' },
  )
}
