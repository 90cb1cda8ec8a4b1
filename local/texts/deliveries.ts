import { type Attempt, type Posting, WebhookSender } from '#local/webhook-sender.ts'
import type { Phones, StoredEvent } from './phones.ts'
import { signedHeaders } from './signature.ts'

const SECOND = 1000
const TIMEOUT_MS = 5 * SECOND
/** Telnyx gives up after a few tries within minutes; after the last one the event has failed. */
const RETRY_DELAYS_MS = [2 * SECOND, 10 * SECOND, 60 * SECOND, 300 * SECOND]

export interface Webhook {
  url: string
  /** PKCS 8 in base64. */
  privateKey: string
  retryDelaysMs?: number[]
}

/** Posts events to the shop's webhook. */
export class Deliveries extends WebhookSender<StoredEvent> {
  readonly #phones: Phones
  readonly #webhook: Webhook

  constructor(phones: Phones, webhook: Webhook) {
    super()
    this.#phones = phones
    this.#webhook = webhook
  }

  protected idOf({ seq }: StoredEvent): string {
    return String(seq)
  }

  protected due(now: number, limit: number): StoredEvent[] {
    return this.#phones.dueEvents(now, limit)
  }

  protected nextAfter(now: number): number | null {
    return this.#phones.nextEventAfter(now)
  }

  protected postings({ body }: StoredEvent): Posting[] {
    const { url, privateKey } = this.#webhook
    const signature = signedHeaders(body, privateKey, new Date())
    const headers = { 'content-type': 'application/json', 'user-agent': 'telnyx-webhooks', ...signature }
    return [{ url, headers, body, timeoutMs: TIMEOUT_MS }]
  }

  protected note({ seq, attempts }: StoredEvent, [attempt]: Attempt[]): void {
    const delay = (this.#webhook.retryDelaysMs ?? RETRY_DELAYS_MS)[attempts]
    const state = attempt?.ok ? 'delivered' : delay === undefined ? 'failed' : 'waiting'
    const result = attempt?.ok ? 'ok' : (attempt?.error ?? `answered ${attempt?.status}`)
    this.#phones.noteAttempt(seq, { state, result, nextAt: Date.now() + (delay ?? 0) })
  }
}
