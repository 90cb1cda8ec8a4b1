import { marketDays } from '#api/capacity/service.ts'
import { readShopDays } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import { type OverbookedDay, overbookedDays, type ShopCapacity, shopCapacityOn } from '#domain/capacity.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** As many as the market's screen shows, and a day more at both ends: which instants a day has depends on the zone. */
const DAYS_AROUND = [-2, 16] as const

/** Today and on the next 14 days: what a shop was given above its capacity, and what its market has sold above that of its shops. */
export async function overbookedOf(
  db: Db,
  shop: { id: string; marketId: string; timeZone: string },
  capacity: ShopCapacity,
  now: Date,
): Promise<{ shop: OverbookedDay[]; market: OverbookedDay[] }> {
  const [from, to] = DAYS_AROUND.map((days) => new Date(now.getTime() + days * DAY_MS).toISOString())
  const [market, own] = await Promise.all([
    marketDays(db, shop.marketId, now),
    readShopDays(db, shop.id, [from ?? '', to ?? ''], shop.timeZone),
  ])
  const days = market?.days ?? []
  return {
    shop: overbookedDays(
      days.map(({ date }) => ({ date, limit: shopCapacityOn(capacity, date), taken: own[date] ?? 0 })),
    ),
    market: overbookedDays(days.map(({ date, limit, sold, held }) => ({ date, limit, taken: sold + held }))),
  }
}
