import type { Target } from '#src/admin/ui/target.ts'

/** Where an order is given to a shop (§2, Select shop). */
export function assignTarget(orderId: string): Target {
  return { to: '/admin/assign-orders/select-shop/$orderId', params: { orderId } }
}
