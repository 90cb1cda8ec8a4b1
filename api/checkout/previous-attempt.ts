import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { expireSession, settle } from '#api/orders/settle.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { isTakenOver } from '#domain/holds.ts'
import type { PreviousAttempt } from './queries.ts'

/** A session this close to its end is not handed out again without asking the provider. */
const MARGIN_MS = 30_000

/**
 * Whether an earlier, unchanged attempt can still be paid. Near or after the end of its session or its hold the provider is
 * asked, and the answer is settled.
 * @throws AppError `payments_unavailable`
 */
export async function previousState(
  deps: Deps,
  { order, session, hold }: PreviousAttempt,
): Promise<'payable' | 'over' | 'paid'> {
  if (order.paymentStatus === 'paid') return 'paid'
  if (order.paymentStatus !== 'pending' || order.status === 'cancelled') return 'over'
  const { sessionId } = session
  const now = deps.clock.now()
  const heldUntil = hold?.expiresAt ?? null
  // A session that is opened now would outlive a hold that is nearly over: it would be ended while the shopper pays.
  if (sessionId === null) {
    const endsSoon = heldUntil !== null && !isTakenOver(heldUntil, now)
    return session.stoppedAt !== null || endsSoon ? 'over' : 'payable'
  }
  const msLeft = (instant: string) => Date.parse(instant) - now.getTime()
  const stopped = session.stoppedAt !== null || (heldUntil !== null && msLeft(heldUntil) <= MARGIN_MS)
  if (!stopped && msLeft(session.expiresAt) > MARGIN_MS) return 'payable'
  try {
    const current = await deps.payments.retrieveSession(sessionId)
    await settle(deps, current, { source: 'placement' })
    if (current.paid || current.status === 'complete') return 'paid'
    return current.status === 'open' && !stopped ? 'payable' : 'over'
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    // A stopped session counts as over without an answer, too: its market takes no orders, or another hold is another order.
    if (stopped) return 'over'
    throw new AppError('payments_unavailable')
  }
}

/**
 * Expires the previous session at the provider before a changed form becomes a new order, so that it can never be paid.
 * @throws AppError `already_paid` when it was paid meanwhile, `payments_unavailable` when the provider does not answer
 */
export async function endPrevious(deps: Deps, { order, session }: PreviousAttempt): Promise<void> {
  if (order.paymentStatus === 'paid') throw alreadyPaid(deps, order, session)
  if (order.paymentStatus !== 'pending' || session.sessionId === null) return
  const ended = await expireSession(deps, session.sessionId).catch((error: unknown) => {
    throw error instanceof PaymentsError ? new AppError('payments_unavailable') : error
  })
  if (ended.wasOpen) return
  // It expired, which is as good, or it was paid.
  await settle(deps, ended.session, { source: 'placement' })
  if (ended.session.status === 'complete') throw alreadyPaid(deps, order, session)
  if (ended.session.status === 'open') throw new AppError('payments_unavailable')
}

/** Where the buyer of a session follows its order. */
export function confirmationUrl({ config }: Pick<Deps, 'config'>, sessionId: string): string {
  return `${config.origin}/thank-you?session_id=${encodeURIComponent(sessionId)}`
}

/** Says which order the form has become. Whoever has the attempt's key has filled in the form. */
function alreadyPaid(
  deps: Deps,
  order: PreviousAttempt['order'],
  session: PreviousAttempt['session'],
): AppError {
  const reference = order.orderReference
  return new AppError('already_paid', {
    message: `${reference} is paid. Follow it, or start another order.`,
    paidOrder: { reference, url: confirmationUrl(deps, order.checkoutSessionId ?? session.sessionId ?? '') },
  })
}
