import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import type { Condition } from '#api/platform/database/condition.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import type { ShopOrderRecord } from '#api/shop-orders/queries.ts'
import { MONEY_FLAGS, type OrderFlag } from '#domain/order-flags.ts'
import { canDeleteOrder, shopOrderIsLive } from '#domain/order-status.ts'
import type { RefundStatus } from '#domain/refunds.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { type ReadOrder, readOrder } from './queries.ts'
import { settle } from './settle.ts'
import { mayBeDeleted, removeOrder } from './write-queries.ts'

const MAX_ATTEMPTS = 4

/**
 * Deletes an order that is unpaid, cancelled or fully refunded and has no live shop order, after closing its checkout at the
 * provider. Its log stays.
 * @throws AppError `order_not_found`; `order_not_deletable` with the reason; `payments_unavailable`; `edit_conflict`
 */
export async function deleteOrder(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
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
    const event = {
      kind: 'deleted',
      actor: 'admin',
      actorId,
      data: { status, paymentStatus, totalCents, refundedCents },
    } as const
    const at = clock.now().toISOString()
    const remove = (condition: Condition) => removeOrder(db, id, condition)
    if (await runGuardedBatch(db, id, event, at, mayBeDeleted(order), remove)) return
  }
  throw new AppError('edit_conflict')
}

/**
 * Makes sure that this order can no longer be paid.
 * @returns false when the provider's session had ended: it is settled now, and the order has to be read again
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
  // Not open any more: it expired or was paid.
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

type Deletable = {
  order: Pick<OrderRow, 'status' | 'paymentStatus' | 'isSample'>
  shopOrders: readonly Pick<ShopOrderRecord, 'status' | 'withdrawnAt' | 'paymentStatus'>[]
  flags: readonly { kind: OrderFlag; resolvedAt: string | null }[]
  refunds: readonly { status: RefundStatus }[]
}

/** Why an order cannot be deleted now, as a message for the admin; null when it can. */
export function deleteRefusal({ order, shopOrders, flags, refunds }: Deletable): string | null {
  if (shopOrders.some(shopOrderIsLive)) return 'A shop has this order. Unassign it first.'
  if (!canDeleteOrder(order, shopOrders)) {
    // Nobody paid for a sample: there is nothing to refund.
    return order.isSample
      ? 'This order counts as paid. Cancel it first.'
      : 'This order is paid. Cancel it and refund it first.'
  }
  // The shop's statement would lose what the shop has to pay back.
  if (shopOrders.some(({ paymentStatus }) => paymentStatus === 'paid')) {
    return 'A shop was paid for this order. Settle that with the shop first.'
  }
  if (refunds.some(({ status }) => status === 'pending')) {
    return 'A refund is on its way. Wait until it goes through.'
  }
  const open = flags.find(({ kind, resolvedAt }) => resolvedAt === null && isMoney(kind))
  return open ? FLAG_REFUSALS[open.kind] : null
}

const FLAG_REFUSALS: Readonly<Record<OrderFlag, string>> = {
  needs_refund: 'This order still needs a refund.',
  amount_mismatch: 'The amount paid doesn’t match the total. Settle that first.',
  stray_payment: 'It was paid twice. Settle that first.',
  disputed: 'The payment is disputed. Wait until that is over.',
  rebuilt: '',
  paid_while_paused: '',
  over_capacity: '',
}

function isMoney(kind: OrderFlag): boolean {
  return MONEY_FLAGS.some((flag) => flag === kind)
}
