/** Where a browser wants its pushes: what `PushSubscription.toJSON()` says. */
export type PushSubscriptionKeys = { endpoint: string; p256dh: string; auth: string }
export type PushMessage = { payload: string; ttlSeconds: number; topic?: string }
export type PushErrorKind = 'gone' | 'busy' | 'unavailable' | 'rejected' | 'configuration'
export class PushError extends Error {
  readonly kind: PushErrorKind
  readonly retryAfterSeconds: number | undefined
  constructor(
    message: string,
    kind: PushErrorKind,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}
export type Push = { publicKey: string; send(to: PushSubscriptionKeys, message: PushMessage): Promise<void> }
