import type { DeliveryState } from '#domain/outbox.ts'

/** Mail at the provider, as the services see it. */
export interface Mail {
  /**
   * Sends a message.
   * @param idempotencyKey the same key is the same message: sent at most once by the provider
   * @returns the provider's id; null when the key was used before with other words: that message went, and counts
   * @throws MailError
   */
  send(message: Message, idempotencyKey: string): Promise<string | null>
  /**
   * Reads an event that the provider posted.
   * @param header reads a header of the request by its name
   * @returns null when the signature is not the provider's, or is too old or too new
   * @throws AppError `malformed` when it is signed and cannot be read
   */
  readEvent(body: string, header: (name: string) => string | undefined, now: Date): Promise<MailEvent | null>
}

/**
 * A message whose link was signed with a key that AUTH_KEYS no longer has. Its message is shown beside the email in the back
 * office.
 */
export class LinkKeyMissing extends Error {
  override name = 'LinkKeyMissing'

  constructor() {
    super(
      'Its link was signed with a key that AUTH_KEYS no longer has. Add that key again after the newest one, or send a new link.',
    )
  }
}

export type Message = {
  to: string
  /** Where an answer goes: people answer. */
  replyTo: string
  subject: string
  html: string
  text: string
  /** Beyond the usual ones, by name. */
  headers?: Record<string, string>
  /** Our id of the message; every event about it contains it. */
  reference: string
}

/** The mail provider's report about a message, or about an address. */
export type MailEvent = {
  /** The same event sent again has the same id. */
  id: string
  /** The provider's name for it. */
  type: string
} & (DeliveryEvent | SuppressionLifted | { kind: 'other' })

export type DeliveryEvent = {
  kind: 'delivery'
  state: DeliveryState
  /** ISO instant. */
  at: string
  providerMessageId: string
  /** Our id of the message; null when the message was not sent by us. */
  reference: string | null
  recipients: readonly string[]
  /** The provider's reason, which may quote the address. */
  detail: string | null
}

/** Somebody took an address off the provider's suppression list. */
type SuppressionLifted = { kind: 'suppression-lifted'; at: string; address: string }

/**
 * - `unavailable`: the provider did not answer, or could not work; the message may or may not have been taken.
 * - `temporary`: this message was not taken now, others may be; worth another try.
 * - `rejected`: this message will never be taken.
 * - `busy`: nothing is taken for a while, and this message was not.
 * - `configuration`: nothing is accepted until our settings are corrected.
 */
export type MailErrorKind = 'unavailable' | 'temporary' | 'rejected' | 'busy' | 'configuration'

/** The provider did not take the message. The text is safe to show: it quotes nothing of the message. */
export class MailError extends Error {
  readonly kind: MailErrorKind
  /** Nothing is to be sent before that. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    kind: MailErrorKind,
    options: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'MailError'
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
