import type { Deps } from '#api/deps.ts'
import { PaymentsError, type SessionPage } from '#api/platform/payments/payments.ts'
import { rebuildOrder } from './rebuild.ts'
import { reconcileOne } from './reconcile-one.ts'
import { type Difference, differences, readCursor, writeCursor } from './reconcile-queries.ts'
import { settle } from './settle.ts'

const JOB = 'reconcile-sessions'
/** Of a hundred sessions each. With the next limit a run stays far below the 1,000 subrequests of an invocation. */
const MAX_PAGES = 5
/** Sessions that are settled or rebuilt in a run; each costs up to four database calls. */
const MAX_REPAIRS = 40

/**
 * Compares the provider's ended sessions, the newest first, with our orders: what no webhook told us of is settled, what
 * was paid without an order is rebuilt. What is too much for one run is left to the next ones, which go on from there.
 * @throws PaymentsError when the provider does not answer
 */
export async function reconcileSessions(deps: Deps, since: Date): Promise<void> {
  const { db, clock } = deps
  const stopped = await readCursor(db, JOB)
  const reached = await sweep(deps, since, stopped)
  if (reached !== stopped) await writeCursor(db, JOB, reached, clock.now().toISOString())
}

/** @returns the last session that this run has dealt with; null when it came to the end */
async function sweep(deps: Deps, since: Date, from: string | null): Promise<string | null> {
  let after = from
  let repairs = 0
  for (let n = 0; n < MAX_PAGES; n++) {
    const page: SessionPage = await listAfter(deps, since, after)
    const found = await differences(deps.db, page.sessions)
    const now = found.slice(0, MAX_REPAIRS - repairs)
    for (const difference of now)
      await reconcileOne(deps, difference.session.id, () => repair(deps, difference))
    repairs += now.length
    if (now.length < found.length) return now.at(-1)?.session.id ?? after
    after = page.next
    if (after === null) return null
  }
  return after
}

/** A page of sessions. One that the provider does not know, of another account perhaps, is no place to go on from. */
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
