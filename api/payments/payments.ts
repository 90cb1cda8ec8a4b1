/** Money at the provider, as the services see it: no provider's types pass this file. */
export interface Payments {
  /**
   * Creates a checkout session.
   * @param idempotencyKey the same key with the same parameters is the same session
   * @param timeoutMs how long to wait for the answer
   * @throws PaymentsError
   */
  createSession(params: SessionParams, idempotencyKey: string, timeoutMs: number): Promise<CheckoutSession>
  /** @throws PaymentsError */
  retrieveSession(sessionId: string): Promise<CheckoutSession>
  /** Ends an open session so that it can never be paid. @throws PaymentsError (`rejected` when it is not open) */
  expireSession(sessionId: string): Promise<CheckoutSession>
  /** Sessions created since an instant, newest first. @throws PaymentsError */
  listSessions(since: Date): Promise<CheckoutSession[]>
  /**
   * Reads a webhook.
   * @returns the event, or null when the signature is wrong, too old or too new (300 s either way)
   */
  readEvent(body: string, signature: string, now: Date): Promise<ProviderEvent | null>
}

/** What a checkout session is asked for; kept with the order so that a retry can say exactly the same again. */
export type SessionParams = {
  orderId: string
  customerEmail: string
  lineItems: { name: string; description?: string; imageUrl?: string; amountCents: number }[]
  paymentMethods: string[]
  successUrl: string
  cancelUrl: string
  /** Unix seconds. */
  expiresAt: number
  /** What the order can be rebuilt from. */
  metadata: Record<string, string>
}

export type CheckoutSession = {
  id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** Where to pay; null once it can no longer be paid. */
  url: string | null
  orderId: string | null
  amountTotalCents: number | null
  currency: string | null
  paymentReference: string | null
  paymentMethod: string | null
  /** When the money was taken, if the provider said so. */
  paidAt: Date | null
  createdAt: Date
  expiresAt: Date
  metadata: Record<string, string>
}

export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  /** The session the event is about; null for events that are about something else. */
  session: CheckoutSession | null
}

/**
 * - `unreachable`: no answer in time; it may or may not have taken effect
 * - `server`: the provider answered 5xx; `replayed` when it repeats a stored answer for the same key
 * - `busy`: the same key is being worked on
 * - `rejected`: the provider understood and refused
 */
export type PaymentsFailure = 'unreachable' | 'server' | 'busy' | 'rejected'

export class PaymentsError extends Error {
  readonly kind: PaymentsFailure
  readonly replayed: boolean

  constructor(kind: PaymentsFailure, message: string, options: { replayed?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'PaymentsError'
    this.kind = kind
    this.replayed = options.replayed ?? false
  }
}
