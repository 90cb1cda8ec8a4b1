import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { dismiss } from '#api/platform/outbox/dismiss.ts'
import { sendAgain } from '#api/platform/outbox/send-again.ts'
import { readDashboard } from './service.ts'

/** The dashboard, and what admins do about failed e-mails. */
export const adminDashboard = new Hono<ApiEnv>()
  .get(
    '/admin/dashboard',
    describeRoute('admin', 'Counts, what needs doing now, and the last 14 days', {
      message: 'Failed to load the dashboard',
      errors: ['signed_out', 'forbidden', 'too_slow'],
    }),
    async (c) => c.json(await readDashboard(c.var.deps)),
  )
  .post(
    '/admin/outbox/:id/send-again',
    describeRoute('admin', 'Send an e-mail again that had been given up; again changes nothing more', {
      message: 'Failed to send the e-mail again',
      errors: ['signed_out', 'forbidden', 'cross_site', 'not_found', 'too_slow'],
    }),
    input('param', idParams),
    async (c) => c.json({ status: await sendAgain(c.var.deps, c.req.valid('param').id) }),
  )
  .post(
    '/admin/outbox/:id/dismiss',
    describeRoute('admin', 'Put an e-mail aside that failed or did not arrive; again changes nothing more', {
      message: 'Failed to dismiss the e-mail',
      errors: ['signed_out', 'forbidden', 'cross_site', 'not_found', 'too_slow'],
    }),
    input('param', idParams),
    async (c) => {
      await dismiss(c.var.deps, c.req.valid('param').id)
      return c.json({ dismissed: true } as const)
    },
  )

export type AdminDashboardRoutes = typeof adminDashboard
