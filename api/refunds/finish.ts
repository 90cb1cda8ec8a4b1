import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { PaymentsError, type ProviderRefund } from '#api/platform/payments/payments.ts'
import { changeRefund, orderOfPayment, type RefundRecord, refundIsStill } from './queries.ts'
import { type RefundSource, recordRefund } from './record.ts'

const MOST_KEYS = 5
/** The provider's refusals that have words of ours; the others keep the provider's. */
const REFUSALS: Readonly<Record<string, string>> = {
  charge_disputed: 'The payment is disputed: the bank decides about the money.',
}
/** The provider forgets a key after a day: from here on it is asked first whether the refund is there. */
const KEY_HOLDS_MS = 12 * 60 * 60 * 1000

/**
 * Asks the provider for a refund whose row is stored, and records what it says. The key is made of the row, so that
 * however often this runs, and wherever, it is one refund. An answer that does not come leaves the row as it is: the
 * reconciliation asks again.
 */
export async function finishRefund(
  deps: Deps,
  refund: RefundRecord,
  paymentReference: string,
  from: RefundSource,
): Promise<void> {
  try {
    // What the provider has taken on is looked up, also when others asked for it.
    if (refund.providerRefundId !== null) {
      await learnRefunds(deps, paymentReference, from)
      return
    }
    const answered = await askFor(deps, refund, paymentReference)
    await recordRefund(deps, answered, from)
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    deps.log('warn', 'refund_unanswered', {
      refundId: refund.id,
      kind: error.kind,
      ...describeFailure(error),
    })
    if (error.kind !== 'rejected' || refund.providerRefundId !== null) return
    await refuse(deps, refund, REFUSALS[error.code ?? ''] ?? error.message)
    // Nothing left to give back, perhaps, because others have given it.
    deps.defer(learnRefunds(deps, paymentReference, { source: 'reconciliation' }))
  }
}

/**
 * Records every refund of one payment, the oldest first.
 * @returns `ignored` for a payment that is not of one of our orders
 * @throws PaymentsError
 */
export async function learnRefunds(
  deps: Deps,
  paymentReference: string,
  from: RefundSource,
): Promise<'settled' | 'ignored'> {
  if (!(await orderOfPayment(deps.db, paymentReference))) return 'ignored'
  const all = await deps.payments.refundsOf(paymentReference)
  for (const refund of all.toReversed()) await recordRefund(deps, refund, from)
  return 'settled'
}

/** A failure that the provider has stored for a key stays under that key: then it takes the next one. */
async function askFor(
  { payments, clock }: Deps,
  { id: refundId, orderId, amountCents, createdAt }: RefundRecord,
  paymentReference: string,
): Promise<ProviderRefund> {
  const params = { refundId, orderId, amountCents, paymentReference }
  const find = async () =>
    (await payments.refundsOf(paymentReference)).find((refund) => refund.refundId === refundId)
  const early = clock.now().getTime() - Date.parse(createdAt) < KEY_HOLDS_MS
  const there = early ? undefined : await find()
  if (there) return there
  for (let n = 1; ; n++) {
    try {
      return await payments.createRefund(params, `refund:${refundId}:${n}`)
    } catch (error) {
      const stored = error instanceof PaymentsError && error.kind === 'server' && error.replayed
      if (!stored || n === MOST_KEYS) throw error
      const made = await find()
      if (made) return made
    }
  }
}

async function refuse({ db, clock }: Deps, refund: RefundRecord, failure: string): Promise<void> {
  const at = clock.now().toISOString()
  const claim = newClaim()
  const event = {
    kind: 'refund_failed',
    actor: 'provider',
    data: { refundId: refund.id, amountCents: refund.amountCents, failure },
    dedupeKey: claim.key,
  } as const
  await runGuardedBatch(
    db,
    claim,
    addOrderEvent(db, refund.orderId, event, at, refundIsStill({ id: refund.id, status: 'pending' }, '')),
    [changeRefund(db, refund.id, { status: 'failed', failure }, at, sql`${claim.condition}`)],
  )
}
