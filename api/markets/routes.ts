import { Hono } from 'hono'
import { marketDays } from '#api/capacity/service.ts'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams } from '#api/http/page-schema.ts'
import { wholeWeek } from '#domain/opening-hours.ts'
import { marketPage } from './queries.ts'
import { MARKET_INVALID, marketForm, marketListQuery, marketUpdate, zipCheckRequest } from './schema.ts'
import { checkZips, createMarket, deleteMarket, readMarket, updateMarket } from './service.ts'

/** The service regions in the back office. */
export const adminMarkets = new Hono<ApiEnv>()
  .get(
    '/admin/markets',
    describeAdminRead('A page of markets, by name; search in names, or by the beginning of a ZIP code', {
      message: 'Failed to load markets',
    }),
    ignoreUnknown(marketListQuery),
    input('query', marketListQuery),
    async (c) => {
      const found = await marketPage(c.var.deps.db, c.req.valid('query'))
      return c.json({ ...found, ...c.var.ignored })
    },
  )
  .post(
    '/admin/markets/zip-check',
    describeAdminWrite('Check a pasted list of ZIP codes; stores nothing', {
      message: 'Failed to check these ZIP codes',
    }),
    input('json', zipCheckRequest, MARKET_INVALID),
    async (c) => c.json(await checkZips(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/admin/markets',
    describeAdminWrite(
      'Create a market; returns how many people wait for its ZIP codes. One that takes orders needs `withoutFlorist`: it has no florist yet',
      { message: 'Failed to create market', errors: ['market_without_florist'] },
    ),
    input('json', marketForm, MARKET_INVALID),
    async (c) => c.json(await createMarket(c.var.deps, c.var.session.userId, c.req.valid('json'))),
  )
  .get(
    '/admin/markets/:id',
    describeAdminRead('A market with its shops, ZIP codes, schedule and history', {
      message: 'Failed to load markets',
      errors: ['market_not_found'],
    }),
    input('param', idParams),
    async (c) => {
      const found = await readMarket(c.var.deps, c.req.valid('param').id)
      const { openingHours } = found
      return c.json({ ...found, openingHours: openingHours && wholeWeek(openingHours) })
    },
  )
  .get(
    '/admin/markets/:id/days',
    describeAdminRead('How many bouquets are sold, held and left, today and on the next 14 days', {
      message: 'Failed to load how much is sold',
      errors: ['market_not_found'],
    }),
    input('param', idParams),
    async (c) => {
      const { db, clock } = c.var.deps
      const found = await marketDays(db, c.req.valid('param').id, clock.now())
      if (!found) throw new AppError('market_not_found')
      return c.json(found)
    },
  )
  .put(
    '/admin/markets/:id',
    describeAdminWrite(
      'Update a market; returns how many people wait for the added ZIP codes. One that takes orders and has no florist needs `withoutFlorist`',
      {
        message: 'Failed to update market',
        errors: ['market_not_found', 'edit_conflict', 'market_without_florist'],
      },
    ),
    input('param', idParams),
    input('json', marketUpdate, MARKET_INVALID),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await updateMarket(c.var.deps, c.var.session.userId, id, c.req.valid('json')))
    },
  )
  .delete(
    '/admin/markets/:id',
    describeAdminWrite('Delete a market that has no shops', {
      message: 'Failed to delete market',
      errors: ['market_not_found', 'market_has_shops'],
    }),
    input('param', idParams),
    async (c) => {
      await deleteMarket(c.var.deps, c.var.session.userId, c.req.valid('param').id)
      return c.json({ success: true } as const)
    },
  )

export type AdminMarketsRoutes = typeof adminMarkets
