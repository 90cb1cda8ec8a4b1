import { endDanger } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { type Cancellation, finishCancellation, planCancellation } from '#api/refunds/cancellation.ts'
import { isNotAccepted } from './queries.ts'
import {
  isRefundable,
  managedOrderState,
  mayBeChanged,
  notChangeable,
  openManaged,
  toManagedOrder,
} from './service.ts'

const MAX_ATTEMPTS = 4
const REASON = 'Cancelled by the buyer before a florist accepted it'
const BUYER = { actor: 'shopper' } as const

/**
 * Cancels an order as its buyer, until a florist has accepted it, and gives back all that is left of the payment. A florist
 * who was asked is told to stop. Again changes nothing.
 * @returns the order after it
 * @throws AppError `link_unknown`; `order_not_changeable`; `not_refundable` while the payment is disputed; `edit_conflict`
 */
export async function cancelByBuyer(deps: Deps, token: string) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await openManaged(deps, token)
    const { order } = found
    const now = deps.clock.now()
    if (order.status === 'cancelled') return toManagedOrder(deps, found, now)
    if (!mayBeChanged(found, now)) throw notChangeable(managedOrderState(found))
    if (!isRefundable(found)) {
      const message = 'Your bank is looking into this payment, so it can’t be cancelled here. Please call us.'
      throw new AppError('not_refundable', { message })
    }
    const at = now.toISOString()
    const how = { refundKey: crypto.randomUUID(), reason: REASON, who: BUYER, byBuyer: true }
    const plan = await planCancellation(deps, order.id, how, at)
    if (!plan || !(await write(deps, plan, at))) continue
    const after = await openManaged(deps, token)
    deps.waitUntil(finish(deps, plan))
    return toManagedOrder(deps, after, now)
  }
  throw new AppError('edit_conflict')
}

/** Asks the provider and sends what was written. Should this be cut short, the scheduled run does it. */
async function finish(deps: Deps, plan: Cancellation): Promise<void> {
  await sendDue(deps)
  await finishCancellation(deps, plan, 'buyer')
  await sendDue(deps)
}

/** @returns false when something has changed since it was read */
function write({ db }: Deps, plan: Cancellation, at: string): Promise<boolean> {
  const { order } = plan
  const event = { kind: 'cancelled_by_buyer', ...BUYER }
  return runGuardedBatch(
    db,
    order.id,
    event,
    at,
    allOf(plan.unchanged, isNotAccepted(order.id)),
    (happened) => [
      ...plan.statements(happened),
      ...endDanger(db, order, { about: `cancelled:${order.id}`, tellsBuyer: false }, at, happened),
    ],
  )
}
