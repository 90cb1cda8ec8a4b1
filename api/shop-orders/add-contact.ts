import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { readShopOrder } from './queries.ts'
import type { ContactRequest } from './schema.ts'
import { addContact, noContactYet } from './write-queries.ts'

/**
 * Adds an entry to a shop order's contact history, once: the second click with the same key adds nothing.
 * @throws AppError `shop_order_not_found`
 */
export async function addContactNote(
  { db, clock }: Deps,
  userId: string,
  shopOrderId: string,
  { key, note }: ContactRequest,
): Promise<void> {
  const found = await readShopOrder(db, shopOrderId)
  if (!found) throw new AppError('shop_order_not_found')
  const createdAt = clock.now().toISOString()
  const event = {
    kind: 'contact_added',
    actor: 'admin',
    actorId: userId,
    data: { shopOrderId, shop: found.shop.name },
  } as const
  await db.batch([
    addOrderEvent(db, found.order.id, event, createdAt, noContactYet(key)),
    addContact(db, { id: key, shopOrderId, note, userId, createdAt }),
  ])
}
