import { addDanger, type NewDanger } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf, type Condition } from '#api/platform/database/condition.ts'
import { type KnownShopOrder, orderUnchanged, shopOrderUnchanged } from '#api/shop-orders/queries.ts'
import { changeChoice } from './queries.ts'

/**
 * A florist who has accepted will be late: the promise is in danger, with a time to wait for. Said again, the time is the new one.
 * @param until ISO instant
 * @param onlyIf a further condition
 * @returns false when shop order or order have changed since they were read
 */
export function reportDelay(
  { db }: Pick<Deps, 'db'>,
  { shopOrder, order, shop }: Pick<KnownShopOrder, 'shopOrder' | 'order' | 'shop'>,
  until: string,
  at: string,
  onlyIf: Condition,
): Promise<boolean> {
  const danger: NewDanger = { id: crypto.randomUUID(), reason: 'late', waitUntil: until }
  const event = {
    kind: 'florist_late',
    actor: 'florist',
    actorId: shop.id,
    data: { shopOrderId: shopOrder.id, shopId: shop.id, shop: shop.name, until, timeZone: order.timeZone },
  } as const
  const unchanged = allOf(shopOrderUnchanged(shopOrder), orderUnchanged(order), onlyIf)
  return runGuardedBatch(db, order.id, event, at, unchanged, (condition) => [
    addDanger(db, order.id, danger, at, condition),
    changeChoice(db, order.id, { waitUntil: until }, condition),
  ])
}
