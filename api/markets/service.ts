import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { Issue } from '#api/http/error-schema.ts'
import { endStoppedSessions } from '#api/orders/reconcile.ts'
import {
  createRecord,
  deleteRecord,
  requireVersion,
  updateRecord,
} from '#api/platform/audit/versioned-record.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#api/platform/database/constraint.ts'
import { retryOvertaken } from '#api/platform/database/retry.ts'
import { logFailure, unavailableService } from '#api/platform/failure.ts'
import {
  noOrdersReason,
  takesOrdersWithoutFlorist,
  type WithoutFlorist,
  withoutFlorist,
} from '#domain/market-orders.ts'
import { isZip5 } from '#domain/zip.ts'
import {
  addToLists,
  holders,
  marketRecord,
  marketWithChanges,
  marketWithoutShops,
  readForMarket,
  replaceLists,
  stillHasFlorist,
  stopSessionsIfClosed,
} from './queries.ts'
import { MARKET_INVALID, type MarketForm, type MarketUpdate, type ZipCheckRequest } from './schema.ts'

/**
 * A market for its screen. When its shops alone cannot be read, they are null, and the log says why.
 * @throws AppError `market_not_found`
 */
export async function readMarket(deps: Deps, id: string) {
  const { db } = deps
  const found = await marketWithChanges(db, id).catch(async (error: unknown) => {
    if (unavailableService(error)) throw error
    const rest = await marketWithoutShops(db, id)
    logFailure(deps, 'market_shops_not_read', error)
    return rest
  })
  if (!found) throw new AppError('market_not_found')
  return found
}

/**
 * Opens a market.
 * @returns its id, and who waits for its ZIP codes
 * @throws AppError `invalid` when another market has its name or a ZIP code; `market_without_florist` when it would take orders
 *   and that was not confirmed
 */
export async function createMarket(
  deps: Deps,
  actorId: string,
  { withoutFlorist: confirmed, ...given }: MarketForm,
) {
  const { db, clock } = deps
  const form = { ...given, closedWithoutFlorist: given.closedWithoutFlorist || confirmed === 'closes' }
  const known = await readForMarket(db, '', form.name, form.zipCodes)
  refuseTaken(known, form)
  const market = { ...form, hasFlorist: false, hasZipCodes: form.zipCodes.length > 0 }
  if (takesOrdersWithoutFlorist(market)) requireConfirmation(form.name, 'takes_orders', confirmed)
  const id = crypto.randomUUID()
  const at = clock.now().toISOString()
  await createRecord(db, marketRecord, {
    id,
    name: form.name,
    values: { ...form, ...askingFields(null, form, at) },
    actorId,
    at,
    statements: addToLists(db, id, form),
  }).catch((error: unknown) => refuseTakenMeanwhile(db, id, form, error))
  return { id, waiting: noOrdersReason(market) === null ? known.waiting : [] }
}

/**
 * Changes a market, its ZIP codes and its schedule. When it takes no orders after it, the checkouts that are open are stopped:
 * nobody is sent there again, and they are ended at the provider.
 * @returns its version now, and who waits for the ZIP codes that were added or can be ordered to again
 * @throws AppError `market_not_found`; `edit_conflict` when it is not at the version that the form was made from any
 * more; `invalid` when another market has its name or a ZIP code; `market_without_florist` when it would take orders without a
 * florist and that was not confirmed
 */
export async function updateMarket(
  deps: Deps,
  actorId: string,
  id: string,
  { version, withoutFlorist: confirmed, ...given }: MarketUpdate,
) {
  const { db, clock } = deps
  return retryOvertaken(async () => {
    const { before, hasFlorist, waiting, ...known } = await readForMarket(db, id, given.name, given.zipCodes)
    if (!before) throw new AppError('market_not_found')
    await requireVersion(db, marketRecord, before, version)
    refuseTaken(known, given)
    const closes = given.closedWithoutFlorist ?? before.closedWithoutFlorist
    const form = { ...given, closedWithoutFlorist: closes || confirmed === 'closes' }
    const market = { ...form, hasFlorist, hasZipCodes: form.zipCodes.length > 0 }
    if (takesOrdersWithoutFlorist(market)) requireConfirmation(form.name, 'takes_orders', confirmed)
    const needsFlorist = withoutFlorist(market) === 'takes_orders' && confirmed === undefined
    const at = clock.now().toISOString()
    const changed = await updateRecord(db, marketRecord, {
      before,
      changes: { ...form, ...askingFields(before, form, at) },
      actorId,
      at,
      // Overtaken without it: its last florist has left since it was read.
      condition: needsFlorist ? stillHasFlorist(id) : undefined,
      statements: [...replaceLists(db, id, form), ...stopSessionsIfClosed(db, id, actorId, at)],
    }).catch((error: unknown) => refuseTakenMeanwhile(db, id, form, error))
    if (!changed) return { version, waiting: [] }
    if (noOrdersReason(market) !== null) {
      deps.waitUntil(endStoppedSessions(deps))
      // No notification about a market that takes no orders.
      return { version: version + 1, waiting: [] }
    }
    const served = new Set(noOrdersReason({ ...before, hasFlorist }) === null ? before.zipCodes : [])
    return { version: version + 1, waiting: waiting.filter(({ zip }) => !served.has(zip)) }
  })
}

/**
 * Deletes a market that has no shops: its ZIP codes are not served any more.
 * @throws AppError `market_not_found`; `market_has_shops`; `edit_conflict` when it was changed at the same moment
 */
export async function deleteMarket({ db, clock }: Deps, actorId: string, id: string): Promise<void> {
  const found = await marketWithChanges(db, id)
  if (!found) throw new AppError('market_not_found')
  const { shops, changes: _, ...before } = found
  if (shops.length > 0) throw new AppError('market_has_shops')
  const at = clock.now().toISOString()
  await deleteRecord(db, marketRecord, { before, name: before.name, actorId, at }).catch((error: unknown) => {
    // A shop was added to it since it was read.
    throw isForeignKeyViolation(error) ? new AppError('market_has_shops') : error
  })
}

type AskingFields = Pick<MarketForm, 'asksForAnswer' | 'assignsAutomatically'>

/** Who is assigned an order by the system has to answer. Orders that were paid before the switch stay with people. */
function askingFields(
  before: (AskingFields & { assignsSince: string | null }) | null,
  form: { [Field in keyof AskingFields]?: boolean },
  at: string,
) {
  const assignsAutomatically = form.assignsAutomatically ?? before?.assignsAutomatically ?? false
  const asksForAnswer = (form.asksForAnswer ?? before?.asksForAnswer ?? false) || assignsAutomatically
  const assignsSince = assignsAutomatically ? (before?.assignsSince ?? at) : null
  return { asksForAnswer, assignsAutomatically, assignsSince }
}

type ZipResult = 'ok' | 'duplicate' | 'wrong' | 'taken'

/**
 * Judges each distinct piece of a pasted list, in its order: free, in this market already (`duplicate`), in another one
 * (`taken`), or no ZIP code. `times` says how often the list has it.
 */
export async function checkZips({ db }: Deps, { zipCodes, marketId }: ZipCheckRequest) {
  const times = new Map<string, number>()
  for (const zip of zipCodes) times.set(zip, (times.get(zip) ?? 0) + 1)
  const distinct = [...times.keys()]
  const held = new Map((await holders(db, distinct.filter(isZip5))).map((holder) => [holder.zip, holder]))
  return {
    zipCodes: distinct.map((zip) => {
      const holder = held.get(zip)
      const own = holder !== undefined && holder.marketId === marketId
      const result: ZipResult = !isZip5(zip) ? 'wrong' : own ? 'duplicate' : holder ? 'taken' : 'ok'
      return {
        zip,
        result,
        marketName: holder?.marketName ?? null,
        times: times.get(zip) ?? 1,
      }
    }),
  }
}

type Known = Pick<Awaited<ReturnType<typeof readForMarket>>, 'taken' | 'nameTaken'>

/** @throws AppError `invalid` when another market has the name, or some of the ZIP codes: it is named */
function refuseTaken({ taken, nameTaken }: Known, form: Pick<MarketForm, 'zipCodes'>): void {
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
 * Answers a write that the database refused: somebody else may have taken the name or a ZIP code at the same moment.
 * @throws AppError `invalid` if so, else the error itself
 */
async function refuseTakenMeanwhile(
  db: Db,
  id: string,
  form: Pick<MarketForm, 'name' | 'zipCodes'>,
  error: unknown,
): Promise<never> {
  const taken = isUniqueViolation(error, 'market_zipcodes') || isUniqueViolation(error, 'markets_name')
  if (taken) refuseTaken(await readForMarket(db, id, form.name, form.zipCodes), form)
  throw error
}

/**
 * Asks before a write that leaves a market without a florist, in the words that an admin reads.
 * @param then what the market does after it
 * @param confirmed what the request says that it does
 * @param lastShop the name of the shop that the write takes from it; absent: it had none
 * @throws AppError `market_without_florist` or `market_would_close` unless that was confirmed
 */
export function requireConfirmation(
  market: string,
  then: WithoutFlorist,
  confirmed: WithoutFlorist | undefined,
  lastShop?: string,
): void {
  // Whoever wants it closed gets that: it is closed already, or the write closes it.
  if (confirmed === then || confirmed === 'closes') return
  const last = lastShop === undefined ? '' : `${lastShop} is the last active florist of ${market}. `
  if (then === 'closes') {
    throw new AppError('market_would_close', {
      message: `${last}${market} will take no orders until it has a florist again, and open checkouts will end.`,
    })
  }
  throw new AppError('market_without_florist', {
    message: last
      ? `${last}${market} will still take orders. They will wait for you to assign them, and no limit applies.`
      : `${market} takes orders, but has no florist. Orders will wait for you to assign them, and no limit applies.`,
  })
}
