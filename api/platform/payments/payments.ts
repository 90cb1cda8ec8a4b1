import type { DisputeStatus } from '#domain/disputes.ts'
import type { RefundStatus } from '#domain/refunds.ts'

/** The payment provider, as the services see it: its own types are not used beyond this interface. */
export interface Payments {
  /**
   * Creates a checkout session.
   * @param idempotencyKey the same key with the same parameters is the same session
   * @param timeoutMs how long to wait for the answer
   * @throws PaymentsError
   */
  createSession(params: SessionParams, idempotencyKey: string, timeoutMs: number): Promise<CheckoutSession>
  /**
   * @param timeoutMs how long to wait for the answer, when not as long as for any other
   * @throws PaymentsError
   */
  retrieveSession(sessionId: string, timeoutMs?: number): Promise<CheckoutSession>
  /** Ends an open session so that it can never be paid. @throws PaymentsError (`rejected` when it is not open) */
  expireSession(sessionId: string): Promise<CheckoutSession>
  /**
   * A page of the sessions created since an instant, newest first.
   * @param after the session before the page; null for the first page
   * @throws PaymentsError (`rejected` when there is no such session)
   */
  listSessions(since: Date, after: string | null): Promise<SessionPage>
  /**
   * Gives money back.
   * @param idempotencyKey the same key with the same parameters is the same refund
   * @throws PaymentsError (`rejected` when it is more than is left, or the provider refuses for another reason)
   */
  createRefund(params: RefundParams, idempotencyKey: string): Promise<ProviderRefund>
  /** The refunds of one payment, newest first. @throws PaymentsError */
  refundsOf(paymentReference: string): Promise<ProviderRefund[]>
  /** Refunds made since an instant, ours and others', newest first. @throws PaymentsError */
  listRefunds(since: Date): Promise<ProviderRefund[]>
  /** Disputes opened since an instant, newest first. @throws PaymentsError */
  listDisputes(since: Date): Promise<ProviderDispute[]>
  /**
   * Reads a webhook.
   * @returns the event, or null when the signature is wrong, too old or too new (300 s either way)
   * @throws AppError `malformed` when what was signed is no event
   */
  readEvent(body: string, signature: string, now: Date): Promise<ProviderEvent | null>
}

/** The request for a checkout session; kept with the order so that a retry can say exactly the same again. */
export type SessionParams = {
  orderId: string
  customerEmail: string
  lineItems: { name: string; description?: string; imageUrl?: string; amountCents: number }[]
  paymentMethods: string[]
  successUrl: string
  cancelUrl: string
  /** Unix seconds. */
  expiresAt: number
  /** The order can be rebuilt from these. */
  metadata: Record<string, string>
}

export type CheckoutSession = {
  id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** Where to pay; null once it can no longer be paid. */
  url: string | null
  /** Null when it was created by something else than this shop. */
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

/** `next`: what the page after this one comes after; null when there is none. */
export type SessionPage = { sessions: CheckoutSession[]; next: string | null }

export type RefundParams = {
  paymentReference: string
  amountCents: number
  /** Ours, so that it is recognised from every source. */
  refundId: string
  orderId: string
}

export type ProviderRefund = {
  id: string
  /** The payment whose money it is; null when the provider does not say. */
  paymentReference: string | null
  amountCents: number
  status: RefundStatus
  /** Why it failed, in the provider's words. */
  failure: string | null
  /** Ours, when we asked for it. */
  refundId: string | null
  createdAt: Date
}

/** A card holder's bank takes the money back, or tries to. */
export type ProviderDispute = {
  id: string
  paymentReference: string | null
  amountCents: number
  /** In the provider's word, for example `fraudulent`. */
  reason: string
  status: DisputeStatus
  /** Until when the bank accepts an answer, if known. */
  respondBy: Date | null
  createdAt: Date
}

export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  /** The session the event is about; null for events that are about something else. */
  session: CheckoutSession | null
  /** The refund or the dispute it is about. */
  refund: ProviderRefund | null
  dispute: ProviderDispute | null
  /** A payment of which something was given back, without a word about what. */
  refundedPayment: string | null
}

/**
 * - `unreachable`: no answer in time; it may or may not have taken effect
 * - `server`: the provider answered 5xx; `replayed` when it repeats a stored answer for the same key
 * - `busy`: the same key is being worked on
 * - `rejected`: the provider understood and refused
 */
type PaymentsFailure = 'unreachable' | 'server' | 'busy' | 'rejected'

export class PaymentsError extends Error {
  readonly kind: PaymentsFailure
  readonly replayed: boolean
  /** Why it was rejected, in the provider's word, and because of which parameter; null when it does not say. */
  readonly code: string | null
  readonly param: string | null

  constructor(
    kind: PaymentsFailure,
    message: string,
    options: { replayed?: boolean; code?: string | null; param?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'PaymentsError'
    this.kind = kind
    this.replayed = options.replayed ?? false
    this.code = options.code ?? null
    this.param = options.param ?? null
  }
}
