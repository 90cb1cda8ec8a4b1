import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { isShopOrderPaymentStatus, type OrderStatus, type PaymentStatus } from '#domain/order-status.ts'
import {
  addContact,
  changeShopOrder,
  contactMissing,
  type KnownShopOrder,
  readShopOrder,
  type ShopOrderRecord,
  shopOrderUnchanged,
} from './queries.ts'
import type { ContactRequest } from './schema.ts'

type ShopOrderDetails = Partial<
  Pick<ShopOrderRecord, 'paymentReference' | 'specialInstructions' | 'shopNotes'>
>

/**
 * Changes the texts of a shop order: instructions, payment reference, notes. When nothing differs, nothing is written.
 * @returns its version now
 * @throws AppError `shop_order_not_found`, `edit_conflict`
 */
export async function editShopOrder(
  deps: Deps,
  actorId: string,
  id: string,
  version: number,
  details: ShopOrderDetails,
): Promise<number> {
  const found = await findVersion(deps, id, version)
  const before = Object.fromEntries(
    Object.entries(details).flatMap(([field, text]) => {
      const stored = found.shopOrder[field as keyof ShopOrderDetails]
      return stored === text ? [] : [[field, stored]]
    }),
  )
  const fields = Object.keys(before)
  if (fields.length === 0) return version
  const after = Object.fromEntries(Object.entries(details).filter(([field]) => fields.includes(field)))
  return write(deps, actorId, found, 'shop_order_edited', { before, after }, details)
}

/**
 * Sets whether the shop was paid, with time and person.
 * @returns its version now
 * @throws AppError `invalid` for an unknown payment status; `shop_order_not_found`, `edit_conflict`
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
  const found = await findVersion(deps, id, version)
  const { paymentStatus: from } = found.shopOrder
  if (from === to) return version
  const at = deps.clock.now().toISOString()
  const changes = { paymentStatus: to, paymentUpdatedAt: at, paymentUpdatedBy: actorId }
  return write(deps, actorId, found, 'shop_order_payment', { from, to }, changes)
}

/**
 * Adds an entry to a shop order's contact history. A second call with the same key adds nothing.
 * @throws AppError `shop_order_not_found`
 */
export async function addContactNote(
  { db, clock }: Deps,
  userId: string,
  shopOrderId: string,
  { key, note }: ContactRequest,
): Promise<void> {
  const { order, shop } = await findShopOrder({ db }, shopOrderId)
  const createdAt = clock.now().toISOString()
  const event = {
    kind: 'contact_added',
    actor: 'admin',
    actorId: userId,
    data: { shopOrderId, shop: shop.name },
  } as const
  await db.batch([
    addOrderEvent(db, order.id, event, createdAt, contactMissing(key)),
    addContact(db, { id: key, shopOrderId, note, userId, createdAt }),
  ])
}

/** @throws AppError `shop_order_not_found` */
export async function findShopOrder({ db }: Pick<Deps, 'db'>, id: string): Promise<KnownShopOrder> {
  const found = await readShopOrder(db, id)
  if (!found) throw new AppError('shop_order_not_found')
  return found
}

/** @throws AppError `shop_order_not_found`; `shop_order_withdrawn` when an admin has taken it back from the shop */
export async function findNotWithdrawn(deps: Pick<Deps, 'db'>, id: string): Promise<KnownShopOrder> {
  const found = await findShopOrder(deps, id)
  const { withdrawnAt } = found.shopOrder
  if (withdrawnAt === null) return found
  throw new AppError('shop_order_withdrawn', {
    message: `This order was withdrawn from the shop at ${withdrawnAt}.`,
  })
}

/** The error for a shop order that was changed since it was read: it names who did it and when (ISO instant). */
export function shopOrderConflict({ last, shop }: KnownShopOrder): AppError {
  if (!last) return new AppError('edit_conflict')
  const who = last.actor === 'florist' ? shop.name : (last.actorEmail ?? 'Someone')
  const to = last.data['to']
  const did = typeof to === 'string' ? `changed this to ${to}` : 'changed this'
  const message = `${who} ${did} at ${last.createdAt}`
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path: 'version', message }],
  })
}

/** The error for an order that needs no florist. */
export function orderOverError({
  status,
  paymentStatus,
}: {
  status: OrderStatus
  paymentStatus: PaymentStatus
}): AppError {
  const state = paymentStatus === 'refunded' ? paymentStatus : status
  return new AppError('order_over', { message: `This order is ${state}. It doesn’t need a florist.` })
}

async function findVersion(deps: Deps, id: string, version: number): Promise<KnownShopOrder> {
  const found = await findShopOrder(deps, id)
  if (found.shopOrder.version !== version) throw shopOrderConflict(found)
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
  const event = {
    kind,
    actor: 'admin',
    actorId,
    data: { shopOrderId: shopOrder.id, shop: shop.name, ...data },
  } as const
  const unchanged = shopOrderUnchanged(shopOrder)
  const written = await runGuardedBatch(db, shopOrder.orderId, event, at, unchanged, (condition) => [
    changeShopOrder(db, shopOrder, changes, at, condition),
  ])
  if (!written) throw shopOrderConflict(await findShopOrder({ db }, shopOrder.id))
  return shopOrder.version + 1
}
