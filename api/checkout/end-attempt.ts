import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { Overtaken, retryOvertaken } from '#api/platform/database/retry.ts'
import type { Standing } from '#api/prepared-checkouts/queries.ts'
import { waitsForPayment } from '#domain/order-status.ts'
import { isEnded } from '#domain/prepared-checkout.ts'
import { type PreviousAttempt, readAttempt } from './queries.ts'
import { endPrevious } from './session.ts'

/**
 * Ends what an attempt has placed, so that nothing of it can be paid; nothing if it has placed nothing. Whoever calls it has seen to
 * it that the attempt places nothing more.
 * @throws AppError `already_paid` when it was paid, `payments_unavailable` when the provider does not answer
 */
export async function endAttempt(deps: Deps, attemptKey: string): Promise<void> {
  const end = async () => {
    const previous = await readAttempt(deps.db, attemptKey)
    if (!previous) return
    await endPrevious(deps, previous)
    // A session that was opened since the order was read is not ended yet, nor is its order.
    const sessionId = previous.session.sessionId ?? ''
    const command = { type: 'close_unpaid', why: 'checkout_over', sessionId } as const
    const { after } = await applyToOrder(deps, previous.order.id, command, { actor: 'system' })
    if (waitsForPayment(after.order)) throw new Overtaken()
    if (after.order.paymentStatus === 'paid') throw new AppError('already_paid')
  }
  await retryOvertaken(end)
}

/**
 * Refuses an attempt whose prepared checkout is over: it was canceled, its platform is blocked, or what it had bought was refunded. An
 * order that is paid stays the attempt's own.
 * @param previous what the attempt has placed; it is ended, so that it is true that nothing is charged
 * @throws AppError `checkout_over`; `already_paid`, `payments_unavailable`
 */
export async function refuseIfOver(
  deps: Deps,
  attemptKey: string,
  prepared: Standing | null,
  previous: PreviousAttempt | null,
): Promise<void> {
  const payment = previous?.order.paymentStatus
  if (!prepared || payment === 'paid') return
  if (payment !== 'refunded' && !isEnded(prepared, deps.clock.now())) return
  if (previous && waitsForPayment(previous.order)) await endAttempt(deps, attemptKey)
  throw new AppError('checkout_over')
}
