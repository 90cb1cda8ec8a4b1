import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder, emailsOfChange } from '#api/orders/apply.ts'
import { shopOrderConflict } from '#api/orders/refusal.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { isShopOrderStatus, type OrderStatus } from '#domain/order-status.ts'
import { EMAILS_HELD_MS } from '#domain/undo.ts'
import { askNextFlorist } from './ask-next.ts'
import type { ShopOrderStatusRequest } from './schema.ts'
import { notWithdrawn, shopOrderNotFound } from './service.ts'

/**
 * Sets a shop order's status, any from any other, with time and person.
 * @returns its version now, what that made of the order's own status, which emails go because of it, and which that are wrong
 *   now have gone to the buyer
 * @throws AppError `invalid` for an unknown status; `shop_order_not_found`; `edit_conflict`, also when the order's status is
 *   not the one to be restored from; `shop_order_withdrawn`; `already_assigned` when it was rejected and another shop has the
 *   order by now
 */
export async function changeShopOrderStatus(
  deps: Deps,
  actorId: string,
  id: string,
  { status: to, reason, version, holdEmails, restoreOrder }: ShopOrderStatusRequest,
) {
  if (!isShopOrderStatus(to)) {
    const message = `Invalid shop order status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'status', message }] })
  }
  const applied = await applyToOrder(
    deps,
    { shopOrderId: id },
    (state, at) => {
      const shopOrder = notWithdrawn(state, id)
      if (shopOrder.version !== version) throw shopOrderConflict(state, id)
      if (restoreOrder && state.order.status !== restoreOrder.from) throw orderMovedOn(state.order)
      if (shopOrder.status === to) return null
      return {
        type: 'set_shop_order_status',
        shopOrderId: id,
        to,
        reason: to === 'rejected' ? reason : null,
        orderStatus: restoreOrder?.to,
        notBefore: holdEmails ? new Date(Date.parse(at) + EMAILS_HELD_MS).toISOString() : undefined,
      }
    },
    { actor: 'admin', actorId },
    { notFound: shopOrderNotFound },
  )
  const { before, after, changed } = applied
  const orderStatus = { from: before.order.status, to: after.order.status }
  if (!changed) return { version, orderStatus, emails: [], wrongEmails: [] }
  deps.waitUntil(sendDue(deps))
  if (to === 'rejected') deps.waitUntil(askNextFlorist(deps, after.order.id))
  return { version: version + 1, orderStatus, ...emailsOfChange(applied) }
}

function orderMovedOn({ status }: { status: OrderStatus }): AppError {
  const message = `The order’s own status was changed to ${status}`
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path: 'restoreOrder', message }],
  })
}
