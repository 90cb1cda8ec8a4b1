import type { Deps } from '#api/deps.ts'
import { made } from '#api/platform/audit/field-changes.ts'
import { placeOf, refusalOf } from './place.ts'
import { insertShop } from './queries.ts'
import type { ShopForm } from './schema.ts'

/**
 * Adds a florist shop (§5, §7).
 * @returns its id
 * @throws AppError `invalid` when there is no such market or state
 */
export async function createShop(deps: Deps, actorId: string, form: ShopForm): Promise<string> {
  await placeOf(deps, '', form)
  const id = crypto.randomUUID()
  const at = deps.clock.now().toISOString()
  const change = { entity: 'shop', entityId: id, action: 'create', actorId, version: 1, at } as const
  try {
    await insertShop(
      deps.db,
      { id, ...form, version: 1, createdAt: at, updatedAt: at },
      { ...change, fields: made(form.name) },
    )
  } catch (error) {
    throw refusalOf(error)
  }
  return id
}
