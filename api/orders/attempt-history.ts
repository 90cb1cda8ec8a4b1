import { attemptHistory } from '#domain/order/attempt.ts'
import type { StoredOrder } from './state-queries.ts'

/**
 * The delivery attempts, for staff: each with all that was said of it, the last of which counts.
 * @param shops the shop orders and their shops' names
 */
export function attemptsForStaff(
  attempts: StoredOrder['attempts'],
  shops: readonly { id: string; shop: string }[],
) {
  return attemptHistory(attempts).map((versions) => {
    const [{ shopOrderId, createdAt }] = versions
    const shop = shops.find(({ id }) => id === shopOrderId)?.shop ?? ''
    return {
      shopOrderId,
      shop,
      /** When the flowers were at the door (ISO instant). */
      at: createdAt,
      /** The oldest first. */
      versions: versions.map(({ id, outcome, name, nextStep, nextAt, source, actorEmail, createdAt }) => ({
        ...{ id, outcome, name, nextStep, nextAt, createdAt },
        /** Who said so: the shop, or an admin by email; null: a former user. */
        by: source === 'florist' ? shop : actorEmail,
      })),
    }
  })
}
