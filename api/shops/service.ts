import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import {
  createRecord,
  deleteRecord,
  requireVersion,
  updateRecord,
} from '#api/platform/audit/versioned-record.ts'
import { isForeignKeyViolation } from '#api/platform/database/constraint.ts'
import { logFailure } from '#api/platform/failure.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { linkChanges } from './links-on-change.ts'
import {
  hasNoOrders,
  hasOrders,
  readForShop,
  replaceCapacityDates,
  type ShopFields,
  shopById,
  shopRecord,
} from './queries.ts'
import type { ShopForm, ShopUpdate } from './schema.ts'

const MAX_ATTEMPTS = 4

/**
 * Adds a florist shop.
 * @returns its id
 * @throws AppError `invalid` when there is no such market or state
 */
export async function createShop({ db, clock }: Deps, actorId: string, form: ShopForm): Promise<string> {
  await readShopAndPlace(db, '', form)
  const id = crypto.randomUUID()
  const at = clock.now().toISOString()
  await createRecord(db, shopRecord, {
    id,
    name: form.name,
    values: form,
    actorId,
    at,
    statements: (written) => replaceCapacityDates(db, id, form.capacityDates, written),
  }).catch(refuseDeletedMarket)
  return id
}

/**
 * Changes a florist shop; a field that is not given stays. The links of its florists follow it.
 * @returns its version now
 * @throws AppError `shop_not_found`; `edit_conflict` when it is not at the version that the form was made from any
 * more; `invalid` when there is no such market or state
 */
export async function updateShop(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...form }: ShopUpdate,
): Promise<number> {
  const { db, clock } = deps
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { before, names } = await readShopAndPlace(db, id, form)
    if (!before) throw new AppError('shop_not_found')
    await requireVersion(db, shopRecord, before, version)
    const { capacityDates } = form
    const now = clock.now()
    const links = await linkChanges(deps, actorId, before, { ...before, ...form }, now)
    const outcome = await updateRecord(db, shopRecord, {
      before,
      changes: { ...form, ...names },
      actorId,
      at: now.toISOString(),
      condition: links?.onlyIf,
      statements: (written) => [
        ...(links?.statements(written) ?? []),
        ...(capacityDates ? replaceCapacityDates(db, id, capacityDates, written) : []),
      ],
    }).catch(refuseDeletedMarket)
    if (outcome === 'unchanged') return version
    // Refused: the shop was given an order, or a florist link ended, since the links were read.
    if (outcome === 'refused') continue
    if (links?.notified) deps.waitUntil(sendDue(deps))
    return version + 1
  }
  throw new AppError('edit_conflict')
}

/**
 * Deletes a shop that never had an order; one that had is deactivated instead.
 * @throws AppError `shop_has_orders`, also when that cannot be found out; `shop_not_found`; `edit_conflict` when it was
 * changed at the same moment
 */
export async function deleteShop(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  if (await mayHaveOrders(deps, id)) throw new AppError('shop_has_orders')
  const before = await shopById(db, id)
  if (!before) throw new AppError('shop_not_found')
  const at = clock.now().toISOString()
  const deletion = { before, name: before.name, actorId, at, condition: hasNoOrders(id) }
  if (!(await deleteRecord(db, shopRecord, deletion))) throw new AppError('shop_has_orders')
}

async function mayHaveOrders(deps: Deps, id: string): Promise<boolean> {
  try {
    return await hasOrders(deps.db, id)
  } catch (error) {
    logFailure(deps, 'shop_order_check_failed', error)
    return true
  }
}

/**
 * The shop that a save is about, and the names of the market and the state that it is to have.
 * @param id empty for a new shop
 * @throws AppError `invalid` when there is no such market or state
 */
async function readShopAndPlace(db: Db, id: string, form: Pick<ShopFields, 'marketId' | 'stateId'>) {
  const { before, market, state } = await readForShop(db, id, form)
  if (!market) throw marketGone()
  if (!state) throw new AppError('invalid', { issues: [{ path: 'stateId', message: 'State is required' }] })
  return { before, names: { marketName: market.name, stateCode: state.code } }
}

/** States are never deleted, so a foreign key that fails is the market's. */
function refuseDeletedMarket(error: unknown): never {
  throw isForeignKeyViolation(error) ? marketGone() : error
}

function marketGone(): AppError {
  const message = 'This market no longer exists. Please choose another one.'
  return new AppError('invalid', { issues: [{ path: 'marketId', message }] })
}
