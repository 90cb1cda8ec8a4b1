import type { Deps } from '#api/deps.ts'
import { askingTokens } from '#api/orders/manage-link.ts'
import { promiseTimesOf } from '#api/orders/state-queries.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishForBuyer } from '#api/refunds/finish.ts'
import { toFloristOrder } from './florist-order.ts'
import type { FloristSubstituteRequest } from './schema.ts'
import { applyByToken } from './service.ts'

/**
 * A florist who has accepted says what is missing and what goes in instead. By the sender's wish it goes in, they are asked, or the order
 * is cancelled with a refund. The same words again change nothing.
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` unless the florist is making the order; `substitution_open` while the
 *   sender is asked about another flower; `substitution_changed` when their wish is not the one that the page showed
 */
export async function substituteByFlorist(
  deps: Deps,
  { token, missing, instead, preference }: FloristSubstituteRequest,
) {
  const { found, applied } = await applyByToken(deps, token, async ({ order, shopOrder, market }) => {
    const substitutionId = crypto.randomUUID()
    const [{ hash: tokenHash }] = await askingTokens(deps.config, order, 'substitution', substitutionId)
    return {
      type: 'substitute',
      shopOrderId: shopOrder.id,
      substitutionId,
      missing,
      instead,
      preference,
      times: promiseTimesOf(market),
      tokenHash,
      refundId: crypto.randomUUID(),
    }
  })
  if (applied.changed) deps.waitUntil(finishForBuyer(deps, applied))
  return toFloristOrder(found, deps, deps.clock.now())
}

/**
 * A florist has found the flowers after all: the sender is not asked any more. Again changes nothing.
 * @returns the order after it
 * @throws AppError `florist_link_closed`
 */
export async function findFlowersByFlorist(deps: Deps, token: string) {
  const { changed, found } = await applyByToken(deps, token, ({ shopOrder }) => ({
    type: 'find_flowers',
    shopOrderId: shopOrder.id,
  }))
  if (changed) deps.waitUntil(sendDue(deps))
  return toFloristOrder(found, deps, deps.clock.now())
}
