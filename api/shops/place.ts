import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isForeignKeyViolation } from '#api/platform/database/constraint.ts'
import { type KnownShop, readForShop, type ShopFields } from './queries.ts'

/**
 * The shop that a save is about, and the names of the market and the state that it is to have.
 * @param id empty for a shop that is to be made
 * @throws AppError `invalid` when there is no such market or state
 */
export async function placeOf(
  { db }: Deps,
  id: string,
  form: Pick<ShopFields, 'marketId' | 'stateId'>,
): Promise<{ found: KnownShop | null; names: { marketName: string; stateCode: string } }> {
  const { found, market, state } = await readForShop(db, id, form)
  if (!market) throw marketGone()
  if (!state) throw new AppError('invalid', { issues: [{ path: 'stateId', message: 'State is required' }] })
  return { found, names: { marketName: market.name, stateCode: state.code } }
}

/** What a refused write means: states stay for ever, so it was the market that went meanwhile. */
export function refusalOf(error: unknown): unknown {
  return isForeignKeyViolation(error) ? marketGone() : error
}

function marketGone(): AppError {
  const message = 'This market is not there any more. Please choose another one.'
  return new AppError('invalid', { issues: [{ path: 'marketId', message }] })
}
