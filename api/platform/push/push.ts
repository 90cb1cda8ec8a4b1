/** The push services of browsers, as the services of the shop see them. */
export type Push = {
  /** The shop's public key in base64url, for `pushManager.subscribe`. */
  publicKey: string
  /**
   * Has the browser's push service take a message.
   * @throws PushError
   */
  send(to: PushSubscriptionKeys, message: PushMessage): Promise<void>
}

/** Where a browser wants its pushes, and how they are encrypted for it: what `PushSubscription.toJSON()` says. */
export type PushSubscriptionKeys = {
  endpoint: string
  /** The browser's public key, a point of P-256 in base64url. */
  p256dh: string
  /** The secret that the browser shares with us, 16 bytes in base64url. */
  auth: string
}

export type PushMessage = {
  /** At most {@link PAYLOAD_BYTES} of UTF-8. */
  payload: string
  /** For so long the push service keeps the message for a browser that it does not reach. */
  ttlSeconds: number
  /** The message takes the place of an undelivered one with the same topic: at most 32 characters of base64url. */
  topic?: string
}

/** The most bytes that fit into one message: the services take 4,096 bytes, and the encryption adds 103. */
export const PAYLOAD_BYTES = 3993

/**
 * - `gone`: the browser has no such subscription any more, or never had one: no message will reach it.
 * - `busy`: the service takes no message for a while, and has not taken this one.
 * - `unavailable`: the service did not answer, or could not work; the message may or may not have been taken.
 * - `rejected`: this message will never be taken.
 * - `configuration`: nothing is accepted until our settings are corrected.
 */
export type PushErrorKind = 'gone' | 'busy' | 'unavailable' | 'rejected' | 'configuration'

/** The push service did not take the message. The text is safe to show: it quotes neither the subscription nor the message. */
export class PushError extends Error {
  override name = 'PushError'
  readonly kind: PushErrorKind
  /** Nothing is to be sent before that. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    kind: PushErrorKind,
    options: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The push services of Chrome, Edge and Opera; of Firefox; of Edge on Windows; and of Safari. */
const HOSTS = /^(?:fcm\.googleapis\.com|.+\.(?:push\.services\.mozilla|notify\.windows|push\.apple)\.com)$/
const LONGEST_ENDPOINT = 2000

/**
 * True for an address at a push service that browsers use. A florist's browser names the address, and we call it: any other would
 * let it reach what only we can reach.
 * @param standIn the origin of a push service on this machine, if there is one
 */
export function isPushEndpoint(endpoint: string, standIn: string | null = null): boolean {
  const url = endpoint.length <= LONGEST_ENDPOINT ? URL.parse(endpoint) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  if (standIn !== null && url.origin === standIn) return true
  return url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname)
}
