import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { dismiss, sendAgain, sendAllNow, sendNow } from '#api/platform/outbox/admin-actions.ts'
import { waitingCounts } from './figures-queries.ts'
import { readDashboard } from './service.ts'

/** The dashboard, and what admins do about failed emails. */
export const adminDashboard = new Hono<ApiEnv>()
  .get(
    '/admin/dashboard',
    describeRoute('admin', 'Counts, the figures of today, what needs attention, and the last 14 days', {
      message: 'Failed to load the dashboard',
      errors: ['signed_out', 'forbidden', 'second_factor_required', 'too_slow'],
    }),
    async (c) => c.json(await readDashboard(c.var.deps)),
  )
  .get(
    '/admin/waiting',
    describeRoute(
      'admin',
      'How many orders wait for a shop, are at risk, and how many new failures there are',
      {
        message: 'Failed to count what waits',
        errors: ['signed_out', 'forbidden', 'second_factor_required', 'too_slow'],
      },
    ),
    async (c) => c.json(await waitingCounts(c.var.deps.db, c.var.deps.clock.now())),
  )
  .post(
    '/admin/outbox/:id/send-again',
    describeRoute('admin', 'Send an email again that failed for good; idempotent', {
      message: 'Failed to send the email again',
      errors: ['signed_out', 'forbidden', 'second_factor_required', 'cross_site', 'not_found', 'too_slow'],
    }),
    input('param', idParams),
    async (c) => c.json({ status: await sendAgain(c.var.deps, c.req.valid('param').id) }),
  )
  .post(
    '/admin/outbox/send-now',
    describeRoute('admin', 'Try all emails now that wait for another try; idempotent', {
      message: 'Failed to send the emails',
      errors: ['signed_out', 'forbidden', 'second_factor_required', 'cross_site', 'too_slow'],
    }),
    async (c) => c.json({ tried: await sendAllNow(c.var.deps) }),
  )
  .post(
    '/admin/outbox/:id/send-now',
    describeRoute('admin', 'Try an email now that waits for another try; idempotent', {
      message: 'Failed to send the email',
      errors: ['signed_out', 'forbidden', 'second_factor_required', 'cross_site', 'not_found', 'too_slow'],
    }),
    input('param', idParams),
    async (c) => c.json({ status: await sendNow(c.var.deps, c.req.valid('param').id) }),
  )
  .post(
    '/admin/outbox/:id/dismiss',
    describeRoute('admin', 'Dismiss an email that failed or did not arrive; idempotent', {
      message: 'Failed to dismiss the email',
      errors: ['signed_out', 'forbidden', 'second_factor_required', 'cross_site', 'not_found', 'too_slow'],
    }),
    input('param', idParams),
    async (c) => {
      await dismiss(c.var.deps, c.req.valid('param').id)
      return c.json({ dismissed: true } as const)
    },
  )

export type AdminDashboardRoutes = typeof adminDashboard
