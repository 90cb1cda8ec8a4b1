import Stripe from 'stripe'
import { newId } from './ids.ts'
import { type Call, type Provider, seconds } from './provider.ts'
import type { StoredEvent } from './store.ts'

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

/** Notes that something happened, with the object as it is now, and puts the event in line for delivery. */
export function recordEvent(provider: Provider, type: EventType, object: object, call: Call | null): void {
  const event: StoredEvent = {
    id: newId('evt_'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: seconds(provider),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call?.requestId ?? null, idempotency_key: call?.idempotencyKey ?? null },
    type,
  }
  provider.store.put('event', event)
  provider.store.database
    .prepare(
      "insert into deliveries (event_id, state, attempts, next_at, copies, by_hand) values (?, 'waiting', 0, 0, 1, 0)",
    )
    .run(event.id)
}
