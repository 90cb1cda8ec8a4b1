import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { deleteRefusal } from './deletable.ts'
import { mayBeDeleted, removeOrder } from './deletion-queries.ts'
import { type ReadOrder, readOrder } from './queries.ts'
import { settle } from './settle.ts'

const ROUNDS = 4

/**
 * Takes an order away (decisions.md, `Delete Order`): unpaid, cancelled or fully refunded, without a live shop order, and
 * after its checkout was closed at the provider. Its log stays.
 * @throws AppError `order_not_found`; `order_not_deletable` with the reason; `payments_unavailable`; `edit_conflict`
 */
export async function deleteOrder(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  for (let round = 0; round < ROUNDS; round++) {
    const found = await readOrder(db, id)
    if (!found) throw new AppError('order_not_found')
    const { order, given, flags, returned } = found
    const refusal = deleteRefusal({
      order,
      flags,
      shopOrders: given.map(({ shopOrder }) => shopOrder),
      refunds: returned.map(({ refund }) => refund),
    })
    if (refusal !== null) throw new AppError('order_not_deletable', { message: refusal })
    if (!(await checkoutClosed(deps, order))) continue

    const { status, paymentStatus, totalCents, refundedCents } = order
    const claim = newClaim()
    const event = {
      kind: 'deleted',
      actor: 'admin',
      actorId,
      data: { status, paymentStatus, totalCents, refundedCents },
      dedupeKey: claim.key,
    } as const
    const written = addOrderEvent(db, id, event, clock.now().toISOString(), mayBeDeleted(order))
    if (await runGuardedBatch(db, claim, written, removeOrder(db, id, claim.condition))) return
  }
  throw new AppError('edit_conflict')
}

/**
 * Sees to it that nobody can pay for this order any more.
 * @returns false when the provider had news of it: then it has to be looked at again
 */
async function checkoutClosed(deps: Deps, order: ReadOrder['order']): Promise<boolean> {
  const sessionId = order.checkoutSessionId
  if (order.paymentStatus !== 'pending' || sessionId === null) return true
  try {
    await deps.payments.expireSession(sessionId)
    return true
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    if (error.kind !== 'rejected') throw unavailable()
  }
  // Not open any more: it ran out, or it was paid.
  const session = await deps.payments.retrieveSession(sessionId).catch((error: unknown) => {
    throw error instanceof PaymentsError ? unavailable() : error
  })
  await settle(deps, session, { source: 'reconciliation' })
  return false
}

function unavailable(): AppError {
  return new AppError('payments_unavailable', {
    message: 'The payment provider did not answer, so the checkout may still be open. Nothing was deleted.',
  })
}
