import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { endStoppedSessions } from '#api/orders/reconcile.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import { marketWithShops, readForMarket } from './queries.ts'
import { refusedWrite, refuseTaken } from './refusals.ts'
import type { MarketUpdate, MarketUpdated } from './schema.ts'
import { marketChanges } from './told.ts'
import { updateMarket as write } from './write-queries.ts'

/**
 * Changes a market, its ZIP codes and its schedule (§5; decisions.md). A save that changes nothing writes nothing. A pause
 * stops the checkouts that are open: nobody is sent there again, and they are ended at the provider.
 * @returns its version now, and who waits for the ZIP codes that were added or are no longer paused
 * @throws AppError `market_not_found`; `edit_conflict` when it is not at the version that the form was made from any
 * more; `invalid` when another market has its name or a ZIP code
 */
export async function updateMarket(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...form }: MarketUpdate,
): Promise<MarketUpdated> {
  const { db, clock } = deps
  const { found, ...known } = await readForMarket(db, id, form.name, form.zipCodes)
  if (!found) throw new AppError('market_not_found')
  if (found.version !== version) throw await editConflict(db, 'market', id, version)
  refuseTaken(known, form)
  const changes = marketChanges(found, form)
  if (changes.length === 0) return { version, waiting: [] }

  const { zipCodes, closedDates, ...fields } = form
  const had = new Set(found.zipCodes)
  const opened = found.pausedReason === null ? zipCodes.filter((zip) => !had.has(zip)) : zipCodes
  // Nobody is told about a market that takes no orders.
  const toAnnounce = fields.pausedReason === null ? opened : []
  const next = version + 1
  const waiting = await write(db, found, fields, { zipCodes, closedDates }, toAnnounce, {
    entity: 'market',
    entityId: id,
    action: 'update',
    fields: changes,
    actorId,
    version: next,
    at: clock.now().toISOString(),
  }).catch((error: unknown) => refusedWrite(db, id, form, error))
  if (waiting === null) {
    const still = await marketWithShops(db, id)
    throw still ? await editConflict(db, 'market', id, version) : new AppError('market_not_found')
  }
  if (form.pausedReason !== null) deps.defer(endStoppedSessions(deps))
  return { version: next, waiting }
}
