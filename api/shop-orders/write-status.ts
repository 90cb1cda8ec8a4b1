import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { addOrderMessage } from '#api/platform/outbox/outbox.ts'
import { messagesOnChange, orderStatusAfter } from '#domain/fulfilment.ts'
import type { OrderStatus, ShopOrderStatus } from '#domain/order-status.ts'
import { orderStatusEvent } from './order-status-event.ts'
import type { KnownShopOrder } from './queries.ts'
import { changeShopOrder, markOrder, orderIsStill, shopOrderIsStill } from './write-queries.ts'

type Change = {
  to: ShopOrderStatus
  /** An admin by their user id, or the florist by their shop's id. */
  who: { actor: 'admin' | 'florist'; actorId: string }
  /** Why it was rejected. */
  reason: string | null
}

/**
 * Sets the status of a shop order that was not taken back, with all that follows from it, in one batch: rejected frees
 * the order, anything else binds it; delivered means that the order is, too; the shopper hears that a florist has it, and
 * that it is there.
 * @param onlyIf what else must hold
 * @returns false when shop order or order have changed since they were read
 * @throws the database's UNIQUE violation when it is not to be rejected any more and another shop has the order
 */
export function writeStatus(
  { db }: Pick<Deps, 'db'>,
  { shopOrder, order, shop }: Pick<KnownShopOrder, 'shopOrder' | 'order' | 'shop'>,
  { to, who, reason }: Change,
  at: string,
  onlyIf: SQL = sql`true`,
): Promise<boolean> {
  const { id, status: from } = shopOrder
  const claim = newClaim()
  const { condition } = claim
  const event = addOrderEvent(
    db,
    order.id,
    {
      kind: 'shop_order_status',
      ...who,
      data: { shopOrderId: id, shopId: shop.id, shop: shop.name, from, to, ...(reason && { reason }) },
      dedupeKey: claim.key,
    },
    at,
    sql`${shopOrderIsStill(shopOrder)} and ${orderIsStill(order)} and ${onlyIf}`,
  )
  const status = orderStatusAfter(order, to)
  const stamp = { statusUpdatedAt: at, statusUpdatedBy: who.actor === 'admin' ? who.actorId : null }
  const assignmentStatus = to === 'rejected' ? 'unassigned' : 'assigned'
  const marks = order.status !== status || order.assignmentStatus !== assignmentStatus
  return runGuardedBatch(db, claim, event, [
    ...orderStatusEvent(db, order, status, who, at, condition),
    ...buyerMessages({ db }, { shopOrder, order }, { status, to }, at, condition),
    changeShopOrder(db, shopOrder, { status: to, ...stamp }, at, condition),
    ...(marks ? [markOrder(db, order.id, { status, assignmentStatus }, at, condition)] : []),
  ])
}

/** Once an order each, whatever is clicked afterwards. */
function buyerMessages(
  { db }: Pick<Deps, 'db'>,
  { shopOrder, order }: Pick<KnownShopOrder, 'shopOrder' | 'order'>,
  { status, to }: { status: OrderStatus; to: ShopOrderStatus },
  at: string,
  condition: SQL,
) {
  const { paymentStatus } = order
  const { buyer } = messagesOnChange(
    { status: order.status, paymentStatus, assignment: shopOrder.status },
    { status, paymentStatus, assignment: to },
  )
  if (buyer === null) return []
  const paid = sql`${condition} and payment_status = 'paid' and is_sample = 0`
  return [addOrderMessage(db, order.id, { kind: buyer, recipient: order.customerEmail }, at, paid)]
}
