import type { Deps } from '#api/deps.ts'
import type { ProviderEvent } from '#api/payments/payments.ts'
import { sendDue } from '#api/services/outbox/send-due.ts'
import { type SettleOutcome, settle } from './settle.ts'

/**
 * Acts on a verified event of the provider. Events about something else, or about sessions that are not ours
 * (no order named), are acknowledged and left alone.
 * @returns what came of it; `unknown_order` must be answered with a failure, so that the event is sent again
 */
export async function receiveEvent(deps: Deps, event: ProviderEvent): Promise<SettleOutcome | 'ignored'> {
  const { session } = event
  if (session === null || session.orderId === null) return 'ignored'
  const outcome = await settle(deps, session, { source: 'webhook', event })
  deps.log('info', 'provider_event', { eventId: event.id, type: event.type, outcome })
  if (outcome === 'settled') deps.defer(sendDue(deps))
  return outcome
}
