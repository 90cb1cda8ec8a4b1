import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminWrite, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { attemptParams, attemptRequest, correctionRequest } from './schema.ts'
import { correctAttemptByAdmin, recordAttemptByAdmin } from './service.ts'

/** Delivery attempts, as admins record and correct them. */
export const adminAttempts = new Hono<ApiEnv>()
  .post(
    '/admin/shop-orders/:id/attempts',
    describeAdminWrite('Record a delivery attempt, with `alsoDelivered` as delivered; idempotent by key', {
      message: 'Failed to record the attempt',
      errors: ['shop_order_not_found', 'shop_order_over', 'edit_conflict'],
    }),
    input('param', idParams),
    input('json', attemptRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await recordAttemptByAdmin(c.var.deps, c.var.session.userId, id, c.req.valid('json')))
    },
  )
  .post(
    '/admin/shop-orders/:id/attempts/:attemptId/correction',
    describeAdminWrite('Correct a delivery attempt; both stay, and no status moves; idempotent by key', {
      message: 'Failed to correct the attempt',
      errors: ['shop_order_not_found', 'attempt_not_found', 'edit_conflict'],
    }),
    input('param', attemptParams),
    input('json', correctionRequest),
    async (c) => {
      const { id, attemptId } = c.req.valid('param')
      const { userId } = c.var.session
      await correctAttemptByAdmin(c.var.deps, userId, id, attemptId, c.req.valid('json'))
      return c.json({ success: true } as const)
    },
  )

export type AdminAttemptsRoutes = typeof adminAttempts
