import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { listPlatforms } from './queries.ts'
import { setBlocked } from './service.ts'

/** The platforms whose agents prepare checkouts, in the back office. */
export const adminPlatforms = new Hono<ApiEnv>()
  .get(
    '/admin/platforms',
    describeAdminRead('The platforms whose agents prepare checkouts, with their orders', {
      message: 'Failed to load the platforms',
    }),
    async (c) => c.json({ rows: await listPlatforms(c.var.deps.db, c.var.deps.clock.now()) }),
  )
  .post(
    '/admin/platforms/:id/block',
    describeAdminWrite('Refuse what a platform asks for, and end its open checkouts; idempotent', {
      message: 'Failed to block the platform',
      errors: ['not_found'],
    }),
    input('param', idParams),
    async (c) => {
      await setBlocked(c.var.deps, c.var.session.userId, c.req.valid('param').id, true)
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/admin/platforms/:id/unblock',
    describeAdminWrite('Take what a platform asks for again; idempotent', {
      message: 'Failed to unblock the platform',
      errors: ['not_found'],
    }),
    input('param', idParams),
    async (c) => {
      await setBlocked(c.var.deps, c.var.session.userId, c.req.valid('param').id, false)
      return c.json({ success: true } as const)
    },
  )

export type AdminPlatformsRoutes = typeof adminPlatforms
