import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute } from '#api/http/describe-route.ts'
import { receiveMailEvent } from '#api/platform/outbox/receive-mail-event.ts'

/** The mail provider's signed events. Anything but a 2xx makes it send the event again. */
export const resendWebhook = new Hono<ApiEnv>().post(
  '/webhooks/resend',
  describeRoute({
    summary: "Resend's signed webhook",
    tag: 'webhooks',
    errors: ['bad_signature', 'malformed'],
  }),
  async (c) => {
    const { mail, clock } = c.var.deps
    const event = await mail.readEvent(await c.req.text(), (name) => c.req.header(name), clock.now())
    if (event === null) throw new AppError('bad_signature')
    return c.json({ received: true, outcome: await receiveMailEvent(c.var.deps, event) } as const)
  },
)
