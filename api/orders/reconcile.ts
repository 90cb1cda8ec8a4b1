import type { Deps } from '#api/deps.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { shortHash } from '#api/platform/hash.ts'
import { type CheckoutSession, PaymentsError, type SessionPage } from '#api/platform/payments/payments.ts'
import { SESSION_MINUTES } from '#domain/limits.ts'
import { applyToOrder } from './apply.ts'
import { stopOutlivingSessions } from './payment-queries.ts'
import { rebuildOrder } from './rebuild.ts'
import {
  type Difference,
  findDifferences,
  markExpiryTried,
  markReconciled,
  ordersWithoutSession,
  readCursor,
  sessionsAwaitingPayment,
  sessionsToExpire,
  writeCursor,
} from './reconcile-queries.ts'
import { expireSession, settle } from './settle.ts'

const HOUR_MS = 60 * 60 * 1000
const SESSIONS_JOB = 'reconcile-sessions'
/**
 * One comparison with the provider does no more than this, so that it stays far below the 1,000 subrequests of an invocation.
 * `pages` have a hundred sessions each. `repairs` are sessions settled or rebuilt; each costs up to four database calls.
 */
export const RECONCILE_LIMITS = { pages: 5, repairs: 40 }
const MAX_ORDERS = 30
/** Each costs up to two calls to the provider and two to the database. */
export const MAX_EXPIRED_SESSIONS = 100
/** An order without a recorded session is given up this long after the end of its session, or of its hold. */
const GIVE_UP_AFTER_MS = 5 * 60_000

/**
 * The scheduled comparison of our records with the provider's: settles what no webhook reported, rebuilds orders that were
 * paid but are missing, closes what can never be paid.
 * @throws PaymentsError when the provider does not answer
 */
export async function reconcile(deps: Deps, limits = RECONCILE_LIMITS): Promise<void> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - deps.config.reconcileHours * HOUR_MS)
  await reconcileSessions(deps, since, limits)
  await checkOlderOrders(deps, since)
  await closeGivenUp(deps, now)
}

/**
 * Compares the provider's ended sessions with our orders, the newest first. What is too much for one run is left to the
 * next, which continues from there.
 */
async function reconcileSessions(deps: Deps, since: Date, limits: typeof RECONCILE_LIMITS): Promise<void> {
  const { db, clock } = deps
  const start = await readCursor(db, SESSIONS_JOB)
  const reached = await repairFrom(deps, since, start, limits)
  if (reached !== start) await writeCursor(db, SESSIONS_JOB, reached, clock.now().toISOString())
}

/** @returns the last session that this run has dealt with; null when it came to the end */
async function repairFrom(
  deps: Deps,
  since: Date,
  start: string | null,
  limits: typeof RECONCILE_LIMITS,
): Promise<string | null> {
  let after = start
  let repairs = 0
  for (let n = 0; n < limits.pages; n++) {
    const page: SessionPage = await listAfter(deps, since, after)
    const differences = await findDifferences(deps.db, page.sessions)
    const batch = differences.slice(0, limits.repairs - repairs)
    for (const difference of batch)
      await repairSession(deps, difference.session.id, () => repair(deps, difference))
    repairs += batch.length
    if (batch.length < differences.length) return batch.at(-1)?.session.id ?? after
    after = page.next
    if (after === null) return null
  }
  return after
}

/** A page of sessions. The cursor may be unknown to the provider (another account, for example): then from the beginning. */
async function listAfter({ payments }: Deps, since: Date, after: string | null): Promise<SessionPage> {
  try {
    return await payments.listSessions(since, after)
  } catch (error) {
    if (after === null || !(error instanceof PaymentsError) || error.kind !== 'rejected') throw error
    return payments.listSessions(since, null)
  }
}

async function repair(deps: Deps, { session, known }: Difference): Promise<void> {
  if (known || (await rebuildOrder(deps, session))) await settle(deps, session, { source: 'reconciliation' })
}

/** Asks one by one about orders that have waited for a payment for longer than `reconcileSessions` looks back. */
async function checkOlderOrders(deps: Deps, before: Date): Promise<void> {
  const sessionIds = await sessionsAwaitingPayment(deps.db, before.toISOString(), MAX_ORDERS)
  await settleEach(deps, sessionIds, (id) => deps.payments.retrieveSession(id), markReconciled)
}

/** Cancels orders whose checkout session was never opened: the shopper never got an address to pay at. */
async function closeGivenUp(deps: Deps, now: Date): Promise<void> {
  const ended = now.getTime() - GIVE_UP_AFTER_MS
  const placedBefore = new Date(ended - SESSION_MINUTES * 60_000).toISOString()
  const before = { placed: placedBefore, held: new Date(ended).toISOString() }
  for (const { id } of await ordersWithoutSession(deps.db, before, MAX_ORDERS)) {
    await applyToOrder(deps, id, { type: 'close_unpaid', why: 'given_up' }, { actor: 'system' })
  }
}

/** Stops the sessions that outlive the hold of their order. {@link endStoppedSessions} ends them, which closes the order: then its place is free. */
export async function stopOutlivedHolds({ db, clock }: Deps): Promise<void> {
  await db.batch(stopOutlivingSessions(db, clock.now().toISOString()))
}

/**
 * Expires, at the provider, sessions that were stopped when their market stopped taking orders or their hold was over, and settles the result: one that had
 * been paid before is honoured. What is too much for one run, or fails, is left to the next one.
 * @throws PaymentsError when the provider does not answer
 */
export async function endStoppedSessions(deps: Deps, max = MAX_EXPIRED_SESSIONS): Promise<void> {
  const expired = async (sessionId: string) => (await expireSession(deps, sessionId)).session
  await settleEach(deps, await sessionsToExpire(deps.db, max), expired, markExpiryTried)
}

/** @param note writes down which sessions were tried, also when the provider stops answering */
async function settleEach(
  deps: Deps,
  sessionIds: readonly string[],
  read: (sessionId: string) => Promise<CheckoutSession>,
  note: typeof markReconciled,
): Promise<void> {
  if (sessionIds.length === 0) return
  const tried: string[] = []
  try {
    for (const sessionId of sessionIds) {
      tried.push(sessionId)
      await repairSession(deps, sessionId, async () => {
        await settle(deps, await read(sessionId), { source: 'reconciliation' })
      })
    }
  } finally {
    await note(deps.db, tried, deps.clock.now().toISOString())
  }
}

async function repairSession(deps: Deps, sessionId: string, work: () => Promise<unknown>): Promise<void> {
  const session = await shortHash(sessionId)
  await runLoggingFailure(deps, 'reconcile_session_failed', { job: 'reconcile', session }, work)
}
