import type { Deps } from '#api/deps.ts'
import { made } from '#api/platform/audit/field-changes.ts'
import { readForMarket } from './queries.ts'
import { refusedWrite, refuseTaken } from './refusals.ts'
import type { MarketCreated, MarketForm } from './schema.ts'
import { insertMarket } from './write-queries.ts'

/**
 * Opens a market (§5; decisions.md, ZIP codes).
 * @returns its id, and who waits for its ZIP codes
 * @throws AppError `invalid` when another market has its name or a ZIP code
 */
export async function createMarket(deps: Deps, actorId: string, form: MarketForm): Promise<MarketCreated> {
  const { db, clock } = deps
  refuseTaken(await readForMarket(db, '', form.name, form.zipCodes), form)
  const { zipCodes, closedDates, ...fields } = form
  const id = crypto.randomUUID()
  const at = clock.now().toISOString()
  const market = { id, ...fields, version: 1, createdAt: at, updatedAt: at }
  const change = { entity: 'market', entityId: id, action: 'create', actorId, version: 1, at } as const
  const waiting = await insertMarket(
    db,
    market,
    { zipCodes, closedDates },
    { ...change, fields: made(form.name) },
  ).catch((error: unknown) => refusedWrite(db, id, form, error))
  return { id, waiting }
}
