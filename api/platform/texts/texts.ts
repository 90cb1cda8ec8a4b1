export type TextErrorKind = 'busy' | 'unavailable' | 'rejected' | 'configuration' | 'stopped'
export class TextError extends Error {
  readonly kind: TextErrorKind
  readonly retryAfterSeconds: number | undefined
  constructor(
    message: string,
    kind: TextErrorKind,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}
export type Texts = { send(to: string, text: string): Promise<string> }
