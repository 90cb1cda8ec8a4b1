import type { BatchItem } from 'drizzle-orm/batch'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { isShopOrderPaymentStatus } from '#domain/order-status.ts'
import { type KnownShopOrder, readShopOrder } from './queries.ts'
import { changedMeanwhile } from './refusals.ts'
import { changeShopOrder, type ShopOrderRecord, shopOrderIsStill } from './write-queries.ts'

type Texts = Partial<Pick<ShopOrderRecord, 'paymentReference' | 'specialInstructions' | 'shopNotes'>>

/**
 * Writes what an admin has typed on a shop order: instructions, payment reference, notes. Nothing changed writes nothing.
 * @returns its version now
 * @throws AppError `shop_order_not_found`, `edit_conflict`
 */
export async function editShopOrder(
  deps: Deps,
  actorId: string,
  id: string,
  version: number,
  texts: Texts,
): Promise<number> {
  const found = await known(deps, id, version)
  const before = Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => {
      const was = found.shopOrder[field as keyof Texts]
      return was === text ? [] : [[field, was]]
    }),
  )
  const fields = Object.keys(before)
  if (fields.length === 0) return version
  const after = Object.fromEntries(Object.entries(texts).filter(([field]) => fields.includes(field)))
  return write(deps, actorId, found, 'shop_order_edited', { before, after }, texts)
}

/**
 * Says whether the shop was paid (§4, Shop order payment), with time and person.
 * @returns its version now
 * @throws AppError `invalid` for what is no payment status; `shop_order_not_found`, `edit_conflict`
 */
export async function changeShopPayment(
  deps: Deps,
  actorId: string,
  id: string,
  { paymentStatus: to, version }: { paymentStatus: string; version: number },
): Promise<number> {
  if (!isShopOrderPaymentStatus(to)) {
    const message = `Invalid payment status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'paymentStatus', message }] })
  }
  const found = await known(deps, id, version)
  const { paymentStatus: from } = found.shopOrder
  if (from === to) return version
  const at = deps.clock.now().toISOString()
  const changes = { paymentStatus: to, paymentUpdatedAt: at, paymentUpdatedBy: actorId }
  return write(deps, actorId, found, 'shop_order_payment', { from, to }, changes)
}

async function known({ db }: Deps, id: string, version: number): Promise<KnownShopOrder> {
  const found = await readShopOrder(db, id)
  if (!found) throw new AppError('shop_order_not_found')
  if (found.shopOrder.version !== version) throw changedMeanwhile(found)
  return found
}

async function write(
  { db, clock }: Deps,
  actorId: string,
  { shopOrder, shop }: KnownShopOrder,
  kind: string,
  data: Record<string, unknown>,
  changes: Partial<ShopOrderRecord>,
): Promise<number> {
  const at = clock.now().toISOString()
  const claim = newClaim()
  const event: BatchItem<'sqlite'> = addOrderEvent(
    db,
    shopOrder.orderId,
    {
      kind,
      actor: 'admin',
      actorId,
      data: { shopOrderId: shopOrder.id, shop: shop.name, ...data },
      dedupeKey: claim.key,
    },
    at,
    shopOrderIsStill(shopOrder),
  )
  if (
    await runGuardedBatch(db, claim, event, [changeShopOrder(db, shopOrder, changes, at, claim.condition)])
  ) {
    return shopOrder.version + 1
  }
  const now = await readShopOrder(db, shopOrder.id)
  throw now ? changedMeanwhile(now) : new AppError('shop_order_not_found')
}
