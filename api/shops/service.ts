import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import { fieldChanges, made, removed } from '#api/platform/audit/field-changes.ts'
import { isForeignKeyViolation } from '#api/platform/database/constraint.ts'
import { logFailure } from '#api/platform/failure.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { linkChanges } from './florist-links.ts'
import {
  deleteShopRow,
  hasOrders,
  insertShopRow,
  readForShop,
  type ShopFields,
  shopById,
  updateShopRow,
} from './queries.ts'
import type { ShopForm, ShopUpdate } from './schema.ts'

const MAX_ATTEMPTS = 4

/**
 * Adds a florist shop.
 * @returns its id
 * @throws AppError `invalid` when there is no such market or state
 */
export async function createShop(deps: Deps, actorId: string, form: ShopForm): Promise<string> {
  const id = crypto.randomUUID()
  await readWithPlace(deps, id, form)
  const at = deps.clock.now().toISOString()
  const change = { entity: 'shop', entityId: id, action: 'create', actorId, version: 1, at } as const
  try {
    await insertShopRow(
      deps.db,
      { id, ...form, version: 1, createdAt: at, updatedAt: at },
      { ...change, fields: made(form.name) },
    )
  } catch (error) {
    throw toMarketError(error)
  }
  return id
}

/**
 * Changes a florist shop; a field that is not given stays. When nothing differs, nothing is written. The links of its
 * florists end or move with its address.
 * @returns its version now
 * @throws AppError `shop_not_found`; `edit_conflict` when it is not at `version` any more; `invalid` when there is no such
 *   market or state
 */
export async function updateShop(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...given }: ShopUpdate,
): Promise<number> {
  const { db, clock } = deps
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { found, names } = await readWithPlace(deps, id, given)
    if (!found) throw new AppError('shop_not_found')
    if (found.shop.version !== version) throw await editConflict(db, 'shop', id, version)
    const { phone, email, active } = found.shop
    const form = { phone, email, active, ...given }
    const fields = fieldChanges(toAuditFields(found.shop, found), toAuditFields(form, names))
    if (fields.length === 0) return version

    const now = clock.now()
    const next = version + 1
    const change = {
      entity: 'shop',
      entityId: id,
      action: 'update',
      fields,
      actorId,
      version: next,
      at: now.toISOString(),
    } as const
    const links = await linkChanges(deps, actorId, found.shop, form, now)
    const written = await updateShopRow(db, found.shop, form, change, links).catch((error: unknown) => {
      throw toMarketError(error)
    })
    if (!written) continue
    if (links?.notified) deps.defer(sendDue(deps))
    return next
  }
  throw new AppError('edit_conflict')
}

/**
 * Deletes a shop that never had an order; one that had can only be deactivated.
 * @throws AppError `shop_has_orders`, also when the look-up for orders fails; `shop_not_found`; `edit_conflict` when it was
 *   changed at the same moment
 */
export async function deleteShop(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  if (await mayHaveOrders(deps, id)) throw new AppError('shop_has_orders')
  const [found] = await shopById(db, id)
  if (!found) throw new AppError('shop_not_found')
  const { name, version } = found.shop
  const deleted = await deleteShopRow(db, found.shop, {
    entity: 'shop',
    entityId: id,
    action: 'delete',
    fields: removed(name, toAuditFields(found.shop, found)),
    actorId,
    version: version + 1,
    at: clock.now().toISOString(),
  })
  if (deleted) return
  if (await mayHaveOrders(deps, id)) throw new AppError('shop_has_orders')
  const [still] = await shopById(db, id)
  throw still ? await editConflict(db, 'shop', id, version) : new AppError('shop_not_found')
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
 * The stored shop, if there is one, and the names of the market and the state that it is to have.
 * @throws AppError `invalid` when there is no such market or state
 */
async function readWithPlace({ db }: Deps, id: string, form: Pick<ShopFields, 'marketId' | 'stateId'>) {
  const { found, market, state } = await readForShop(db, id, form)
  if (!market) throw marketMissing()
  if (!state) throw new AppError('invalid', { issues: [{ path: 'stateId', message: 'State is required' }] })
  return { found, names: { marketName: market.name, stateCode: state.code } }
}

/** A foreign key refuses a shop only when its market was deleted meanwhile: states are never deleted. */
function toMarketError(error: unknown): unknown {
  return isForeignKeyViolation(error) ? marketMissing() : error
}

function marketMissing(): AppError {
  const message = 'This market is not there any more. Please choose another one.'
  return new AppError('invalid', { issues: [{ path: 'marketId', message }] })
}

/** A shop as its history shows it: market and state by their names. */
function toAuditFields(shop: ShopFields, names: { marketName: string; stateCode: string }) {
  const { name, streetAddress, city, zip, phone, email, active } = shop
  return {
    name,
    streetAddress,
    city,
    stateId: names.stateCode,
    zip,
    marketId: names.marketName,
    phone,
    email,
    active: active ? 'Yes' : 'No',
  }
}
