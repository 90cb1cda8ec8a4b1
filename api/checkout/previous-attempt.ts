import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { settle } from '#api/orders/settle.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import type { PreviousAttempt, SessionRow } from './queries.ts'

/** A session this close to its end is not handed out again without asking the provider. */
const MARGIN_MS = 30_000

/**
 * Whether the session of an earlier, unchanged attempt can be handed out again. Near or after its end the provider is asked,
 * and its answer is settled.
 * @throws AppError `payments_unavailable`
 */
export async function sessionStillGood(deps: Deps, row: SessionRow): Promise<'good' | 'over' | 'paid'> {
  if (row.sessionId === null) return 'good'
  if (Date.parse(row.expiresAt) - deps.clock.now().getTime() > MARGIN_MS) return 'good'
  const session = await orUnavailable(() => deps.payments.retrieveSession(row.sessionId ?? ''))
  await settle(deps, session, { source: 'placement' })
  if (session.paid || session.status === 'complete') return 'paid'
  return session.status === 'open' ? 'good' : 'over'
}

/**
 * Whether a session that was stopped because its market was paused had been paid before. Without an answer from the provider
 * it counts as over, and the shopper is told about the pause.
 */
export async function stoppedSessionState(deps: Deps, { sessionId }: SessionRow): Promise<'over' | 'paid'> {
  if (sessionId === null) return 'over'
  try {
    const session = await deps.payments.retrieveSession(sessionId)
    await settle(deps, session, { source: 'placement' })
    return session.paid || session.status === 'complete' ? 'paid' : 'over'
  } catch (error) {
    if (error instanceof PaymentsError) return 'over'
    throw error
  }
}

/**
 * Expires the previous session at the provider before a changed form becomes a new order, so that it can never be paid.
 * @throws AppError `already_paid` when it was paid meanwhile, `payments_unavailable` when the provider does not answer
 */
export async function endPrevious(deps: Deps, { order, session }: PreviousAttempt): Promise<void> {
  if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded') throw new AppError('already_paid')
  if (order.paymentStatus === 'failed' || session.sessionId === null) return
  const sessionId = session.sessionId
  try {
    await deps.payments.expireSession(sessionId)
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    if (error.kind !== 'rejected') throw new AppError('payments_unavailable')
    // Not open any more: it expired, which is as good, or it was paid.
    const now = await orUnavailable(() => deps.payments.retrieveSession(sessionId))
    await settle(deps, now, { source: 'placement' })
    if (now.status === 'complete') throw new AppError('already_paid')
    if (now.status === 'open') throw new AppError('payments_unavailable')
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PaymentsError) throw new AppError('payments_unavailable')
    throw error
  }
}
