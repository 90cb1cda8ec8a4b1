import { recordEvent } from './events.ts'
import { noSuch, refused } from './problems.ts'
import { type Provider, seconds } from './provider.ts'
import { type Charge, type Dispute, newDispute } from './shapes.ts'

const CLOSED = ['warning_closed', 'prevented', 'lost', 'won']

/** The card holder's bank disputes a charge. Throws StripeProblem when there is none, or it is disputed already. */
export function openDispute(
  provider: Provider,
  chargeId: string,
  status: Parameters<typeof newDispute>[1],
): Dispute {
  const charge = provider.store.get('charge', chargeId)
  if (!charge) throw noSuch('charge', chargeId, 'charge')
  if (charge.disputed) throw refused('This charge is disputed already.')
  const dispute = newDispute(charge, status, seconds(provider))
  provider.store.put('dispute', dispute)
  provider.store.put('charge', { ...charge, disputed: true })
  recordEvent(provider, 'charge.dispute.created', dispute, null)
  if (!isEnquiry(dispute)) recordEvent(provider, 'charge.dispute.funds_withdrawn', dispute, null)
  return dispute
}

/** The shop has sent its evidence, as it would on the provider's own site. Throws StripeProblem unless it is awaited. */
export function answerDispute(provider: Provider, id: string): Dispute {
  const dispute = getDispute(provider, id)
  if (!dispute.status.endsWith('needs_response')) throw wrongStatus(dispute)
  const evidence_details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 }
  const status = isEnquiry(dispute) ? 'warning_under_review' : 'under_review'
  const answered: Dispute = { ...dispute, status, evidence_details }
  provider.store.put('dispute', answered)
  recordEvent(provider, 'charge.dispute.updated', answered, null)
  return answered
}

/** An inquiry becomes a chargeback. Throws StripeProblem when it is none or has ended. */
export function escalateDispute(provider: Provider, id: string): Dispute {
  const dispute = getDispute(provider, id)
  if (!isEnquiry(dispute) || CLOSED.includes(dispute.status)) throw wrongStatus(dispute)
  const escalated: Dispute = { ...dispute, status: 'needs_response', is_charge_refundable: false }
  provider.store.put('dispute', escalated)
  recordEvent(provider, 'charge.dispute.updated', escalated, null)
  recordEvent(provider, 'charge.dispute.funds_withdrawn', escalated, null)
  return escalated
}

/**
 * The bank has decided; a dispute that was lost can still be won. An inquiry is closed, which is how it is won. Throws
 * StripeProblem for what cannot be.
 */
export function closeDispute(provider: Provider, id: string, result: 'won' | 'lost'): Dispute {
  const dispute = getDispute(provider, id)
  const isReversal = dispute.status === 'lost' && result === 'won'
  if (CLOSED.includes(dispute.status) && !isReversal) throw wrongStatus(dispute)
  if (isEnquiry(dispute) && result === 'lost') throw wrongStatus(dispute)
  const status = isEnquiry(dispute) ? 'warning_closed' : result
  const closed: Dispute = { ...dispute, status }
  provider.store.put('dispute', closed)
  recordEvent(provider, 'charge.dispute.closed', closed, null)
  if (status === 'won') recordEvent(provider, 'charge.dispute.funds_reinstated', closed, null)
  return closed
}

/** Closes the inquiries about a charge that was refunded in full. */
export function closeEnquiries(provider: Provider, charge: Charge): void {
  for (const dispute of disputesOf(provider, charge)) {
    if (isEnquiry(dispute) && !CLOSED.includes(dispute.status)) closeDispute(provider, dispute.id, 'won')
  }
}

/** True if the bank has the charge's money. */
export function isChargedBack(provider: Provider, charge: Charge): boolean {
  return disputesOf(provider, charge).some((dispute) => dispute.status !== 'won' && !isEnquiry(dispute))
}

function disputesOf({ store }: Provider, { id }: Charge): Dispute[] {
  return store.list('dispute', { where: { charge: id }, limit: 100 }).data
}

export function isEnquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_')
}

function getDispute(provider: Provider, id: string): Dispute {
  const dispute = provider.store.get('dispute', id)
  if (!dispute) throw noSuch('dispute', id, 'dispute')
  return dispute
}

function wrongStatus({ status }: Dispute) {
  return refused(`This dispute has a status of \`${status}\`.`)
}
