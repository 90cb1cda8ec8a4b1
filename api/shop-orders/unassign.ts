import type { Deps } from '#api/deps.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { shopOrderNotFound } from './service.ts'

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
  shopOrderId: string,
  version: number,
): Promise<{ notified: boolean }> {
  const { before, after } = await applyToOrder(
    deps,
    { shopOrderId },
    { type: 'unassign', shopOrderId, version },
    { actor: 'admin', actorId },
    { notFound: shopOrderNotFound },
  )
  const known = new Set(before.messages.map(({ id }) => id))
  const notified = after.messages.some(({ id, kind }) => kind === 'florist-withdrawn' && !known.has(id))
  if (notified) deps.waitUntil(sendDue(deps))
  return { notified }
}
