import type { Deps } from '#api/deps.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { finishRefund } from './finish.ts'
import { unansweredRefunds, unrecorded } from './queries.ts'
import { recordDispute, recordRefund } from './record.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** As long as the provider tries to deliver an event. */
const REFUNDS_MS = 3 * DAY_MS
/** Disputes take weeks, and there are few of them. */
const DISPUTES_MS = 90 * DAY_MS
/** Before this the request that asked for the refund may still be running. */
const UNANSWERED_AFTER_MS = MINUTE_MS / 2
const MAX_UNANSWERED = 20
/** Refunds, and disputes, recorded in a run; each costs two database calls. The next run continues. */
const MAX_RECORDED = 30

const FAILED = 'reconcile_refund_failed'
const JOB = { job: 'reconcileRefunds' }

/**
 * The scheduled comparison of refunds and disputes with the provider's: repeats requests that got no answer, records what no
 * webhook reported.
 */
export async function reconcileRefunds(deps: Deps): Promise<void> {
  const { db, payments, clock } = deps
  const now = clock.now().getTime()
  const before = new Date(now - UNANSWERED_AFTER_MS).toISOString()
  for (const { refund, paymentReference } of await unansweredRefunds(db, before, MAX_UNANSWERED)) {
    if (paymentReference === null) continue
    await runLoggingFailure(deps, FAILED, JOB, () =>
      finishRefund(deps, refund, paymentReference, { source: 'reconciliation' }),
    )
  }
  const refunds = await unrecorded(db, 'refunds', await payments.listRefunds(new Date(now - REFUNDS_MS)))
  // The oldest first.
  for (const refund of refunds.slice(-MAX_RECORDED).toReversed()) {
    await runLoggingFailure(deps, FAILED, JOB, () => recordRefund(deps, refund, { source: 'reconciliation' }))
  }
  // In whole seconds like the provider's events, so that one of the same second is not taken for an older one.
  const asOf = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
  const disputes = await unrecorded(db, 'disputes', await payments.listDisputes(new Date(now - DISPUTES_MS)))
  for (const dispute of disputes.slice(-MAX_RECORDED).toReversed()) {
    await runLoggingFailure(deps, FAILED, JOB, () =>
      recordDispute(deps, dispute, { source: 'reconciliation' }, asOf),
    )
  }
}
