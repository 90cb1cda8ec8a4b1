import { dropNewTime } from '#api/dangers/queries.ts'
import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf, type Condition, type Statement } from '#api/platform/database/condition.ts'
import { waitingKinds } from '#api/platform/outbox/outbox.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { orderStatusAfter } from '#domain/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { orderStatusEvent } from './change-status.ts'
import { enqueueFloristWithdrawn } from './email-queries.ts'
import { revokeLinksOf } from './florist-link-queries.ts'
import {
  changeOrder,
  changeShopOrder,
  orderUnchanged,
  type ShopOrderRecord,
  shopOrderUnchanged,
} from './queries.ts'
import { findNotWithdrawn, shopOrderConflict } from './service.ts'

const MAX_ATTEMPTS = 4

/**
 * Takes an order back from its shop. It awaits assignment again, the shop order stays as history, and the florist's link
 * ends.
 * @returns whether the florist gets an email: only one who has heard of the order
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
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await findNotWithdrawn(deps, id)
    const { shopOrder, order, shop } = found
    if (!shopOrderIsLive(shopOrder)) throw new AppError('shop_order_over')
    if (shopOrder.version !== version) throw shopOrderConflict(found)
    if (shopOrder.status === 'delivered') throw new AppError('shop_order_delivered')

    const at = clock.now().toISOString()
    const who = { actor: 'admin', actorId } as const
    const status = orderStatusAfter({ ...order, assignment: shopOrder.status }, 'withdrawn')
    const event = {
      kind: 'unassigned',
      ...who,
      data: { shopOrderId: id, shopId: shop.id, shop: shop.name },
    }
    const unchanged = allOf(shopOrderUnchanged(shopOrder), orderUnchanged(order))
    const written = await runGuardedBatch(db, order.id, event, at, unchanged, (condition) => [
      ...orderStatusEvent({ db }, order, status, who, at, condition),
      ...withdrawal(db, found, at, condition),
      changeOrder(db, order.id, { assignmentStatus: 'unassigned', status }, at, condition),
    ])
    if (!written) continue
    const notified = (await waitingKinds(db, order.id, ['florist-withdrawn'])).length > 0
    if (notified) deps.waitUntil(sendDue(deps))
    return { notified }
  }
  throw new AppError('edit_conflict')
}

/**
 * Statements: takes a shop order back, with the florist's link; the florist hears of it. What that makes of the order is the
 * caller's.
 */
export function withdrawal(
  db: Db,
  { shopOrder, shop }: { shopOrder: ShopOrderRecord; shop: { email: string | null } },
  at: string,
  onlyIf: Condition,
): Statement[] {
  const { id, orderId } = shopOrder
  return [
    ...(shop.email === null
      ? []
      : [enqueueFloristWithdrawn(db, { orderId, email: shop.email }, { shopOrderId: id }, at, onlyIf)]),
    revokeLinksOf(db, id, at, onlyIf),
    dropNewTime(db, orderId, onlyIf),
    changeShopOrder(db, shopOrder, { withdrawnAt: at }, at, onlyIf),
  ]
}
