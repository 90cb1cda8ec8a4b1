import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { withdrawnError } from '#api/orders/refusal.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import type { EditShopOrder } from '#domain/order/record.ts'
import type { ShopOrder } from '#domain/order/state.ts'
import { isShopOrderPaymentStatus } from '#domain/order-status.ts'
import { contactWithId } from './queries.ts'
import type { ContactRequest } from './schema.ts'

/**
 * Changes the texts of a shop order: instructions, payment reference, notes. When nothing differs, nothing is written.
 * @returns its version now
 * @throws AppError `shop_order_not_found`, `edit_conflict`
 */
export async function editShopOrder(
  deps: Deps,
  actorId: string,
  shopOrderId: string,
  version: number,
  texts: EditShopOrder['texts'],
): Promise<number> {
  const command = { type: 'edit_shop_order', shopOrderId, version, texts } as const
  return versionAfter(await applyToShopOrder(deps, shopOrderId, command, actorId), version)
}

/**
 * Sets whether the shop was paid, with time and person.
 * @returns its version now
 * @throws AppError `invalid` for an unknown payment status; `shop_order_not_found`, `edit_conflict`
 */
export async function changeShopPayment(
  deps: Deps,
  actorId: string,
  shopOrderId: string,
  { paymentStatus: to, version }: { paymentStatus: string; version: number },
): Promise<number> {
  if (!isShopOrderPaymentStatus(to)) {
    const message = `Invalid payment status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'paymentStatus', message }] })
  }
  const command = { type: 'set_shop_payment', shopOrderId, version, to } as const
  return versionAfter(await applyToShopOrder(deps, shopOrderId, command, actorId), version)
}

function versionAfter({ changed }: { changed: boolean }, version: number): number {
  return changed ? version + 1 : version
}

/**
 * Adds an entry to a shop order's contact history. A second call with the same key adds nothing.
 * @throws AppError `shop_order_not_found`
 */
export async function addContactNote(
  deps: Deps,
  userId: string,
  shopOrderId: string,
  { key: id, note }: ContactRequest,
): Promise<void> {
  await applyToOrder(
    deps,
    { shopOrderId },
    (_state, _at, [before]) => (before ? null : { type: 'add_contact', shopOrderId, id, note, userId }),
    { actor: 'admin', actorId: userId },
    { notFound: shopOrderNotFound, reading: [contactWithId(deps.db, id)] },
  )
}

function applyToShopOrder(
  deps: Deps,
  shopOrderId: string,
  command: Parameters<typeof applyToOrder>[2],
  actorId: string,
) {
  return applyToOrder(
    deps,
    { shopOrderId },
    command,
    { actor: 'admin', actorId },
    { notFound: shopOrderNotFound },
  )
}

export function shopOrderNotFound(): AppError {
  return new AppError('shop_order_not_found')
}

/** @throws AppError `shop_order_withdrawn` when an admin has taken it back from the shop */
export function notWithdrawn(state: StoredOrder, shopOrderId: string): ShopOrder {
  const shopOrder = state.shopOrders.find(({ id }) => id === shopOrderId)
  if (!shopOrder) throw shopOrderNotFound()
  if (shopOrder.withdrawnAt !== null) throw withdrawnError(state, shopOrderId)
  return shopOrder
}
