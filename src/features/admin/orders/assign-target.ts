import type { Target } from '#src/features/admin/shared/target.ts'

/** Where an order is given to a shop (§2, Assign orders: the optional query parameter). */
export function assignTarget(orderId: string): Target {
  return { to: '/admin/assign-orders', search: { order: orderId } }
}
