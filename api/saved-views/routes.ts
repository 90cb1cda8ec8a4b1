import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { VIEWS_MAX } from '#domain/limits.ts'
import { deleteView, saveView, viewsOf } from './queries.ts'
import { savedViewRequest } from './schema.ts'

/** The views of lists that one has saved for oneself. */
export const adminSavedViews = new Hono<ApiEnv>()
  .get(
    '/admin/saved-views',
    describeAdminRead('The saved views of the caller, by name', { message: 'Failed to load your views' }),
    async (c) => c.json({ views: await viewsOf(c.var.deps.db, c.var.session.userId) }),
  )
  .post(
    '/admin/saved-views',
    describeAdminWrite('Save a view for oneself; one of the same name is replaced', {
      message: 'Failed to save the view',
    }),
    input('json', savedViewRequest),
    async (c) => {
      const { db, clock } = c.var.deps
      const { userId } = c.var.session
      const createdAt = clock.now().toISOString()
      const view = { ...c.req.valid('json'), id: crypto.randomUUID(), userId, createdAt }
      if (!(await saveView(db, view))) {
        const message = `You have ${VIEWS_MAX} views. Please delete one first.`
        throw new AppError('invalid', { message, issues: [{ path: 'name', message }] })
      }
      return c.json({ success: true } as const)
    },
  )
  .delete(
    '/admin/saved-views/:id',
    describeAdminWrite('Delete a saved view of the caller; idempotent', {
      message: 'Failed to delete the view',
    }),
    input('param', idParams),
    async (c) => {
      await deleteView(c.var.deps.db, c.var.session.userId, c.req.valid('param').id)
      return c.json({ success: true } as const)
    },
  )

export type AdminSavedViewsRoutes = typeof adminSavedViews
