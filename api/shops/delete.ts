import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import { removed } from '#api/platform/audit/field-changes.ts'
import { logFailure } from '#api/platform/failure.ts'
import { hasOrders, shopById, deleteShop as write } from './queries.ts'
import { told } from './told.ts'

/**
 * Takes away a shop that never had an order; one that had is deactivated instead (decisions.md, Orders and shop orders).
 * @throws AppError `shop_has_orders`, also when that cannot be found out (§8); `shop_not_found`; `edit_conflict` when
 * it was changed at the same moment
 */
export async function deleteShop(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  if (await mayHaveOrders(deps, id)) throw new AppError('shop_has_orders')
  const [found] = await shopById(db, id)
  if (!found) throw new AppError('shop_not_found')
  const { name, version } = found.shop
  const written = await write(db, found.shop, {
    entity: 'shop',
    entityId: id,
    action: 'delete',
    fields: removed(name, told(found.shop, found)),
    actorId,
    version: version + 1,
    at: clock.now().toISOString(),
  })
  if (written) return
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
