import type { Deps } from '#api/deps.ts'
import { type CheckoutSession, PaymentsError } from '#api/platform/payments/payments.ts'
import { reconcileOne } from './reconcile-one.ts'
import { noteTriedToEnd, sessionsToEnd } from './session-queries.ts'
import { settle } from './settle.ts'

/** Each costs up to two calls of the provider and two of the database. */
const MAX_SESSIONS = 100

/**
 * Ends, at the provider, sessions that were stopped with their market, and settles what it says: one that was paid before
 * is honoured. What is too much for one run, or fails, is left to the next one.
 * @throws PaymentsError when the provider does not answer
 */
export async function endStoppedSessions(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const sessionIds = await sessionsToEnd(db, MAX_SESSIONS)
  if (sessionIds.length === 0) return
  const tried: string[] = []
  try {
    for (const sessionId of sessionIds) {
      tried.push(sessionId)
      await reconcileOne(deps, sessionId, async () => {
        await settle(deps, await end(deps, sessionId), { source: 'reconciliation' })
      })
    }
  } finally {
    await noteTriedToEnd(db, tried, clock.now().toISOString())
  }
}

async function end({ payments }: Deps, sessionId: string): Promise<CheckoutSession> {
  try {
    return await payments.expireSession(sessionId)
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== 'rejected') throw error
    // Not open any more: it ran out, or it was paid.
    return payments.retrieveSession(sessionId)
  }
}
