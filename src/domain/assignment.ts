import type { OrderStatus, PaymentStatus } from './order-status.ts'

/** Orders in these statuses need no florist any more; every other one may be assigned (decisions.md, Orders and shop orders). */
export const OVER: readonly OrderStatus[] = ['completed', 'delivered', 'cancelled']

/** Whether a shop may be given an order in this status. */
export function mayBeAssigned(status: OrderStatus): boolean {
  return !OVER.includes(status)
}

/**
 * The status of an order whose shop rejected it or was taken off it: nobody is at work on it any more, and only a pending
 * or confirmed order awaits assignment (§4).
 */
export function statusWithoutShop(order: { status: OrderStatus; paymentStatus: PaymentStatus }): OrderStatus {
  if (order.status !== 'processing') return order.status
  return order.paymentStatus === 'paid' ? 'confirmed' : 'pending'
}

/** The status of an order whose shop has delivered it; what is over stays as it is. */
export function statusOnceDelivered(status: OrderStatus): OrderStatus {
  return mayBeAssigned(status) ? 'delivered' : status
}
