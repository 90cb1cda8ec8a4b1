import type { OrderStatus, PaymentStatus } from './order-status.ts'

type Standing = { status: OrderStatus; paymentStatus: PaymentStatus }

const OVER: readonly OrderStatus[] = ['completed', 'delivered', 'cancelled']

/** No flowers are to be made any more: the order was cancelled, or all of its money went back. */
export function isCalledOff({ status, paymentStatus }: Standing): boolean {
  return status === 'cancelled' || paymentStatus === 'refunded'
}

/** Whether a shop may be given an order: it is neither over nor called off (decisions.md, Orders and shop orders). */
export function mayBeAssigned(order: Standing): boolean {
  return !OVER.includes(order.status) && !isCalledOff(order)
}

/**
 * The status of an order whose shop rejected it or was taken off it: nobody is at work on it any more, and only a pending
 * or confirmed order awaits assignment (§4).
 */
export function statusWithoutShop(order: Standing): OrderStatus {
  if (order.status !== 'processing') return order.status
  return order.paymentStatus === 'paid' ? 'confirmed' : 'pending'
}

/** The status of an order whose shop has delivered it; what is over stays as it is. */
export function statusOnceDelivered(status: OrderStatus): OrderStatus {
  return OVER.includes(status) ? status : 'delivered'
}
