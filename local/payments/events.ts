import Stripe from 'stripe'
import { type Call, newId, type Provider, seconds } from './provider.ts'

export type EventType =
  | `checkout.session.${'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'}`
  | `payment_intent.${'succeeded' | 'payment_failed'}`
  | `charge.${'refunded' | 'refund.updated'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | `refund.${'created' | 'updated' | 'failed'}`
export type StoredEvent = ReturnType<typeof newEvent>

/** Notes that something happened, with the object as it is now, and puts the event in line for delivery. */
export function recordEvent(provider: Provider, type: EventType, object: object, call: Call | null): void {
  const event = newEvent(type, object, call, seconds(provider))
  provider.store.put('event', event)
  provider.store.database
    .prepare(
      "insert into deliveries (event_id, state, attempts, next_at, copies, by_hand) values (?, 'waiting', 0, 0, 1, 0)",
    )
    .run(event.id)
}

function newEvent(type: EventType, object: object, call: Call | null, created: number) {
  return {
    id: newId('evt_'),
    object: 'event' as const,
    api_version: Stripe.API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call?.requestId ?? null, idempotency_key: call?.idempotencyKey ?? null },
    type,
  }
}
