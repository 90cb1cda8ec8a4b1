import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import { fieldChanges } from '#api/platform/audit/field-changes.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { linkChanges } from './florist-links.ts'
import { placeOf, refusalOf } from './place.ts'
import { updateShop as write } from './queries.ts'
import type { ShopUpdate } from './schema.ts'
import { told } from './told.ts'

const ROUNDS = 4

/**
 * Changes a florist shop; a field that is not given stays. A save that changes nothing writes nothing. The links of its
 * florists follow it.
 * @returns its version now
 * @throws AppError `shop_not_found`; `edit_conflict` when it is not at the version that the form was made from any
 * more; `invalid` when there is no such market or state
 */
export async function updateShop(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...given }: ShopUpdate,
): Promise<number> {
  const { db, clock } = deps
  for (let round = 0; round < ROUNDS; round++) {
    const { found, names } = await placeOf(deps, id, given)
    if (!found) throw new AppError('shop_not_found')
    if (found.shop.version !== version) throw await editConflict(db, 'shop', id, version)
    const { phone, email, active } = found.shop
    const form = { phone, email, active, ...given }
    const fields = fieldChanges(told(found.shop, found), told(form, names))
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
    const written = await write(db, found.shop, form, change, links).catch((error: unknown) => {
      throw refusalOf(error)
    })
    if (!written) continue
    if (links?.notified) deps.defer(sendDue(deps))
    return next
  }
  throw new AppError('edit_conflict')
}
