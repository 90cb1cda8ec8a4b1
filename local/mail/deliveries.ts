import { type Attempt, type Posting, WebhookSender } from '#local/webhook-sender.ts'
import type { Mailbox, StoredEvent } from './mailbox.ts'
import { signedHeaders } from './signature.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const TIMEOUT_MS = 15 * SECOND
/** Resend's pauses after each attempt that failed ("Retries and Replays"); after the last one the event has failed. */
const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

export interface Webhook {
  url: string
  /** `whsec_` and a key in base64. */
  secret: string
  retryDelaysMs?: number[]
}

/** Posts events to the shop's webhook. */
export class Deliveries extends WebhookSender<StoredEvent> {
  readonly #mailbox: Mailbox
  readonly #webhook: Webhook

  constructor(mailbox: Mailbox, webhook: Webhook) {
    super()
    this.#mailbox = mailbox
    this.#webhook = webhook
  }

  protected idOf({ id }: StoredEvent): string {
    return id
  }

  protected due(now: number, limit: number): StoredEvent[] {
    return this.#mailbox.dueEvents(now, limit)
  }

  protected nextAfter(now: number): number | null {
    return this.#mailbox.nextEventAfter(now)
  }

  protected postings({ id, body }: StoredEvent): Posting[] {
    const { url, secret } = this.#webhook
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Svix-Webhooks/1',
      ...signedHeaders(id, body, secret, new Date()),
    }
    return [{ url, headers, body, timeoutMs: TIMEOUT_MS }]
  }

  protected note(event: StoredEvent, [attempt]: Attempt[]): void {
    const delay = (this.#webhook.retryDelaysMs ?? RETRY_DELAYS_MS)[event.attempts]
    const state = attempt?.ok ? 'delivered' : delay === undefined ? 'failed' : 'waiting'
    const result = attempt?.ok ? 'ok' : (attempt?.error ?? `answered ${attempt?.status}`)
    this.#mailbox.noteAttempt(event.id, { state, result, nextAt: Date.now() + (delay ?? 0) })
  }
}
