import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { unsubscribe } from './queries.ts'

/**
 * Takes a person off the waitlist, for every ZIP they asked about. Again changes nothing more.
 * @param token of the link in their mail
 * @param address where the request came from
 * @throws AppError `link_unknown`; `rate_limited` for an address that keeps coming with unknown ones
 */
export async function leaveWaitlist(
  { db, clock, config }: Deps,
  token: string,
  address: string,
): Promise<void> {
  const limit = config.limits.waitlist
  const now = clock.now()
  const misses = await counterOf('unsubscribe', address, now, limit)
  const { known, allowed } = await unsubscribe(db, token, now.toISOString(), misses)
  if (known) return
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
  throw new AppError('link_unknown')
}
