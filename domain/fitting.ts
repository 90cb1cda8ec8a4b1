import { type Bucket, hasRoom, limitsOf, type ShopCapacity } from './capacity.ts'

/** Numbers of bouquets that a shop has to make, by date and by clock hour. */
export type Taken = { byDate: Readonly<Record<string, number>>; byHour: Readonly<Record<string, number>> }

/**
 * The orders, of several that a shop is given one after the other, for which it has no room. They take no place then: a later
 * one for another hour may still fit.
 */
export function withoutRoom<Order extends { bucket: Bucket }>(
  capacity: ShopCapacity,
  taken: Taken,
  orders: readonly Order[],
): Order[] {
  const byDate = { ...taken.byDate }
  const byHour = { ...taken.byHour }
  return orders.filter(({ bucket }) => {
    if (!hasRoom(limitsOf([capacity], bucket), { byDate, byHour }, bucket)) return true
    const { date, hour } = bucket
    byDate[date] = (byDate[date] ?? 0) + 1
    if (hour !== null) byHour[hour] = (byHour[hour] ?? 0) + 1
    return false
  })
}
