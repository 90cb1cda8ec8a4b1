import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent, type OrderEvent } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf, type Condition } from '#api/platform/database/condition.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { messagesOnChange, orderStatusAfter } from '#domain/fulfilment.ts'
import { isShopOrderStatus, type OrderStatus, type ShopOrderStatus } from '#domain/order-status.ts'
import { alreadyAssigned } from './assign.ts'
import { liveAssignment } from './assignment-queries.ts'
import { enqueueBuyerEmail } from './email-queries.ts'
import {
  changeOrder,
  changeShopOrder,
  type KnownShopOrder,
  orderUnchanged,
  shopOrderUnchanged,
} from './queries.ts'
import { findNotWithdrawn, shopOrderConflict } from './service.ts'

const MAX_ATTEMPTS = 4

/**
 * Sets a shop order's status, any from any other, with time and person.
 * @returns its version now
 * @throws AppError `invalid` for an unknown status; `shop_order_not_found`; `edit_conflict`; `shop_order_withdrawn`;
 *   `already_assigned` when it was rejected and another shop has the order by now
 */
export async function changeShopOrderStatus(
  deps: Deps,
  actorId: string,
  id: string,
  { status: to, reason, version }: { status: string; reason: string | null; version: number },
): Promise<number> {
  if (!isShopOrderStatus(to)) {
    const message = `Invalid shop order status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'status', message }] })
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await findNotWithdrawn(deps, id)
    const { shopOrder, order } = found
    if (shopOrder.version !== version) throw shopOrderConflict(found)
    if (shopOrder.status === to) return version
    const change = {
      to,
      who: { actor: 'admin', actorId },
      reason: to === 'rejected' ? reason : null,
    } as const
    try {
      if (!(await writeStatus(deps, found, change, deps.clock.now().toISOString()))) continue
    } catch (error) {
      if (!isUniqueViolation(error, 'shop_orders.order_id')) throw error
      const [live] = await liveAssignment(deps.db, order.id)
      if (live) throw alreadyAssigned(live)
      continue
    }
    deps.waitUntil(sendDue(deps))
    return version + 1
  }
  throw new AppError('edit_conflict')
}

type StatusChange = {
  to: ShopOrderStatus
  /** An admin by their user id, or the florist by their shop's id. */
  who: { actor: 'admin' | 'florist'; actorId: string }
  /** Why it was rejected. */
  reason: string | null
}

/**
 * Sets the status of a shop order that was not taken back, and what follows from it, in one batch: `rejected` makes the
 * order unassigned, anything else assigned; `delivered` also sets the order's status; the buyer hears that a florist has
 * accepted and that the flowers are there.
 * @param onlyIf a further condition
 * @returns false when shop order or order have changed since they were read
 * @throws the database's UNIQUE violation when it was rejected and another shop has the order by now
 */
export function writeStatus(
  { db }: Pick<Deps, 'db'>,
  { shopOrder, order, shop }: Pick<KnownShopOrder, 'shopOrder' | 'order' | 'shop'>,
  { to, who, reason }: StatusChange,
  at: string,
  onlyIf?: Condition,
): Promise<boolean> {
  const { id, status: from } = shopOrder
  const event = {
    kind: 'shop_order_status',
    ...who,
    data: { shopOrderId: id, shopId: shop.id, shop: shop.name, from, to, ...(reason && { reason }) },
  }
  const unchanged = allOf(shopOrderUnchanged(shopOrder), orderUnchanged(order), ...(onlyIf ? [onlyIf] : []))
  const status = orderStatusAfter(order, to)
  const assignmentStatus = to === 'rejected' ? 'unassigned' : 'assigned'
  const orderChanges = order.status !== status || order.assignmentStatus !== assignmentStatus
  const { paymentStatus } = order
  const { buyer } = messagesOnChange(
    { status: order.status, paymentStatus, assignment: from },
    { status, paymentStatus, assignment: to },
  )
  const stamp = { statusUpdatedAt: at, statusUpdatedBy: who.actor === 'admin' ? who.actorId : null }
  return runGuardedBatch(db, order.id, event, at, unchanged, (condition) => [
    ...orderStatusEvent({ db }, order, status, who, at, condition),
    ...(buyer ? [enqueueBuyerEmail(db, order, buyer, at, condition)] : []),
    changeShopOrder(db, shopOrder, { status: to, ...stamp }, at, condition),
    ...(orderChanges ? [changeOrder(db, order.id, { status, assignmentStatus }, at, condition)] : []),
  ])
}

/** Statements: logs that the order's status changed with its shop order; none when it did not change. */
export function orderStatusEvent(
  { db }: Pick<Deps, 'db'>,
  order: { id: string; status: OrderStatus },
  to: OrderStatus,
  who: Pick<OrderEvent, 'actor' | 'actorId'>,
  at: string,
  onlyIf: Condition,
) {
  if (to === order.status) return []
  const event = { kind: 'status_changed', ...who, data: { from: order.status, to } }
  return [addOrderEvent(db, order.id, event, at, onlyIf)]
}
