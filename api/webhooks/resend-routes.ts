import { Hono } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { documented } from '#api/http/documented.ts'
import { receiveMailEvent } from '#api/platform/outbox/receive-mail-event.ts'

const received = z.object({ received: z.literal(true), outcome: z.string() })

/** The mail provider's signed events. Anything but a 2xx makes it send the event again. */
export const resendWebhook = new Hono<ApiEnv>().post(
  '/webhooks/resend',
  documented({
    summary: "Resend's signed webhook",
    tag: 'webhooks',
    answer: received,
    errors: ['bad_signature', 'malformed'],
  }),
  async (c) => {
    const { mail, clock } = c.var.deps
    const event = await mail.readEvent(await c.req.text(), (name) => c.req.header(name), clock.now())
    if (event === null) throw new AppError('bad_signature')
    return c.json({ received: true, outcome: await receiveMailEvent(c.var.deps, event) } as const)
  },
)
