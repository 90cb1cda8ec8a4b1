/** Mail at the provider, as the services see it. */
export interface Mail {
  /**
   * Sends a message.
   * @param idempotencyKey the same key is the same message: sent at most once by the provider
   * @returns the provider's id; null when the key was used before with other words: that message went, and counts
   * @throws MailError
   */
  send(message: Message, idempotencyKey: string): Promise<string | null>
}

export type Message = {
  to: string
  subject: string
  html: string
  text: string
  /** Beyond the usual ones, by name. */
  headers?: Record<string, string>
}

/** The provider did not take the message. `permanent` when trying again cannot help. */
export class MailError extends Error {
  readonly permanent: boolean

  constructor(message: string, permanent: boolean, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailError'
    this.permanent = permanent
  }
}
