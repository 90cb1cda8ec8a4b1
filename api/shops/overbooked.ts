import { marketDays } from '#api/capacity/service.ts'
import { readShopDays } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import { type OverbookedDay, overbookedDays, type ShopCapacity, shopCapacityOn } from '#domain/capacity.ts'

/** Today and on the next 14 days: what a shop was given above its capacity, and what its market has sold above that of its shops. */
export async function overbookedOf(
  db: Db,
  shop: { id: string; marketId: string; timeZone: string },
  capacity: ShopCapacity,
  now: Date,
): Promise<{ shop: OverbookedDay[]; market: OverbookedDay[] }> {
  const [market, own] = await Promise.all([
    marketDays(db, shop.marketId, now),
    readShopDays(db, shop.id, shop.timeZone, now),
  ])
  const days = market?.days ?? []
  return {
    shop: overbookedDays(
      days.map(({ date }) => ({ date, limit: shopCapacityOn(capacity, date), taken: own[date] ?? 0 })),
    ),
    market: overbookedDays(days.map(({ date, limit, sold, held }) => ({ date, limit, taken: sold + held }))),
  }
}
