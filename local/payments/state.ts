import type { Fault, Faults } from '#local/faults.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import type { Operation } from './endpoints.ts'
import type { StoredEvent } from './events.ts'
import type { Provider } from './provider.ts'
import type { Charge, Dispute, PaymentIntent, Refund, Session } from './shapes.ts'

/** The provider's state as the operator sees it, newest first and at most so many of each. */
export interface State {
  webhooks: { enabled: boolean; url: string }
  fault: Fault<Operation>
  totals: { sessions: number; events: number }
  sessions: Session[]
  payments: PaymentIntent[]
  charges: Charge[]
  refunds: Refund[]
  disputes: Dispute[]
  events: StoredEvent[]
  deliveries: Delivery[]
}

export function readState(
  provider: Provider,
  deliveries: Deliveries,
  faults: Faults<Operation>,
  limit: number,
): State {
  const { store } = provider
  const events = store.list('event', { limit }).data
  return {
    webhooks: { enabled: deliveries.enabled, url: deliveries.url },
    fault: faults.current,
    totals: { sessions: store.count('session'), events: store.count('event') },
    sessions: store.list('session', { limit }).data,
    payments: store.list('payment_intent', { limit }).data,
    charges: store.list('charge', { limit }).data,
    refunds: store.list('refund', { limit }).data,
    disputes: store.list('dispute', { limit }).data,
    events,
    deliveries: events.flatMap((event) => deliveries.get(event.id) ?? []),
  }
}
