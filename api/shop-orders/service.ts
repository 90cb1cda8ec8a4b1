import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder, emailsOfChange } from '#api/orders/apply.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { EditShopOrder, SetShopPayment } from '#domain/order/record.ts'
import { isShopOrderPaymentStatus, isShopOrderStatus } from '#domain/order-status.ts'
import { askNextFlorist } from './ask-next.ts'
import { contactWithId } from './queries.ts'
import type { ContactRequest, ShopOrderStatusRequest } from './schema.ts'

/**
 * Sets a shop order's status, any from any other, with time and person.
 * @returns its version now, what that made of the order's own status, which emails go because of it, and which that are wrong
 *   now have gone to the buyer
 * @throws AppError `invalid` for an unknown status; `shop_order_not_found`; `edit_conflict`, also when the order's status is
 *   not the one to be restored from; `shop_order_withdrawn`; `already_assigned` when it was rejected and another shop has the
 *   order by now
 */
export async function changeShopOrderStatus(
  deps: Deps,
  actorId: string,
  shopOrderId: string,
  { status: to, reason, ...request }: ShopOrderStatusRequest,
) {
  if (!isShopOrderStatus(to)) {
    const message = `Invalid shop order status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'status', message }] })
  }
  const why = to === 'rejected' ? reason : null
  const command = { type: 'set_shop_order_status', shopOrderId, to, reason: why, ...request } as const
  const applied = await applyToOrder(deps, { shopOrderId }, command, { actor: 'admin', actorId })
  const { before, after, changed } = applied
  const { version } = request
  const orderStatus = { from: before.order.status, to: after.order.status }
  if (!changed) return { version, orderStatus, emails: [], wrongEmails: [] }
  deps.waitUntil(sendDue(deps))
  if (to === 'rejected') deps.waitUntil(askNextFlorist(deps, after.order.id))
  return { version: version + 1, orderStatus, ...emailsOfChange(applied) }
}

/**
 * Changes the texts of a shop order: instructions, payment reference, notes. When nothing differs, nothing is written.
 * @returns its version now
 * @throws AppError `shop_order_not_found`, `edit_conflict`
 */
export async function editShopOrder(
  deps: Deps,
  actorId: string,
  shopOrderId: string,
  { version, ...texts }: EditShopOrder['texts'] & { version: number },
): Promise<number> {
  return versionAfter(deps, actorId, { type: 'edit_shop_order', shopOrderId, version, texts })
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
  return versionAfter(deps, actorId, { type: 'set_shop_payment', shopOrderId, version, to })
}

async function versionAfter(
  deps: Deps,
  actorId: string,
  command: EditShopOrder | SetShopPayment,
): Promise<number> {
  const { shopOrderId, version } = command
  const { changed } = await applyToOrder(deps, { shopOrderId }, command, { actor: 'admin', actorId })
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
    { reading: [contactWithId(deps.db, id)] },
  )
}

/**
 * Takes an order back from its shop. It awaits assignment again, the shop order stays as history, and the florist's link
 * ends.
 * @returns whether the florist gets an email: only one who has heard of the order
 * @throws AppError `shop_order_not_found`, `shop_order_withdrawn`, `shop_order_over`, `shop_order_delivered`,
 *   `edit_conflict` when it is not at `version` any more
 */
export async function unassignOrder(
  deps: Deps,
  actorId: string,
  shopOrderId: string,
  version: number,
): Promise<{ notified: boolean }> {
  const { before, after } = await applyToOrder(
    deps,
    { shopOrderId },
    { type: 'unassign', shopOrderId, version },
    { actor: 'admin', actorId },
  )
  const known = new Set(before.messages.map(({ id }) => id))
  const notified = after.messages.some(({ id, kind }) => kind === 'florist-withdrawn' && !known.has(id))
  if (notified) deps.waitUntil(sendDue(deps))
  return { notified }
}
