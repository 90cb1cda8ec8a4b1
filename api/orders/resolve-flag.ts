import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { flagOf } from './queries.ts'
import { changeOrder, flagIsOpen, resolveFlag } from './write-queries.ts'

/**
 * Takes down a flag that a person has looked at. Twice is the same as once.
 * @throws AppError `not_found` when the order has no such flag
 */
export async function resolveOrderFlag(
  deps: Deps,
  actorId: string,
  orderId: string,
  flagId: string,
): Promise<void> {
  const { db, clock } = deps
  const flag = await flagOf(db, orderId, flagId)
  if (!flag) throw new AppError('not_found', { message: 'This order has no such flag.' })
  if (flag.resolvedAt !== null) return
  const at = clock.now().toISOString()
  const claim = newClaim()
  const { kind, detail } = flag
  const event = { kind: 'flag_resolved', actor: 'admin', actorId, data: { flag: kind, detail } } as const
  await runGuardedBatch(
    db,
    claim,
    addOrderEvent(db, orderId, { ...event, dedupeKey: claim.key }, at, flagIsOpen(flagId)),
    [
      resolveFlag(db, orderId, kind, at, sql`${claim.condition}`),
      changeOrder(db, orderId, {}, at, claim.condition),
    ],
  )
}
