import type { Provider } from './provider.ts'
import { signatureHeader } from './signature.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const TIMEOUT_MS = 10 * SECOND
const MOST_AT_ONCE = 10
const SENDABLE = "state = 'waiting' and (by_hand = 1 or ?)"
const BY_HAND_DELAY_MS = 30 * SECOND
/** Pauses after each attempt that failed; after the last one the event has failed. */
export const RETRY_DELAYS_MS = [
  ...[1, 2, 4, 8, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 1, 2, 2, 4, 4].map((count) => count * HOUR),
]

export type DeliveryState = 'waiting' | 'delivered' | 'dropped' | 'failed'
export const BY_HAND = ['resend', 'double', 'delay', 'drop'] as const
export type ByHand = (typeof BY_HAND)[number]

export interface Delivery {
  event_id: string
  state: DeliveryState
  attempts: number
  /** Milliseconds of the epoch, by the real clock: waiting takes as long as it takes. */
  next_at: number
  copies: number
  /** 1 when a person asked for this delivery: it goes out even while webhooks are switched off. */
  by_hand: 0 | 1
  last_status: number | null
  last_error: string | null
}

interface Destination {
  url: string
  secret: string
  retryDelaysMs: number[]
}

/** Sends events to the webhook, each until it was taken with a 2xx. What is waiting survives a restart. */
export class Deliveries {
  enabled = true
  readonly #provider: Provider
  readonly #destination: Destination
  readonly #underway = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(provider: Provider, destination: Destination) {
    this.#provider = provider
    this.#destination = destination
  }

  /** Sends what is due now and sets the alarm for what is due next. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    clearTimeout(this.#timer)
    const now = Date.now()
    for (const delivery of this.#due(now)) {
      const { event_id: id } = delivery
      const sending = this.#send(delivery).finally(() => {
        this.#underway.delete(id)
        this.wake()
      })
      this.#underway.set(id, sending)
    }
    const next = this.#nextAfter(now)
    if (next !== null) this.#timer = setTimeout(() => this.wake(), next - now)
  }

  get url(): string {
    return this.#destination.url
  }

  setEnabled(enabled: boolean): void {
    this.enabled = enabled
    this.wake()
  }

  /** Delivers one event as a person asks. False when there is no such event. */
  byHand(eventId: string, what: ByHand): boolean {
    if (!this.#provider.store.get('event', eventId)) return false
    const state: DeliveryState = what === 'drop' ? 'dropped' : 'waiting'
    const nextAt = Date.now() + (what === 'delay' ? BY_HAND_DELAY_MS : 0)
    this.#provider.store.database
      .prepare('update deliveries set state = ?, next_at = ?, copies = ?, by_hand = ? where event_id = ?')
      .run(state, nextAt, what === 'double' ? 2 : 1, what === 'drop' ? 0 : 1, eventId)
    this.wake()
    return true
  }

  get(eventId: string): Delivery | undefined {
    return this.#provider.store.database
      .prepare('select * from deliveries where event_id = ?')
      .get(eventId) as Delivery | undefined
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stop.abort()
    await Promise.all(this.#underway.values())
  }

  /** The deliveries that may go out now, as many as there is room for. */
  #due(now: number): Delivery[] {
    const sql = `select * from deliveries where ${SENDABLE} and next_at <= ? order by next_at, rowid limit ?`
    const rows = this.#provider.store.database
      .prepare(sql)
      .all(this.enabled ? 1 : 0, now, MOST_AT_ONCE) as Delivery[]
    return rows
      .filter(({ event_id }) => !this.#underway.has(event_id))
      .slice(0, MOST_AT_ONCE - this.#underway.size)
  }

  #nextAfter(now: number): number | null {
    const sql = `select min(next_at) as next from deliveries where ${SENDABLE} and next_at > ?`
    const row = this.#provider.store.database.prepare(sql).get(this.enabled ? 1 : 0, now)
    return (row as { next: number | null }).next
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.#provider.store.get('event', delivery.event_id)
    if (!event) return
    const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
    const results = await Promise.all(Array.from({ length: delivery.copies }, () => this.#post(payload)))
    if (this.#stop.signal.aborted) return
    const [last] = results.slice(-1)
    const delivered = results.some(({ ok }) => ok)
    if (delivered) this.#provider.store.put('event', { ...event, pending_webhooks: 0 })
    this.#note(delivery, delivered, last?.status ?? null, last?.error ?? null)
  }

  /** Writes down how an attempt went, unless a person has decided otherwise in the meantime. */
  #note(before: Delivery, delivered: boolean, status: number | null, error: string | null): void {
    const attempts = before.attempts + 1
    const delay = this.#destination.retryDelaysMs[before.attempts]
    const state: DeliveryState = delivered ? 'delivered' : delay === undefined ? 'failed' : 'waiting'
    const { database } = this.#provider.store
    database
      .prepare('update deliveries set attempts = ?, last_status = ?, last_error = ? where event_id = ?')
      .run(attempts, status, error, before.event_id)
    database
      .prepare(
        'update deliveries set state = ?, next_at = ?, copies = 1, by_hand = 0 where event_id = ? and state = ? and next_at = ?',
      )
      .run(state, Date.now() + (delay ?? 0), before.event_id, before.state, before.next_at)
  }

  async #post(payload: string): Promise<{ ok: boolean; status: number | null; error: string | null }> {
    try {
      const response = await fetch(this.#destination.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureHeader(payload, this.#destination.secret, this.#provider.now()),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.arrayBuffer()
      return { ok: response.ok, status: response.status, error: null }
    } catch (error) {
      return { ok: false, status: null, error: reasonOf(error) }
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
