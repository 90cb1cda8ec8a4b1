import { type Context, Hono } from 'hono'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, JSON_TYPE } from '#api/http/describe-route.ts'
import { type SettleOutcome, settle } from '#api/orders/settle.ts'
import { noteReport } from '#api/platform/expected-reports.ts'
import { storeProblem } from '#api/platform/failure.ts'
import { receiveMailEvent } from '#api/platform/outbox/receive-mail-event.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { ProviderEvent } from '#api/platform/payments/payments.ts'
import { syncRefunds } from '#api/refunds/finish.ts'
import { recordDispute, recordRefund } from '#api/refunds/record.ts'
import { receiveTextEvent } from '#api/texts/service.ts'

/** The signed events of the payment, the mail and the text provider. Each sends an event again after any answer but a 2xx. */
export const webhooks = new Hono<ApiEnv>()
  .post(
    '/webhooks/stripe',
    describeRoute('webhooks', "Stripe's signed webhook", {
      errors: ['bad_signature', 'order_not_found'],
      security: ['stripeSignature'],
      body: { mediaTypes: [JSON_TYPE] },
    }),
    async (c) => {
      const { payments, clock } = c.var.deps
      const signature = c.req.header('stripe-signature') ?? ''
      const body = await c.req.text()
      const event = await payments.readEvent(body, signature, clock.now())
      if (event === null) throw badSignature(c, 'Stripe', body, signature)
      const outcome = await receivePaymentEvent(c.var.deps, event).finally(() =>
        noteReportLater(c, 'payments'),
      )
      if (outcome === 'unknown_order') throw new AppError('order_not_found')
      return c.json({ received: true, outcome } as const)
    },
  )
  .post(
    '/webhooks/resend',
    describeRoute('webhooks', "Resend's signed webhook", {
      errors: ['bad_signature'],
      security: ['resendSignature'],
      body: { mediaTypes: [JSON_TYPE] },
    }),
    async (c) => {
      const { mail, clock } = c.var.deps
      const body = await c.req.text()
      const event = await mail.readEvent(body, (name) => c.req.header(name), clock.now())
      if (event === null) throw badSignature(c, 'Resend', body, c.req.header('svix-signature') ?? '')
      const outcome = await receiveMailEvent(c.var.deps, event).finally(() => noteReportLater(c, 'mail'))
      return c.json({ received: true, outcome } as const)
    },
  )
  .post(
    '/webhooks/telnyx',
    describeRoute('webhooks', "Telnyx's signed webhook", {
      errors: ['bad_signature', 'not_found'],
      security: ['telnyxSignature'],
      body: { mediaTypes: [JSON_TYPE] },
    }),
    async (c) => {
      const { texts, clock } = c.var.deps
      // Without our settings of texts no signature is good.
      if (texts === null) throw new AppError('bad_signature')
      const body = await c.req.text()
      const event = await texts.readEvent(body, (name) => c.req.header(name), clock.now())
      if (event === null) {
        throw badSignature(c, 'Telnyx', body, c.req.header('telnyx-signature-ed25519') ?? '')
      }
      const outcome = await receiveTextEvent(c.var.deps, event).finally(() => noteReportLater(c, 'texts'))
      return c.json({ received: true, outcome } as const)
    },
  )

/** After the event was acted on: a payment that the confirmation settles meanwhile is then known to be reported. */
function noteReportLater(c: Context<ApiEnv>, reporter: 'payments' | 'mail' | 'texts'): void {
  c.var.deps.waitUntil(noteReport(c.var.deps.db, reporter))
}

const REFUSED = 'webhook_refused'
const SETTINGS = {
  Stripe: 'STRIPE_WEBHOOK_SECRET',
  Resend: 'RESEND_WEBHOOK_SECRET',
  Telnyx: 'TELNYX_PUBLIC_KEY',
} as const

/**
 * The refusal of an event, with a warning: our secret may be the wrong one. Nobody needs to hear of a request without any
 * signature.
 */
function badSignature(
  c: Context<ApiEnv>,
  provider: keyof typeof SETTINGS,
  body: string,
  signature: string,
): AppError {
  const { deps, requestId } = c.var
  if (signature !== '') {
    const [route, setting] = [c.req.path, SETTINGS[provider]]
    deps.log('warn', REFUSED, { requestId, route, setting, claimedType: claimedType(body) })
    const message = `${provider}’s webhook was sent an event whose signature does not fit ${setting}. The setting is wrong, or somebody else sent it.`
    const circumstances = { source: 'server', event: REFUSED, place: route, requestId } as const
    storeProblem(deps, circumstances, { error: 'BadSignature', message })
  }
  return new AppError('bad_signature')
}

/** The type that an unverified event gives itself, if it looks like one. */
function claimedType(body: string): string | null {
  try {
    const event: unknown = JSON.parse(body)
    const type = typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : ''
    return /^[a-z_.]{1,60}$/.test(type) ? type : null
  } catch {
    return null
  }
}

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
  // Settling a session sends what it has caused.
  if (outcome === 'settled' && !session) deps.waitUntil(sendDue(deps))
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
