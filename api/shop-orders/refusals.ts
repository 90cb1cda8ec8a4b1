import { AppError } from '#api/errors.ts'
import type { OrderStatus, PaymentStatus } from '#domain/order-status.ts'
import type { LiveAssignment } from './assignment-queries.ts'
import type { KnownShopOrder } from './queries.ts'

type Standing = { status: OrderStatus; paymentStatus: PaymentStatus }

// Refusals that say who was faster, and when. Instants are ISO: the screens show them in the reader's own time.

/** Somebody gave the order to a shop before. */
export function alreadyAssigned({ shop, assignedBy, assignedAt }: LiveAssignment): AppError {
  const by = assignedBy === null ? '' : ` by ${assignedBy}`
  return new AppError('already_assigned', {
    message: `This order was already assigned to ${shop.name}${by} at ${assignedAt}.`,
  })
}

/** The order needs no florist. */
export function orderOver({ status, paymentStatus }: Standing): AppError {
  const is = paymentStatus === 'refunded' ? paymentStatus : status
  return new AppError('order_over', { message: `This order is ${is}. It needs no florist.` })
}

/** Somebody has changed a shop order since it was read. */
export function changedMeanwhile({ last, shop }: KnownShopOrder): AppError {
  if (!last) return new AppError('edit_conflict')
  const who = last.actor === 'florist' ? shop.name : (last.email ?? 'Somebody')
  const to = last.data['to']
  const did = typeof to === 'string' ? `changed this to ${to}` : 'changed this'
  const message = `${who} ${did} at ${last.at}`
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path: 'version', message }],
  })
}

/** An admin has taken the order back from this shop. */
export function withdrawn(at: string): AppError {
  return new AppError('shop_order_withdrawn', {
    message: `This order was taken back from the shop at ${at}.`,
  })
}
