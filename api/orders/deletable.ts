import { MONEY_FLAGS, type OrderFlag } from '#domain/order-flags.ts'
import {
  canDeleteOrder,
  type OrderStatus,
  type PaymentStatus,
  type ShopOrderPaymentStatus,
  type ShopOrderStatus,
  shopOrderIsLive,
} from '#domain/order-status.ts'
import type { RefundStatus } from '#domain/refunds.ts'

type Known = {
  order: { status: OrderStatus; paymentStatus: PaymentStatus; isSample: boolean }
  shopOrders: readonly {
    status: ShopOrderStatus
    withdrawnAt: string | null
    paymentStatus: ShopOrderPaymentStatus
  }[]
  flags: readonly { kind: OrderFlag; resolvedAt: string | null }[]
  refunds: readonly { status: RefundStatus }[]
}

/** Why an order cannot be deleted now (decisions.md, `Delete Order`), in words for the admin; null when it can. */
export function deleteRefusal({ order, shopOrders, flags, refunds }: Known): string | null {
  if (shopOrders.some(shopOrderIsLive)) return 'A shop has this order. Take it back from the shop first.'
  if (!canDeleteOrder(order, shopOrders)) {
    // Nobody paid for a sample: there is nothing to give back.
    return order.isSample
      ? 'This order counts as paid. Cancel it first.'
      : 'This order is paid. Cancel it and refund it first.'
  }
  // What it has to give back is in its statement, and would be gone from there.
  if (shopOrders.some(({ paymentStatus }) => paymentStatus === 'paid')) {
    return 'A shop was paid for this order. Settle that with the shop first.'
  }
  if (refunds.some(({ status }) => status === 'pending')) {
    return 'A refund is on its way. Wait until it went through.'
  }
  const open = flags.find(({ kind, resolvedAt }) => resolvedAt === null && isMoney(kind))
  return open ? WORDS[open.kind] : null
}

const WORDS: Readonly<Record<OrderFlag, string>> = {
  needs_refund: 'This order still needs a refund.',
  amount_mismatch: 'What was paid differs from the total. Settle that first.',
  stray_payment: 'It was paid twice. Settle that first.',
  disputed: 'The payment is disputed. Wait until that is over.',
  rebuilt: '',
  paid_while_paused: '',
}

function isMoney(kind: OrderFlag): boolean {
  return MONEY_FLAGS.some((flag) => flag === kind)
}
