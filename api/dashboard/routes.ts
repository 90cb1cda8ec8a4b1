import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, errorMessage, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { dismiss } from '#api/platform/outbox/dismiss.ts'
import { sendAgain } from '#api/platform/outbox/send-again.ts'
import { readDashboard } from './service.ts'

/** The dashboard, and what admins do about failed e-mails. */
export const adminDashboard = new Hono<ApiEnv>()
  .get(
    '/admin/dashboard',
    describeRoute({
      summary: 'Counts, what needs doing now, and the last 14 days',
      tag: 'admin',
      errors: ['signed_out', 'forbidden', 'too_slow'],
    }),
    errorMessage('Failed to load the dashboard'),
    async (c) => c.json(await readDashboard(c.var.deps)),
  )
  .post(
    '/admin/outbox/:id/send-again',
    describeRoute({
      summary: 'Send an e-mail again that had been given up; again changes nothing more',
      tag: 'admin',
      errors: ['signed_out', 'forbidden', 'cross_site', 'not_found', 'too_slow'],
    }),
    errorMessage('Failed to send the e-mail again'),
    input('param', idParams),
    async (c) => c.json({ status: await sendAgain(c.var.deps, c.req.valid('param').id) }),
  )
  .post(
    '/admin/outbox/:id/dismiss',
    describeRoute({
      summary: 'Put an e-mail aside that failed or did not arrive; again changes nothing more',
      tag: 'admin',
      errors: ['signed_out', 'forbidden', 'cross_site', 'not_found', 'too_slow'],
    }),
    errorMessage('Failed to dismiss the e-mail'),
    input('param', idParams),
    async (c) => {
      await dismiss(c.var.deps, c.req.valid('param').id)
      return c.json({ dismissed: true } as const)
    },
  )

export type AdminDashboardRoutes = typeof adminDashboard
