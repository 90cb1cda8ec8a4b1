import { Hono } from 'hono'
import { marketDays } from '#api/capacity/service.ts'
import { readShopDays } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { ringsByOf } from '#api/platform/reach.ts'
import { type OverbookedDay, overbookedDays, type ShopCapacity, shopCapacityOn } from '#domain/capacity.ts'
import { ordersOfShop, shopChoices, shopPage, shopWithChanges } from './queries.ts'
import { shopDeleteQuery, shopForm, shopListQuery, shopOrdersQuery, shopUpdate } from './schema.ts'
import { createShop, deleteShop, updateShop } from './service.ts'

/** The florist shops in the back office. */
export const adminShops = new Hono<ApiEnv>()
  .get(
    '/admin/shops',
    describeAdminRead(
      'A page of shops, by name, with the orders that each has open and its deliveries of the last 90 days; search in name, city and market',
      { message: 'Failed to load shops' },
    ),
    ignoreUnknown(shopListQuery),
    input('query', shopListQuery),
    async (c) => {
      const { db, clock } = c.var.deps
      const found = await shopPage(db, c.req.valid('query'), ringsByOf(c.var.deps), clock.now())
      return c.json({ ...found, ...c.var.ignored })
    },
  )
  .get(
    '/admin/shop-choices',
    describeAdminRead('States and markets for the shop form, by name', {
      message: 'Failed to load states and markets',
    }),
    async (c) => c.json(await shopChoices(c.var.deps.db)),
  )
  .post(
    '/admin/shops',
    describeAdminWrite(
      'Add a shop; returns how many people wait for the ZIP codes of a market that opens with it',
      { message: 'Failed to create shop' },
    ),
    input('json', shopForm),
    async (c) => c.json(await createShop(c.var.deps, c.var.session.userId, c.req.valid('json'))),
  )
  .get(
    '/admin/shops/:id',
    describeAdminRead(
      'A shop with its history, its record of the last 90 days, and the days on which it has too much to make',
      {
        message: 'Failed to load shops',
        errors: ['shop_not_found'],
      },
    ),
    input('param', idParams),
    async (c) => {
      const { db, clock } = c.var.deps
      const now = clock.now()
      const rings = ringsByOf(c.var.deps)
      const found = await shopWithChanges(db, c.req.valid('param').id, rings, now)
      if (!found) throw new AppError('shop_not_found')
      const { shop, timeZone, ...rest } = found
      const { weekdayCapacity: byWeekday, hourlyCapacity: perHour } = shop
      const byDate = Object.fromEntries(rest.capacityDates.map(({ date, capacity }) => [date, capacity]))
      const overbooked = await overbookedOf(db, { ...shop, timeZone }, { byWeekday, byDate, perHour }, now)
      return c.json({ ...shop, ...rest, rings, overbooked })
    },
  )
  .get(
    '/admin/shops/:id/orders',
    describeAdminRead('A page of the orders assigned to a shop, newest first', {
      message: 'Failed to load shop orders',
      errors: ['shop_not_found'],
    }),
    input('param', idParams),
    ignoreUnknown(shopOrdersQuery),
    input('query', shopOrdersQuery),
    async (c) => {
      const found = await withinPages(c.req.valid('query').page, (page) =>
        ordersOfShop(c.var.deps.db, c.req.valid('param').id, page),
      )
      if (!found) throw new AppError('shop_not_found')
      return c.json({ ...found, ...c.var.ignored })
    },
  )
  .put(
    '/admin/shops/:id',
    describeAdminWrite(
      'Update a shop; refused if someone else changed it since it was read. Taking the last florist from a market that takes orders needs `withoutFlorist`',
      {
        message: 'Failed to update shop',
        errors: ['shop_not_found', 'edit_conflict', 'market_without_florist', 'market_would_close'],
      },
    ),
    input('param', idParams),
    input('json', shopUpdate),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await updateShop(c.var.deps, c.var.session.userId, id, c.req.valid('json')))
    },
  )
  .delete(
    '/admin/shops/:id',
    describeAdminWrite(
      'Delete a shop that never had an order; the last florist of a market that takes orders needs `withoutFlorist`',
      {
        message: 'Failed to delete shop',
        errors: ['shop_not_found', 'shop_has_orders', 'market_without_florist', 'market_would_close'],
      },
    ),
    input('param', idParams),
    input('query', shopDeleteQuery),
    async (c) => {
      const { id } = c.req.valid('param')
      await deleteShop(c.var.deps, c.var.session.userId, id, c.req.valid('query').withoutFlorist)
      return c.json({ success: true } as const)
    },
  )

export type AdminShopsRoutes = typeof adminShops

/** Today and on the next 14 days: what a shop was given above its capacity, and what its market has sold above that of its shops. */
async function overbookedOf(
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
