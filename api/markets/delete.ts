import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import { marketWithShops } from './queries.ts'
import { marketRemoved } from './told.ts'
import { deleteMarket as write } from './write-queries.ts'

/**
 * Closes a market that has no shops (decisions.md, Orders and shop orders): its ZIP codes are not served any more.
 * @throws AppError `market_not_found`; `market_has_shops`; `edit_conflict` when it was changed at the same moment
 */
export async function deleteMarket(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  const found = await marketWithShops(db, id)
  if (!found) throw new AppError('market_not_found')
  if (found.shops.length > 0) throw new AppError('market_has_shops')
  const { market } = found
  const written = await write(db, market, {
    entity: 'market',
    entityId: id,
    action: 'delete',
    fields: marketRemoved(market),
    actorId,
    version: market.version + 1,
    at: clock.now().toISOString(),
  })
  if (written) return
  const still = await marketWithShops(db, id)
  if (!still) throw new AppError('market_not_found')
  if (still.shops.length > 0) throw new AppError('market_has_shops')
  throw await editConflict(db, 'market', id, market.version)
}
