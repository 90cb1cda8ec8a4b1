import type { Deps } from '#api/deps.ts'
import { type SettleOutcome, settle } from '#api/orders/settle.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { ProviderEvent } from '#api/platform/payments/payments.ts'
import { syncRefunds } from '#api/refunds/finish.ts'
import { recordDispute, recordRefund } from '#api/refunds/record.ts'

/**
 * Acts on a verified event of the provider: payments, refunds, disputes. Events about something else, or about money that
 * is not of our orders, are acknowledged and left alone.
 * @returns what came of it; `unknown_order` must be answered with a failure, so that the event is sent again
 * @throws PaymentsError when the provider has to be asked and does not answer: then, too, it sends the event again
 */
export async function receiveEvent(deps: Deps, event: ProviderEvent): Promise<SettleOutcome | 'ignored'> {
  const outcome = await act(deps, event)
  if (outcome === 'ignored') return outcome
  deps.log('info', 'provider_event', { eventId: event.id, type: event.type, outcome })
  if (outcome === 'settled') deps.defer(sendDue(deps))
  return outcome
}

async function act(deps: Deps, event: ProviderEvent): Promise<SettleOutcome | 'ignored'> {
  const { session, refund, dispute, refundedPayment } = event
  const from = { source: 'webhook', event } as const
  if (session && session.orderId !== null) return settle(deps, session, from)
  if (refund) return recordRefund(deps, refund, from)
  if (dispute) return recordDispute(deps, dispute, from)
  return refundedPayment === null ? 'ignored' : syncRefunds(deps, refundedPayment, from)
}
