import type { Db } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { Issue } from '#api/http/error-schema.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { readForMarket } from './queries.ts'
import { MARKET_INVALID, type MarketForm } from './schema.ts'

type Known = Pick<Awaited<ReturnType<typeof readForMarket>>, 'taken' | 'nameTaken'>

/** @throws AppError `invalid` when another market has the name, or some of the ZIP codes: it is named */
export function refuseTaken({ taken, nameTaken }: Known, form: MarketForm): void {
  const holder = new Map(taken.map(({ zip, marketName }) => [zip, marketName]))
  const issues: Issue[] = nameTaken
    ? [{ path: 'name', message: 'A market with this name already exists' }]
    : []
  form.zipCodes.forEach((zip, at) => {
    const name = holder.get(zip)
    if (name === undefined) return
    issues.push({ path: `zipCodes.${at}`, message: `ZIP code ${zip} already belongs to ${name}` })
  })
  if (issues.length > 0) throw new AppError('invalid', { message: MARKET_INVALID, issues })
}

/**
 * What a write means that the database refused: somebody else took the name or a ZIP code at the same moment.
 * @returns never
 * @throws AppError `invalid` if so, else the error itself
 */
export async function refusedWrite(db: Db, id: string, form: MarketForm, error: unknown): Promise<never> {
  const taken = isUniqueViolation(error, 'market_zipcodes') || isUniqueViolation(error, 'markets_name')
  if (taken) refuseTaken(await readForMarket(db, id, form.name, form.zipCodes), form)
  throw error
}
