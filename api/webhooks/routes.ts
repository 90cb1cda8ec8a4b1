import { Hono } from 'hono'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, JSON_TYPE } from '#api/http/describe-route.ts'
import { type SettleOutcome, settle } from '#api/orders/settle.ts'
import { receiveMailEvent } from '#api/platform/outbox/receive-mail-event.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { ProviderEvent } from '#api/platform/payments/payments.ts'
import { syncRefunds } from '#api/refunds/finish.ts'
import { recordDispute, recordRefund } from '#api/refunds/record.ts'

/** The signed events of the payment and the mail provider. Both send an event again after any answer but a 2xx. */
export const webhooks = new Hono<ApiEnv>()
  .post(
    '/webhooks/stripe',
    describeRoute('webhooks', "Stripe's signed webhook", {
      errors: ['bad_signature', 'malformed', 'order_not_found'],
      security: ['stripeSignature'],
      body: { mediaTypes: [JSON_TYPE] },
    }),
    async (c) => {
      const { payments, clock } = c.var.deps
      const signature = c.req.header('stripe-signature') ?? ''
      const event = await payments.readEvent(await c.req.text(), signature, clock.now())
      if (event === null) throw new AppError('bad_signature')
      const outcome = await receivePaymentEvent(c.var.deps, event)
      if (outcome === 'unknown_order') throw new AppError('order_not_found')
      return c.json({ received: true, outcome } as const)
    },
  )
  .post(
    '/webhooks/resend',
    describeRoute('webhooks', "Resend's signed webhook", {
      errors: ['bad_signature', 'malformed'],
      security: ['resendSignature'],
      body: { mediaTypes: [JSON_TYPE] },
    }),
    async (c) => {
      const { mail, clock } = c.var.deps
      const event = await mail.readEvent(await c.req.text(), (name) => c.req.header(name), clock.now())
      if (event === null) throw new AppError('bad_signature')
      return c.json({ received: true, outcome: await receiveMailEvent(c.var.deps, event) } as const)
    },
  )

type Outcome = SettleOutcome | 'ignored'

/**
 * Hands a verified payment event to the service it concerns. Other events, and events about payments that belong to none of
 * our orders, are `ignored`.
 * @returns `unknown_order` must be answered with a failure, so that the event is sent again
 * @throws PaymentsError when the provider has to be asked and does not answer; it sends the event again then, too
 */
export async function receivePaymentEvent(deps: Deps, event: ProviderEvent): Promise<Outcome> {
  const outcome = await dispatch(deps, event)
  const { session, refund, dispute, refundedPayment } = event
  if (!session && !refund && !dispute && refundedPayment === null) return outcome
  deps.log('info', 'provider_event', { eventId: event.id, type: event.type, outcome })
  if (outcome === 'settled') deps.waitUntil(sendDue(deps))
  return outcome
}

async function dispatch(deps: Deps, event: ProviderEvent): Promise<Outcome> {
  const { session, refund, dispute, refundedPayment } = event
  const from = { source: 'webhook', event } as const
  if (session && session.orderId !== null) return settle(deps, session, from)
  if (refund) return recordRefund(deps, refund, from)
  if (dispute) return recordDispute(deps, dispute, from, event.createdAt)
  return refundedPayment === null ? 'ignored' : syncRefunds(deps, refundedPayment, from)
}
