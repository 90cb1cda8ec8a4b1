// Every list of statuses is here; database checks, contracts, selects and badges derive from it.

export const ORDER_STATUSES = [
  'pending',
  'processing',
  'confirmed',
  'completed',
  'delivered',
  'cancelled',
] as const
export const PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const
export const ASSIGNMENT_STATUSES = ['unassigned', 'assigned'] as const
export const SHOP_ORDER_STATUSES = [
  'pending',
  'confirmed',
  'processing',
  'ready',
  'delivered',
  'rejected',
] as const
export const SHOP_ORDER_PAYMENT_STATUSES = ['pending', 'paid'] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number]
export type ShopOrderStatus = (typeof SHOP_ORDER_STATUSES)[number]
export type ShopOrderPaymentStatus = (typeof SHOP_ORDER_PAYMENT_STATUSES)[number]

const memberOf =
  <T extends string>(list: readonly T[]) =>
  (value: unknown): value is T =>
    list.some((member) => member === value)

// Guards for what comes from outside: they take whatever there is and never throw.
export const isOrderStatus = memberOf(ORDER_STATUSES)
export const isShopOrderStatus = memberOf(SHOP_ORDER_STATUSES)
export const isShopOrderPaymentStatus = memberOf(SHOP_ORDER_PAYMENT_STATUSES)

/**
 * True if a shop order still binds its shop: the shop did not reject it and no admin took it back.
 * `withdrawnAt` is the ISO instant at which one did, null if none did.
 */
export function shopOrderIsLive(shopOrder: { status: ShopOrderStatus; withdrawnAt: string | null }): boolean {
  return shopOrder.status !== 'rejected' && shopOrder.withdrawnAt === null
}

/**
 * True if an order may be deleted: unpaid, cancelled or fully refunded, and no shop is at work on it.
 * `shopOrders` are all that were ever made for it, the rejected and withdrawn ones too.
 */
export function canDeleteOrder(
  order: { status: OrderStatus; paymentStatus: PaymentStatus },
  shopOrders: readonly { status: ShopOrderStatus; withdrawnAt: string | null }[],
): boolean {
  const holdsMoney = order.paymentStatus === 'paid' && order.status !== 'cancelled'
  return !holdsMoney && !shopOrders.some(shopOrderIsLive)
}

/** True if an order takes a place of what its market can deliver. */
export function takesPlace(order: {
  status: OrderStatus
  paymentStatus: PaymentStatus
  isSample: boolean
}): boolean {
  return order.status !== 'cancelled' && order.paymentStatus !== 'refunded' && !order.isSample
}

/** True if an order takes a place that nobody has paid for yet. */
export function waitsForPayment(order: Parameters<typeof takesPlace>[0]): boolean {
  return takesPlace(order) && order.paymentStatus === 'pending'
}

/** The other payment status of a shop order: pending becomes paid, otherwise it goes to pending. */
export function toggleShopPayment(status: ShopOrderPaymentStatus): ShopOrderPaymentStatus {
  return status === 'pending' ? 'paid' : 'pending'
}

export type BadgeColour = 'yellow' | 'blue' | 'purple' | 'green' | 'red' | 'teal' | 'grey'

export const ORDER_STATUS_COLOURS: Readonly<Record<OrderStatus, BadgeColour>> = {
  pending: 'yellow',
  confirmed: 'blue',
  processing: 'purple',
  completed: 'green',
  cancelled: 'red',
  delivered: 'teal',
}

/** Orders' and shop orders' payment. `processing` and `succeeded` are only colored, never set. */
export const PAYMENT_STATUS_COLOURS: Readonly<
  Record<PaymentStatus | 'processing' | 'succeeded', BadgeColour>
> = {
  pending: 'yellow',
  processing: 'blue',
  paid: 'green',
  succeeded: 'green',
  failed: 'red',
  refunded: 'grey',
}

/** `accepted`, `preparing`, `completed` and `cancelled` are only colored, never set. */
export const SHOP_ORDER_STATUS_COLOURS: Readonly<
  Record<ShopOrderStatus | 'accepted' | 'preparing' | 'completed' | 'cancelled', BadgeColour>
> = {
  pending: 'yellow',
  accepted: 'blue',
  confirmed: 'blue',
  processing: 'purple',
  preparing: 'purple',
  ready: 'green',
  completed: 'green',
  delivered: 'teal',
  rejected: 'red',
  cancelled: 'red',
}

/** The color of `status` in a palette; grey for one that the palette does not know. */
export function badgeColour(palette: Readonly<Record<string, BadgeColour>>, status: string): BadgeColour {
  const known = Object.hasOwn(palette, status) ? palette[status] : undefined
  return known ?? 'grey'
}

/** A status as a person reads it: `Confirmed`. */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}
