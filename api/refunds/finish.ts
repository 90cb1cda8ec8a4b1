import type { Deps } from '#api/deps.ts'
import { type Applied, applyToOrder } from '#api/orders/apply.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { PaymentsError, type ProviderRefund } from '#api/platform/payments/payments.ts'
import { orderOfPayment, type RefundRecord, refundById } from './queries.ts'
import { type RefundSource, recordRefund } from './record.ts'

const MAX_KEYS = 5
/** Our messages for refusals by the provider's error code; others keep the provider's message. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['charge_disputed', 'The payment is disputed. The bank decides who gets the money.'],
])
/** The provider forgets an idempotency key after a day: past this age, existing refunds are looked up first. */
const KEY_VALID_MS = 12 * 60 * 60 * 1000

/**
 * Asks the provider for a refund whose row is stored, and records the answer. The idempotency key derives from the row, so
 * that repeated calls make one refund. Without an answer the row stays pending and the reconciliation asks again.
 */
export async function finishRefund(
  deps: Deps,
  refund: RefundRecord,
  paymentReference: string,
  from: RefundSource,
): Promise<void> {
  try {
    // The provider has accepted it already, perhaps through another call: only look it up.
    if (refund.providerRefundId !== null) {
      await syncRefunds(deps, paymentReference, from)
      return
    }
    const answered = await createOrFindRefund(deps, refund, paymentReference)
    await recordRefund(deps, answered, from)
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    deps.log('warn', 'refund_unanswered', {
      refundId: refund.id,
      kind: error.kind,
      ...describeFailure(error),
    })
    if (error.kind !== 'rejected' || refund.providerRefundId !== null) return
    const failure = REFUSALS.get(error.code ?? '') ?? error.message
    const command = { type: 'refuse_refund', refundId: refund.id, failure } as const
    await applyToOrder(deps, refund.orderId, command, { actor: 'provider' })
    // Perhaps nothing is left to refund because it was refunded elsewhere.
    deps.waitUntil(syncRefunds(deps, paymentReference, { source: 'reconciliation' }))
  }
}

/** Asks the provider for the refunds that a decision has stored. Without an answer the scheduled run asks again. */
export async function finishNewRefunds(
  deps: Deps,
  { before, after }: Applied,
  source: 'buyer' | 'system',
): Promise<void> {
  const { paymentReference } = after.order
  if (paymentReference === null) return
  for (const { id } of after.refunds.slice(before.refunds.length)) {
    const stored = await refundById(deps.db, id)
    if (stored?.status === 'pending') await finishRefund(deps, stored, paymentReference, { source })
  }
}

/**
 * Sends what a buyer's answer has written, and asks the provider for its refund. Should this be cut short, the scheduled run does it.
 */
export async function finishForBuyer(deps: Deps, applied: Applied): Promise<void> {
  // First: a florist may wait for the answer.
  await sendDue(deps)
  await finishNewRefunds(deps, applied, 'buyer')
  await sendDue(deps)
}

/**
 * Records every refund that the provider has for one payment, the oldest first.
 * @returns `ignored` for a payment that belongs to none of our orders
 * @throws PaymentsError
 */
export async function syncRefunds(
  deps: Deps,
  paymentReference: string,
  from: RefundSource,
): Promise<'settled' | 'ignored'> {
  if (!(await orderOfPayment(deps.db, paymentReference))) return 'ignored'
  const all = await deps.payments.refundsOf(paymentReference)
  for (const refund of all.toReversed()) await recordRefund(deps, refund, from)
  return 'settled'
}

/** The provider replays a stored failure for the same key: then the next key is used. */
async function createOrFindRefund(
  { payments, clock }: Deps,
  { id: refundId, orderId, amountCents, createdAt }: RefundRecord,
  paymentReference: string,
): Promise<ProviderRefund> {
  const params = { refundId, orderId, amountCents, paymentReference }
  const find = async () =>
    (await payments.refundsOf(paymentReference)).find((refund) => refund.refundId === refundId)
  const keyIsValid = clock.now().getTime() - Date.parse(createdAt) < KEY_VALID_MS
  const existing = keyIsValid ? undefined : await find()
  if (existing) return existing
  for (let n = 1; ; n++) {
    try {
      return await payments.createRefund(params, `refund:${refundId}:${n}`)
    } catch (error) {
      const isReplay = error instanceof PaymentsError && error.kind === 'server' && error.replayed
      if (!isReplay || n === MAX_KEYS) throw error
      const made = await find()
      if (made) return made
    }
  }
}
