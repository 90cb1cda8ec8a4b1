import Stripe from 'stripe'
import {
  type CheckoutSession,
  type Payments,
  PaymentsError,
  type ProviderEvent,
  type SessionParams,
} from './payments.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's own: the stand-in's. */
  apiUrl?: string | undefined
}

const TOLERANCE_SECONDS = 300
/** A shopper waits for these calls, and database calls come before and after. */
const TIMEOUT_MS = 2_000
/** Nobody waits for a list, and a hundred sessions take their time. */
const LIST_TIMEOUT_MS = 20_000
const EXPAND = 'payment_intent.latest_charge'

/** Payments at Stripe, through its own library. Retries are ours to decide, so the library makes none. */
export function stripePayments(settings: StripeSettings): Payments {
  const stripe = new Stripe(settings.secretKey, {
    ...address(settings.apiUrl),
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
  return {
    createSession: (params, idempotencyKey, timeoutMs) =>
      call(() => stripe.checkout.sessions.create(wireParams(params), { idempotencyKey, timeout: timeoutMs })),
    retrieveSession: (id) => call(() => stripe.checkout.sessions.retrieve(id, { expand: [EXPAND] })),
    expireSession: (id) => call(() => stripe.checkout.sessions.expire(id)),
    listSessions: async (since) => {
      const found: CheckoutSession[] = []
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const pages = stripe.checkout.sessions.list(
        { created, limit: 100, expand: [`data.${EXPAND}`] },
        { timeout: LIST_TIMEOUT_MS },
      )
      try {
        for await (const session of pages) found.push(readSession(session))
      } catch (error) {
        throw readError(error)
      }
      return found
    },
    readEvent: async (body, signature, now) => {
      // The library refuses what is too old; what claims to come from the future is refused here.
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
        throw error
      }
    },
  }
}

function address(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {}
  const url = new URL(apiUrl)
  const protocol: 'http' | 'https' = url.protocol === 'http:' ? 'http' : 'https'
  return { protocol, host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443') }
}

async function call(work: () => Promise<Stripe.Checkout.Session>): Promise<CheckoutSession> {
  try {
    return readSession(await work())
  } catch (error) {
    throw readError(error)
  }
}

function wireParams(params: SessionParams): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    client_reference_id: params.orderId,
    customer_email: params.customerEmail,
    allowed_payment_method_types: params.paymentMethods,
    // Our amounts in our currency, whatever the provider would offer otherwise (decisions.md, Money).
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

function readSession(session: Stripe.Checkout.Session): CheckoutSession {
  const intent = session.payment_intent
  const charge = typeof intent === 'object' && intent !== null ? intent.latest_charge : null
  const details = typeof charge === 'object' && charge !== null ? charge : null
  return {
    id: session.id,
    status: statusOf(session.status),
    paid: session.payment_status === 'paid',
    url: session.url,
    orderId: session.client_reference_id,
    amountTotalCents: session.amount_total,
    currency: session.currency,
    paymentReference: typeof intent === 'string' ? intent : (intent?.id ?? null),
    paymentMethod: details?.payment_method_details?.type ?? session.payment_method_types?.[0] ?? null,
    paidAt: details ? new Date(details.created * 1000) : null,
    createdAt: new Date(session.created * 1000),
    expiresAt: new Date(session.expires_at * 1000),
    metadata: session.metadata ?? {},
  }
}

// A status that Stripe may add one day decides nothing: the session counts as open until it is one of the two ends.
function statusOf(status: string | null): CheckoutSession['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function readEvent(event: Stripe.Event): ProviderEvent {
  const createdAt = new Date(event.created * 1000)
  if (!event.type.startsWith('checkout.session.')) {
    return { id: event.id, type: event.type, createdAt, session: null }
  }
  const session = readSession(event.data.object as Stripe.Checkout.Session)
  return { id: event.id, type: event.type, createdAt, session }
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
  return new PaymentsError('rejected', error.message, { replayed, cause: error })
}
