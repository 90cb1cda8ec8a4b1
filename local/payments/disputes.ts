import type Stripe from 'stripe'
import { newDispute } from './dispute-shape.ts'
import { recordEvent } from './events.ts'
import { noSuch, refused } from './problems.ts'
import { type Provider, seconds } from './provider.ts'

/** The card holder's bank disputes a charge. Throws StripeProblem when there is none, or it is disputed already. */
export function openDispute(provider: Provider, chargeId: string): Stripe.Dispute {
  const charge = provider.store.get('charge', chargeId)
  if (!charge) throw noSuch('charge', chargeId, 'charge')
  if (charge.disputed) throw refused('This charge is disputed already.')
  const dispute = newDispute(charge, seconds(provider))
  provider.store.put('dispute', dispute)
  provider.store.put('charge', { ...charge, disputed: true })
  recordEvent(provider, 'charge.dispute.created', dispute, null)
  recordEvent(provider, 'charge.dispute.funds_withdrawn', dispute, null)
  return dispute
}

/** The shop has sent its evidence, as it would on the provider's own site. Throws StripeProblem unless it is awaited. */
export function answerDispute(provider: Provider, id: string): Stripe.Dispute {
  const dispute = getDispute(provider, id)
  if (dispute.status !== 'needs_response') throw wrongStatus(dispute)
  const evidence_details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 }
  const answered: Stripe.Dispute = { ...dispute, status: 'under_review', evidence_details }
  provider.store.put('dispute', answered)
  recordEvent(provider, 'charge.dispute.updated', answered, null)
  return answered
}

/** The bank has decided. Throws StripeProblem when it had before. */
export function closeDispute(provider: Provider, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = getDispute(provider, id)
  if (dispute.status === 'won' || dispute.status === 'lost') throw wrongStatus(dispute)
  const closed: Stripe.Dispute = { ...dispute, status }
  provider.store.put('dispute', closed)
  recordEvent(provider, 'charge.dispute.closed', closed, null)
  if (status === 'won') recordEvent(provider, 'charge.dispute.funds_reinstated', closed, null)
  return closed
}

/** Whether the bank has the charge's money, or may take it. */
export function isChargedBack(provider: Provider, charge: Stripe.Charge): boolean {
  const where = [{ field: 'charge', is: '=' as const, value: charge.id }]
  return provider.store.list('dispute', { where, limit: 1 }).data.some(({ status }) => status !== 'won')
}

function getDispute(provider: Provider, id: string): Stripe.Dispute {
  const dispute = provider.store.get('dispute', id)
  if (!dispute) throw noSuch('dispute', id, 'dispute')
  return dispute
}

function wrongStatus({ status }: Stripe.Dispute) {
  return refused(`This dispute has a status of \`${status}\`.`)
}
