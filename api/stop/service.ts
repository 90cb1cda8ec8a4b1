import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isSameHash, stopCodeHashOf } from '#api/orders/stop-code.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { readStopCode } from '#domain/stop-code.ts'
import { blockByCard } from './block-orders.ts'
import { tryStopCode } from './queries.ts'
import type { StopRequest } from './schema.ts'

/**
 * All clients together may try as often as so many of them: far more than people need, so that nobody can keep them from stopping
 * flowers, and far less than guessing takes.
 */
const CLIENTS_AT_ONCE = 600

const CHECK_CODE = 'Please check each letter and digit against the card, or call us'

/**
 * Does what somebody wishes who has the card of an order: at once, and as often as they say so. Nothing of the order is told.
 * @param client whom the limit counts
 * @throws AppError `stop_code_unknown`, `rate_limited`
 */
export async function stopByCode(deps: Deps, { code, wish }: StopRequest, client: string): Promise<void> {
  const { db, clock, config } = deps
  const { stop } = config.limits
  const now = clock.now()
  const hash = stopCodeHashOf(readStopCode(code) ?? '')
  const { isAllowed, order } = await tryStopCode(db, hash, {
    client: counterOf('stop', client, now, stop),
    everybody: counterOf('stop', 'everybody', now, { ...stop, max: CLIENTS_AT_ONCE * stop.max }),
  })
  if (!isAllowed) throw new AppError('rate_limited', { retryAfterSeconds: stop.seconds })
  if (!order || !isSameHash(order.stopCodeHash ?? '', hash)) {
    throw new AppError('stop_code_unknown', { issues: [{ path: 'code', message: CHECK_CODE }] })
  }
  // The card of a sample is for practice: its address is somebody's.
  if (!order.isSample) await blockByCard(deps, order.id, wish)
}
