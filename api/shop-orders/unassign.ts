import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { orderStatusAfter } from '#domain/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { openLinkOf, revokeLinksOf } from './florist-link-queries.ts'
import { tellFloristWithdrawn } from './messages.ts'
import { orderStatusEvent } from './order-status-event.ts'
import { readShopOrder } from './queries.ts'
import { changedMeanwhile, withdrawn } from './refusals.ts'
import { changeShopOrder, markOrder, orderIsStill, shopOrderIsStill } from './write-queries.ts'

const ROUNDS = 4

/**
 * Takes an order back from its shop; it awaits assignment again, and its history stays (decisions.md, Orders and shop
 * orders). The florist's link ends at once.
 * @returns whether the florist is told: only who was told of the order is
 * @throws AppError `shop_order_not_found`, `shop_order_withdrawn`, `shop_order_over`, `shop_order_delivered`,
 *   `edit_conflict` when it is not at `version` any more
 */
export async function unassignOrder(
  deps: Deps,
  actorId: string,
  id: string,
  version: number,
): Promise<{ notified: boolean }> {
  const { db, clock } = deps
  for (let round = 0; round < ROUNDS; round++) {
    const found = await readShopOrder(db, id)
    if (!found) throw new AppError('shop_order_not_found')
    const { shopOrder, order, shop } = found
    if (shopOrder.withdrawnAt !== null) throw withdrawn(shopOrder.withdrawnAt)
    if (!shopOrderIsLive(shopOrder)) throw new AppError('shop_order_over')
    if (shopOrder.version !== version) throw changedMeanwhile(found)
    if (shopOrder.status === 'delivered') throw new AppError('shop_order_delivered')

    const at = clock.now().toISOString()
    const claim = newClaim()
    const { condition } = claim
    const status = orderStatusAfter(order, 'withdrawn')
    const [link] = await openLinkOf(db, id)
    const notified = link !== undefined && shop.email !== null
    const event = addOrderEvent(
      db,
      order.id,
      {
        kind: 'unassigned',
        actor: 'admin',
        actorId,
        data: { shopOrderId: id, shopId: shop.id, shop: shop.name },
        dedupeKey: claim.key,
      },
      at,
      sql`${shopOrderIsStill(shopOrder)} and ${orderIsStill(order)}`,
    )
    const done = await runGuardedBatch(db, claim, event, [
      ...orderStatusEvent(db, order, status, { actor: 'admin', actorId }, at, condition),
      ...(shop.email === null
        ? []
        : [tellFloristWithdrawn(db, { orderId: order.id, email: shop.email }, id, at, condition)]),
      revokeLinksOf(db, id, at, condition),
      changeShopOrder(db, shopOrder, { withdrawnAt: at }, at, condition),
      markOrder(db, order.id, { assignmentStatus: 'unassigned', status }, at, condition),
    ])
    if (!done) continue
    if (notified) deps.defer(sendDue(deps))
    return { notified }
  }
  throw new AppError('edit_conflict')
}
