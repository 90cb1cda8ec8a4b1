import Stripe from 'stripe'
import { AppError } from '#api/errors.ts'
import { outsideCall } from '#api/platform/outside-calls.ts'
import { type Payments, PaymentsError, type RefundParams, type SessionParams } from './payments.ts'
import { readEvent } from './stripe-event.ts'
import { readDispute, readRefund, readSession } from './stripe-read.ts'

type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's own: the stand-in's. */
  apiUrl?: string | undefined
  /** Multiplies the time limits. */
  timeoutFactor?: number
  /** Another way there than the network's. */
  fetch?: typeof fetch
}

const TOLERANCE_SECONDS = 300
/** A write has 25 s in all, and database calls come before and after. */
export const TIMEOUT_MS = 20_000
const EXPAND = 'payment_intent.latest_charge'

/** Payments at Stripe, through its own library. Retries are ours to decide, so the library makes none. */
export function stripePayments({ timeoutFactor = 1, ...settings }: StripeSettings): Payments {
  const stripe = new Stripe(settings.secretKey, {
    ...address(settings.apiUrl),
    httpClient: Stripe.createFetchHttpClient(settings.fetch),
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS * timeoutFactor,
    telemetry: false,
  })
  return {
    createSession: (params, idempotencyKey, timeoutMs) =>
      answer(async () => {
        const options = { idempotencyKey, timeout: timeoutMs }
        return readSession(await stripe.checkout.sessions.create(wireParams(params), options))
      }),
    retrieveSession: (id, timeoutMs = TIMEOUT_MS) =>
      answer(async () => {
        const options = { timeout: timeoutMs * timeoutFactor }
        return readSession(await stripe.checkout.sessions.retrieve(id, { expand: [EXPAND] }, options))
      }),
    expireSession: (id) => answer(async () => readSession(await stripe.checkout.sessions.expire(id))),
    listSessions: (since, after) =>
      answer(async () => {
        const params = { ...page(since), ...(after !== null && { starting_after: after }) }
        const { data, has_more } = await stripe.checkout.sessions.list({
          ...params,
          expand: [`data.${EXPAND}`],
        })
        return { sessions: data.map(readSession), next: has_more ? (data.at(-1)?.id ?? null) : null }
      }),
    createRefund: (params, idempotencyKey) =>
      answer(async () => readRefund(await stripe.refunds.create(wireRefund(params), { idempotencyKey }))),
    refundsOf: (payment_intent) => all(stripe.refunds.list({ payment_intent, limit: 100 }), readRefund),
    listRefunds: (since) => all(stripe.refunds.list(page(since)), readRefund),
    listDisputes: (since) => all(stripe.disputes.list(page(since)), readDispute),
    readEvent: async (body, signature, now) => {
      // The library refuses what is too old; a time in the future is refused here.
      const stamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
      if (!(Math.abs(stamp - now.getTime() / 1000) <= TOLERANCE_SECONDS)) return null
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          settings.webhookSecret,
          TOLERANCE_SECONDS,
          Stripe.createSubtleCryptoProvider(),
          now.getTime(),
        )
        return readEvent(event)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        if (error instanceof SyntaxError) throw new AppError('malformed')
        throw error
      }
    },
  }
}

/** Puts the request for a session into Stripe's own shape. */
function wireParams(params: SessionParams): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    client_reference_id: params.orderId,
    customer_email: params.customerEmail,
    allowed_payment_method_types: params.paymentMethods,
    // Our amounts in our currency, whatever the provider would offer otherwise.
    adaptive_pricing: { enabled: false },
    line_items: params.lineItems.map((item) => ({
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: item.amountCents,
        product_data: {
          name: item.name,
          ...(item.description ? { description: item.description } : {}),
          ...(item.imageUrl ? { images: [item.imageUrl] } : {}),
        },
      },
    })),
    success_url: params.successUrl,
    cancel_url: params.cancelUrl,
    expires_at: params.expiresAt,
    metadata: params.metadata,
    payment_intent_data: { metadata: { order_id: params.orderId } },
  }
}

/** The reason is not sent: it is free text, and Stripe takes one of three values. */
function wireRefund(params: RefundParams): Stripe.RefundCreateParams {
  return {
    payment_intent: params.paymentReference,
    amount: params.amountCents,
    reason: 'requested_by_customer',
    metadata: { refund_id: params.refundId, order_id: params.orderId },
  }
}

function address(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {}
  const url = new URL(apiUrl)
  const protocol: 'http' | 'https' = url.protocol === 'http:' ? 'http' : 'https'
  return { protocol, host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443') }
}

function answer<T>(work: () => Promise<T>): Promise<T> {
  const call = () =>
    work().catch((error: unknown) => {
      throw readError(error)
    })
  return outsideCall('payments', call, isUnavailable)
}

const isUnavailable = (error: unknown) => error instanceof PaymentsError && error.kind !== 'rejected'

/** Every entry of a list, however many pages it has. */
function all<Wire, T>(list: AsyncIterable<Wire>, read: (wire: Wire) => T): Promise<T[]> {
  return answer(async () => {
    const found: T[] = []
    for await (const entry of list) found.push(read(entry))
    return found
  })
}

function page(since: Date) {
  return { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
}

function readError(error: unknown): unknown {
  const { errors } = Stripe
  if (error instanceof errors.StripeConnectionError) {
    return new PaymentsError('unreachable', 'The provider did not answer', { cause: error })
  }
  if (!(error instanceof errors.StripeError)) return error
  const status = error.statusCode ?? 500
  const replayed = error.headers?.['idempotent-replayed'] === 'true'
  if (status >= 500) return new PaymentsError('server', 'The provider failed', { replayed, cause: error })
  if (status === 409) return new PaymentsError('busy', 'The provider is still at it', { cause: error })
  if (status === 429)
    return new PaymentsError('unreachable', 'The provider asks to slow down', { cause: error })
  const { code = null, param = null } = error
  return new PaymentsError('rejected', error.message, { replayed, code, param, cause: error })
}
