import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, input } from '#api/http/describe-route.ts'
import { pageQuery } from '#api/http/page-schema.ts'
import { marketPage } from '#api/markets/queries.ts'
import { orderPageOf } from '#api/orders/list-queries.ts'
import { ringsByOf } from '#api/platform/reach.ts'
import { shopPage } from '#api/shops/queries.ts'

/** The number of hits shown of a kind: who finds more searches in the list. */
const SHOWN_MAX = 5

/** The search over everything in the back office. */
export const adminSearch = new Hono<ApiEnv>().get(
  '/admin/search',
  describeAdminRead('The first orders, shops and markets that a text or a ZIP code names', {
    message: 'Failed to search',
  }),
  input('query', z.object({ q: pageQuery.q })),
  async (c) => {
    const { q } = c.req.valid('query')
    if (!q) return c.json({ orders: [], shops: [], markets: [] })
    const { db, clock } = c.var.deps
    const first = { q, page: 1, size: SHOWN_MAX }
    const [orders, shops, markets] = await Promise.all([
      orderPageOf(db, { ...first, sort: 'created' }, clock.now()),
      shopPage(db, first, ringsByOf(c.var.deps), clock.now()),
      marketPage(db, first),
    ])
    return c.json({
      orders: orders.rows.map(({ id, reference, customerName, status }) => ({
        id,
        reference,
        customerName,
        status,
      })),
      shops: shops.rows.map(({ id, name, marketName, active }) => ({ id, name, marketName, active })),
      markets: markets.rows.map(({ id, name }) => ({ id, name })),
    })
  },
)

export type AdminSearchRoutes = typeof adminSearch
