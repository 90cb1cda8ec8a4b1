import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type Applied, applyToOrder } from '#api/orders/apply.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishNewRefunds } from '#api/refunds/finish.ts'
import { orderAndShop } from '#domain/order/state.ts'
import { orderIdOf } from './link.ts'
import {
  isRefundable,
  linkUnknown,
  mayBeChanged,
  notChangeable,
  requireOwner,
  toManagedOrder,
} from './service.ts'

/**
 * Cancels an order as its buyer, until a florist has accepted it, and gives back all that is left of the payment. A florist
 * who was asked is told to stop. Again changes nothing.
 * @returns the order after it
 * @throws AppError `link_unknown`; `order_not_changeable`; `not_refundable` while the payment is disputed; `edit_conflict`
 */
export async function cancelByBuyer(deps: Deps, token: string) {
  const applied = await applyToOrder(
    deps,
    orderIdOf(token),
    async (state, at) => {
      await requireOwner(deps, token, state)
      if (state.order.status === 'cancelled') return null
      if (!mayBeChanged(state, new Date(at))) throw notChangeable(orderAndShop(state))
      if (!isRefundable(state)) {
        const message =
          'Your bank is looking into this payment, so it can’t be cancelled here. Please call us.'
        throw new AppError('not_refundable', { message })
      }
      return {
        type: 'cancel_by_buyer',
        refundId: crypto.randomUUID(),
        refundKey: crypto.randomUUID(),
      } as const
    },
    { actor: 'shopper' },
    { notFound: linkUnknown },
  )
  if (applied.changed) deps.waitUntil(finish(deps, applied))
  return toManagedOrder(deps, applied.after, deps.clock.now())
}

/** Asks the provider and sends what was written. Should this be cut short, the scheduled run does it. */
async function finish(deps: Deps, applied: Applied): Promise<void> {
  await sendDue(deps)
  await finishNewRefunds(deps, applied, 'buyer')
  await sendDue(deps)
}
