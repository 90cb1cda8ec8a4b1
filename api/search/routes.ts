import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, input } from '#api/http/describe-route.ts'
import { searchQuery } from './schema.ts'
import { searchRecords } from './service.ts'

/** The search over everything in the back office. */
export const adminSearch = new Hono<ApiEnv>().get(
  '/admin/search',
  describeAdminRead('The first orders, shops and markets that a text or a ZIP code names', {
    message: 'Failed to search',
  }),
  input('query', searchQuery),
  async (c) => c.json(await searchRecords(c.var.deps.db, c.req.valid('query').q)),
)

export type AdminSearchRoutes = typeof adminSearch
