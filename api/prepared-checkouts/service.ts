import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sha256 } from '#api/platform/hash.ts'
import { preparedState } from '#domain/prepared-checkout.ts'
import { readPrepared } from './queries.ts'

/**
 * A prepared checkout as its buyer's page shows it. What was filled in is shown while it can be ordered with, and never again.
 * @throws AppError `not_found` while the shop is closed to agents, `link_unknown`
 */
export async function openPrepared(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  secret: string,
) {
  if (!config.agents) throw new AppError('not_found')
  const found = await readPrepared(db, { secretHash: sha256(secret) })
  if (!found) throw new AppError('link_unknown')
  const { checkout, platform, placed } = found
  if (placed?.paid) return { state: 'completed', reference: placed.order.orderReference } as const
  const state = preparedState({ ...checkout, blockedAt: platform.blockedAt }, clock.now())
  if (state === 'expired') return { state } as const
  if (state !== 'open' || checkout.content === null) return { state: 'over' } as const
  const { sku, option, fields } = checkout.content
  return {
    state,
    attemptKey: checkout.id,
    /** Another one whenever its preparer changed it. */
    version: checkout.version,
    preparedBy: platform.name,
    sku,
    option,
    fields,
  } as const
}
