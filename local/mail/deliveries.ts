import type { Mailbox, StoredEvent } from './mailbox.ts'
import { signedHeaders } from './signature.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const TIMEOUT_MS = 15 * SECOND
const MOST_AT_ONCE = 10
/** Resend's pauses after each attempt that failed ("Retries and Replays"); after the last one the event has failed. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

export interface Webhook {
  url: string
  /** `whsec_` and a key in base64. */
  secret: string
  retryDelaysMs?: number[]
}

/** Posts events to the webhook, each until it was taken with a 2xx. What is waiting survives a restart. */
export class Deliveries {
  readonly #mailbox: Mailbox
  readonly #webhook: Webhook
  readonly #underway = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(mailbox: Mailbox, webhook: Webhook) {
    this.#mailbox = mailbox
    this.#webhook = webhook
  }

  /** Sends what is due now and sets the alarm for what is due next. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    clearTimeout(this.#timer)
    const now = Date.now()
    const free = MOST_AT_ONCE - this.#underway.size
    const due = this.#mailbox.dueEvents(now, MOST_AT_ONCE).filter(({ id }) => !this.#underway.has(id))
    for (const event of due.slice(0, free)) {
      const sending = this.#send(event).finally(() => {
        this.#underway.delete(event.id)
        this.wake()
      })
      this.#underway.set(event.id, sending)
    }
    const next = this.#mailbox.nextEventAfter(now)
    if (next !== null) this.#timer = setTimeout(() => this.wake(), next - now)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stop.abort()
    await Promise.all(this.#underway.values())
  }

  async #send(event: StoredEvent): Promise<void> {
    const result = await this.#post(event)
    if (this.#stop.signal.aborted) return
    const delay = (this.#webhook.retryDelaysMs ?? RETRY_DELAYS_MS)[event.attempts]
    const state = result === 'ok' ? 'delivered' : delay === undefined ? 'failed' : 'waiting'
    this.#mailbox.noteAttempt(event.id, { state, result, nextAt: Date.now() + (delay ?? 0) })
  }

  /** @returns `ok`, or what went wrong */
  async #post({ id, body }: StoredEvent): Promise<string> {
    try {
      const response = await fetch(this.#webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Svix-Webhooks/1',
          ...signedHeaders(id, body, this.#webhook.secret, new Date()),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.arrayBuffer()
      return response.ok ? 'ok' : `answered ${response.status}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
