import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import { READ_FAILURES, WRITE_FAILURES } from '#api/http/admin-failures.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, errorMessage, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { ordersOfShop, shopChoices, shopPage, shopWithChanges } from './queries.ts'
import { shopForm, shopListQuery, shopOrdersQuery, shopUpdate } from './schema.ts'
import { createShop, deleteShop, updateShop } from './service.ts'

/** The florist shops in the back office. */
export const adminShops = new Hono<ApiEnv>()
  .get(
    '/admin/shops',
    describeRoute({
      summary: 'A page of shops, by name; search in name, city and market',
      tag: 'admin',
      errors: READ_FAILURES,
    }),
    errorMessage('Failed to load shops'),
    input('query', shopListQuery),
    async (c) => {
      const { q, page } = c.req.valid('query')
      return c.json(await withinPages(page, (page) => shopPage(c.var.deps.db, q, page)))
    },
  )
  .get(
    '/admin/shop-choices',
    describeRoute({
      summary: 'What the selects of the shop form offer: states and markets, by name',
      tag: 'admin',
      errors: READ_FAILURES,
    }),
    errorMessage('Failed to load states and markets'),
    async (c) => c.json(await shopChoices(c.var.deps.db)),
  )
  .post(
    '/admin/shops',
    describeRoute({ summary: 'Add a shop', tag: 'admin', errors: WRITE_FAILURES }),
    errorMessage('Failed to create shop'),
    input('json', shopForm),
    async (c) => c.json({ id: await createShop(c.var.deps, c.var.session.userId, c.req.valid('json')) }),
  )
  .get(
    '/admin/shops/:id',
    describeRoute({
      summary: 'A shop with its history',
      tag: 'admin',
      errors: [...READ_FAILURES, 'shop_not_found'],
    }),
    errorMessage('Failed to load shops'),
    input('param', idParams),
    async (c) => {
      const found = await shopWithChanges(c.var.deps.db, c.req.valid('param').id)
      if (!found) throw new AppError('shop_not_found')
      const { shop, ...rest } = found
      return c.json({ ...shop, ...rest })
    },
  )
  .get(
    '/admin/shops/:id/orders',
    describeRoute({
      summary: 'A page of the orders that a shop was given, newest first',
      tag: 'admin',
      errors: [...READ_FAILURES, 'shop_not_found'],
    }),
    errorMessage('Failed to load shop orders'),
    input('param', idParams),
    input('query', shopOrdersQuery),
    async (c) => {
      const found = await withinPages(c.req.valid('query').page, (page) =>
        ordersOfShop(c.var.deps.db, c.req.valid('param').id, page),
      )
      if (!found) throw new AppError('shop_not_found')
      return c.json(found)
    },
  )
  .put(
    '/admin/shops/:id',
    describeRoute({
      summary: 'Change a shop; refused when somebody else has changed it since it was read',
      tag: 'admin',
      errors: [...WRITE_FAILURES, 'shop_not_found', 'edit_conflict'],
    }),
    errorMessage('Failed to update shop'),
    input('param', idParams),
    input('json', shopUpdate),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await updateShop(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ version })
    },
  )
  .delete(
    '/admin/shops/:id',
    describeRoute({
      summary: 'Delete a shop that never had an order',
      tag: 'admin',
      errors: [...WRITE_FAILURES, 'shop_not_found', 'shop_has_orders'],
    }),
    errorMessage('Failed to delete shop'),
    input('param', idParams),
    async (c) => {
      await deleteShop(c.var.deps, c.var.session.userId, c.req.valid('param').id)
      return c.json({ success: true } as const)
    },
  )

export type AdminShopsRoutes = typeof adminShops
