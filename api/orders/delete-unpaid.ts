import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from './apply.ts'
import { unpaidOrdersBefore } from './reconcile-queries.ts'

const AT_ONCE = 20

/**
 * Deletes orders that nobody paid for, with their attempts and sessions; their log stays. One that may not be deleted, because
 * of an open flag or a florist who was paid, waits for a person.
 * @param before ISO instant: those placed earlier
 */
export async function deleteUnpaidOrders(deps: Deps, before: string): Promise<void> {
  for (const { id } of await unpaidOrdersBefore(deps.db, before, AT_ONCE)) {
    const deleted = applyToOrder(deps, id, { type: 'delete_order' }, { actor: 'system' })
    await deleted.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
}
