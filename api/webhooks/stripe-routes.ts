import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute } from '#api/http/describe-route.ts'
import { receiveEvent } from './receive-payment-event.ts'

/** The provider's signed events. Anything but a 2xx makes it send the event again. */
export const stripeWebhook = new Hono<ApiEnv>().post(
  '/webhooks/stripe',
  describeRoute({
    summary: "Stripe's signed webhook",
    tag: 'webhooks',
    errors: ['bad_signature', 'malformed', 'order_not_found'],
  }),
  async (c) => {
    const { payments, clock } = c.var.deps
    const signature = c.req.header('stripe-signature') ?? ''
    const event = await payments.readEvent(await c.req.text(), signature, clock.now())
    if (event === null) throw new AppError('bad_signature')
    const outcome = await receiveEvent(c.var.deps, event)
    if (outcome === 'unknown_order') throw new AppError('order_not_found')
    return c.json({ received: true, outcome } as const)
  },
)
