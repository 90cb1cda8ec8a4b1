import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminWrite, input } from '#api/http/describe-route.ts'
import { requireConfirmed } from '#api/http/guard.ts'
import { idParams } from '#api/http/page-schema.ts'
import { REFUND_CONFIRMED_ABOVE_CENTS } from '#domain/refunds.ts'
import { requestRefund } from './request.ts'
import { refundRequest } from './schema.ts'

/** Refunds in the back office. */
export const adminRefunds = new Hono<ApiEnv>().post(
  '/admin/orders/:id/refunds',
  describeAdminWrite('Refund all or part of an order; idempotent by key', {
    message: 'Failed to refund this order',
    timeoutMessage:
      'This is taking too long. The refund may be on its way: check the timeline before you try again.',
    errors: [
      'confirm_required',
      'order_not_found',
      'not_refundable',
      'refund_needs_override',
      'refund_form_used',
      'edit_conflict',
    ],
  }),
  input('param', idParams),
  input('json', refundRequest),
  async (c) => {
    const { id } = c.req.valid('param')
    const request = c.req.valid('json')
    if (request.amountCents > REFUND_CONFIRMED_ABOVE_CENTS) requireConfirmed(c.var)
    return c.json(await requestRefund(c.var.deps, c.var.session.userId, id, request))
  },
)

export type AdminRefundsRoutes = typeof adminRefunds
