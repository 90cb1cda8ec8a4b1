import type { Deps } from '#api/deps.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { finishCancellation, planCancellation } from '#api/refunds/cancellation.ts'
import type { LiveAssignment } from '#api/shop-orders/assignment-queries.ts'
import { unansweredOutcome } from '#domain/choice-offer.ts'
import { changeChoice, choiceUnchanged, readPromise } from './queries.ts'

const SYSTEM = { actor: 'system' } as const

/**
 * Cancels and refunds an order whose buyer has not answered in time. Only while its choice is open: that closes when a florist
 * accepts, has it ready or delivers it, or when it is cancelled. An order that was ready when its florist said that it will be
 * late is not cancelled: its flowers are made.
 */
export async function endExpiredChoice(deps: Deps, orderId: string): Promise<void> {
  const { db, clock } = deps
  const at = clock.now().toISOString()
  const found = await readPromise(db, orderId)
  const open = found?.open
  if (!found || !open?.expiresAt || open.expiresAt > at) return
  if (isKept(found)) return
  const refund = { refundKey: `choice:${open.id}`, reason: 'No answer about a broken promise', who: SYSTEM }
  const plan = await planCancellation(deps, orderId, refund, at)
  if (!plan || isKept(plan)) return
  const event = { kind: 'choice_expired', ...SYSTEM, data: { choiceId: open.id } }
  const guard = allOf(plan.unchanged, choiceUnchanged(open))
  const ended = await runGuardedBatch(db, orderId, event, at, guard, (condition) => [
    ...plan.statements(condition),
    changeChoice(db, orderId, { closedAt: at, outcome: 'expired' }, condition),
  ])
  // Otherwise something has changed: the next run looks again.
  if (ended) await finishCancellation(deps, plan, 'system')
}

function isKept({ live }: { live: LiveAssignment | null }): boolean {
  return unansweredOutcome(live?.shopOrder.status === 'ready') === 'kept'
}
