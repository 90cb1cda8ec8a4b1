import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { fulfilmentOf, isAtWork, mayBeAssigned } from '#domain/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { shopOrderLives, shopTakesOrders } from './assignment-queries.ts'
import { newFloristLink, standingOf } from './florist-link.ts'
import { addFloristLink, openLinkOf, revokeLinksOf } from './florist-link-queries.ts'
import { tellFlorist } from './messages.ts'
import { type KnownShopOrder, readShopOrder } from './queries.ts'
import { orderOver, withdrawn } from './refusals.ts'

const ROUNDS = 4

/**
 * Sends the florist a new link; the one they had ends.
 * @returns where it goes, and until when it works (ISO instant)
 * @throws AppError `shop_order_not_found`, `shop_order_withdrawn`, `shop_order_over`, `order_over`,
 *   `shop_order_delivered`, `shop_inactive`, `shop_without_email`
 */
export async function sendFloristLink(deps: Deps, actorId: string, id: string) {
  const { db, clock } = deps
  for (let round = 0; round < ROUNDS; round++) {
    const { shopOrder, order, shop } = await living(deps, id)
    if (!shop.active) throw new AppError('shop_inactive')
    if (shop.email === null) throw new AppError('shop_without_email')
    const now = clock.now()
    const at = now.toISOString()
    const link = await newFloristLink(deps, id, order.promisedBy, now)
    const claim = newClaim()
    const { condition } = claim
    const guard = sql`${shopOrderLives(id)} and ${shopTakesOrders(shop)}`
    const event = linkEvent(deps, { shopOrder, shop }, 'florist_link_sent', actorId, at, claim.key, guard)
    const sent = await runGuardedBatch(db, claim, event, [
      revokeLinksOf(db, id, at, condition),
      addFloristLink(db, id, link, at, condition),
      tellFlorist(db, { orderId: order.id, email: shop.email }, link.id, at, condition),
    ])
    if (!sent) continue
    deps.defer(sendDue(deps))
    return { sentTo: shop.email, expiresAt: link.expiresAt }
  }
  throw new AppError('edit_conflict')
}

/**
 * Ends the florist's link. Again changes nothing more.
 * @throws AppError `shop_order_not_found`
 */
export async function revokeFloristLink(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  const found = await readShopOrder(db, id)
  if (!found) throw new AppError('shop_order_not_found')
  const [open] = await openLinkOf(db, id)
  if (!open) return
  const at = clock.now().toISOString()
  const claim = newClaim()
  const event = linkEvent(deps, found, 'florist_link_revoked', actorId, at, claim.key, sql`true`)
  await runGuardedBatch(db, claim, event, [revokeLinksOf(db, id, at, claim.condition)])
}

async function living({ db }: Deps, id: string): Promise<KnownShopOrder> {
  const found = await readShopOrder(db, id)
  if (!found) throw new AppError('shop_order_not_found')
  if (found.shopOrder.withdrawnAt !== null) throw withdrawn(found.shopOrder.withdrawnAt)
  if (!shopOrderIsLive(found.shopOrder)) throw new AppError('shop_order_over')
  if (!mayBeAssigned(found.order)) throw orderOver(found.order)
  if (!isAtWork(fulfilmentOf(standingOf(found)).florist)) throw new AppError('shop_order_delivered')
  return found
}

function linkEvent(
  { db }: Deps,
  { shopOrder, shop }: Pick<KnownShopOrder, 'shopOrder' | 'shop'>,
  kind: string,
  actorId: string,
  at: string,
  dedupeKey: string,
  onlyIf: SQL,
) {
  const data = { shopOrderId: shopOrder.id, shop: shop.name }
  const event = { kind, actor: 'admin', actorId, data, dedupeKey } as const
  return addOrderEvent(db, shopOrder.orderId, event, at, onlyIf)
}
