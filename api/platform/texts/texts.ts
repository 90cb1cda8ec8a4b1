import type { DeliveryState } from '#domain/outbox.ts'

/** Text messages at the provider, as the services see them. */
export interface Texts {
  /**
   * Sends a text. The provider knows no idempotency key: whoever calls it again after `unavailable` may send it twice.
   * @param to `+12125550142`
   * @returns the provider's id
   * @throws TextError
   */
  send(to: string, text: string): Promise<string>
  /**
   * Reads an event that the provider posted.
   * @param header reads a header of the request by its name
   * @returns null when the signature is not the provider's, or is too old or too new
   * @throws AppError `malformed` when it is signed and cannot be read
   */
  readEvent(body: string, header: (name: string) => string | undefined, now: Date): Promise<TextEvent | null>
}

/** The provider's report about a text, or a text that somebody sent us. The same event sent again has the same id. */
export type TextEvent =
  | ({ kind: 'delivery' } & TextDelivery)
  | ({ kind: 'received' } & ReceivedText)
  | { kind: 'other'; id: string; type: string }

export type TextDelivery = {
  id: string
  /** ISO instant. */
  at: string
  providerMessageId: string
  state: Extract<DeliveryState, 'delivered' | 'delayed' | 'failed'>
  /** The provider's reason; it quotes neither number nor text. */
  detail: string | null
}

export type ReceivedText = {
  id: string
  /** ISO instant. */
  at: string
  /** `+12125550142`; a company's short number is shorter. */
  from: string
  text: string
}

/**
 * - `busy`: nothing is taken for a while, and this text was not.
 * - `unavailable`: the provider did not answer, or could not work; the text may or may not have been taken.
 * - `rejected`: this text will never be taken.
 * - `configuration`: nothing is accepted until our settings, or our account there, are corrected.
 * - `stopped`: its reader has told the provider that they want no more texts of ours.
 */
export type TextErrorKind = 'busy' | 'unavailable' | 'rejected' | 'configuration' | 'stopped'

/** The provider did not take the text. The message is safe to show: it quotes neither number nor text. */
export class TextError extends Error {
  readonly kind: TextErrorKind
  /** Nothing is to be sent before that. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    kind: TextErrorKind,
    options: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'TextError'
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
