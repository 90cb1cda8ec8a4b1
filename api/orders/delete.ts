import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { deletionRefusal } from '#domain/order/record.ts'
import { applyToOrder } from './apply.ts'
import { expireSession, settle } from './settle.ts'
import type { StoredOrder } from './state-queries.ts'

/**
 * Deletes an order that is unpaid, cancelled or fully refunded and has no live shop order, after closing its checkout at the
 * provider. Its log stays.
 * @throws AppError `order_not_found`; `order_not_deletable` with the reason; `payments_unavailable`; `edit_conflict`
 */
export async function deleteOrder(deps: Deps, actorId: string, id: string): Promise<void> {
  await applyToOrder(
    deps,
    id,
    async (state) => {
      // What cannot be deleted keeps its checkout.
      if (deletionRefusal(state) === null) await closeCheckout(deps, state.order)
      return { type: 'delete_order' } as const
    },
    { actor: 'admin', actorId },
  )
}

/**
 * Makes sure that this order can no longer be paid. If the provider's session had ended, it is settled: then the order is not as
 * it was read, and is read again.
 */
async function closeCheckout(deps: Deps, order: StoredOrder['order']): Promise<void> {
  const sessionId = order.checkoutSessionId
  if (order.paymentStatus !== 'pending' || sessionId === null) return
  const { session, wasOpen } = await expireSession(deps, sessionId).catch((error: unknown) => {
    throw error instanceof PaymentsError ? unavailable() : error
  })
  if (wasOpen) return
  await settle(deps, session, { source: 'reconciliation' })
  // The payment is under way: nobody knows yet.
  if (!session.paid && session.status !== 'expired') throw new AppError('edit_conflict')
}

function unavailable(): AppError {
  return new AppError('payments_unavailable', {
    message: 'The payment provider did not answer, so the checkout may still be open. Nothing was deleted.',
  })
}
