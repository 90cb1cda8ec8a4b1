import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { isShopOrderStatus } from '#domain/order-status.ts'
import { liveAssignment } from './assignment-queries.ts'
import { readShopOrder } from './queries.ts'
import { alreadyAssigned, changedMeanwhile, withdrawn } from './refusals.ts'
import { writeStatus } from './write-status.ts'

const ROUNDS = 4

/**
 * Sets a shop order's status: any from any other (§4), with time and person.
 * @returns its version now
 * @throws AppError `invalid` for what is no status; `shop_order_not_found`; `edit_conflict`; `shop_order_withdrawn`;
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
  for (let round = 0; round < ROUNDS; round++) {
    const found = await readShopOrder(deps.db, id)
    if (!found) throw new AppError('shop_order_not_found')
    const { shopOrder, order } = found
    if (shopOrder.withdrawnAt !== null) throw withdrawn(shopOrder.withdrawnAt)
    if (shopOrder.version !== version) throw changedMeanwhile(found)
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
    deps.defer(sendDue(deps))
    return version + 1
  }
  throw new AppError('edit_conflict')
}
