import Stripe from 'stripe'
import { type Attempt, type Posting, WebhookSender } from '#local/webhook-sender.ts'
import { type Provider, seconds } from './provider.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const TIMEOUT_MS = 10 * SECOND
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

/** Sends events to the shop's webhook, as they come or as a person asks. */
export class Deliveries extends WebhookSender<Delivery> {
  enabled = true
  readonly #provider: Provider
  readonly #destination: Destination

  constructor(provider: Provider, destination: Destination) {
    super()
    this.#provider = provider
    this.#destination = destination
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

  protected idOf({ event_id }: Delivery): string {
    return event_id
  }

  protected due(now: number, limit: number): Delivery[] {
    const sql = `select * from deliveries where ${SENDABLE} and next_at <= ? order by next_at, rowid limit ?`
    return this.#provider.store.database.prepare(sql).all(this.enabled ? 1 : 0, now, limit) as Delivery[]
  }

  protected nextAfter(now: number): number | null {
    const sql = `select min(next_at) as next from deliveries where ${SENDABLE} and next_at > ?`
    const row = this.#provider.store.database.prepare(sql).get(this.enabled ? 1 : 0, now)
    return (row as { next: number | null }).next
  }

  protected postings({ event_id, copies }: Delivery): Posting[] {
    const event = this.#provider.store.get('event', event_id)
    const body = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
    return Array.from({ length: copies }, () => ({
      url: this.#destination.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': this.#signature(body),
      },
      body,
      timeoutMs: TIMEOUT_MS,
    }))
  }

  /** Notes what became of a delivery, unless a person has decided otherwise in the meantime. */
  protected note(before: Delivery, results: Attempt[]): void {
    const [last] = results.slice(-1)
    const isDelivered = results.some(({ ok }) => ok)
    const delay = this.#destination.retryDelaysMs[before.attempts]
    const state: DeliveryState = isDelivered ? 'delivered' : delay === undefined ? 'failed' : 'waiting'
    const { store } = this.#provider
    const event = store.get('event', before.event_id)
    if (event && isDelivered) store.put('event', { ...event, pending_webhooks: 0 })
    store.database
      .prepare('update deliveries set attempts = ?, last_status = ?, last_error = ? where event_id = ?')
      .run(before.attempts + 1, last?.status ?? null, last?.error ?? null, before.event_id)
    store.database
      .prepare(
        'update deliveries set state = ?, next_at = ?, copies = 1, by_hand = 0 where event_id = ? and state = ? and next_at = ?',
      )
      .run(state, Date.now() + (delay ?? 0), before.event_id, before.state, before.next_at)
  }

  #signature(payload: string): string {
    const [timestamp, { secret }] = [seconds(this.#provider), this.#destination]
    return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }
}
