import type { Deps } from '#api/deps.ts'
import { unrecordedDisputes, unrecordedRefunds } from '#api/orders/reconcile-queries.ts'
import { logFailure } from '#api/platform/failure.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { finishRefund } from './finish.ts'
import { unansweredRefunds } from './queries.ts'
import { recordRefund } from './record.ts'
import { recordDispute } from './record-dispute.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** As long as the provider tries to deliver an event. */
const REFUNDS_MS = 3 * DAY_MS
/** Banks take their time, and disputes are few. */
const DISPUTES_MS = 90 * DAY_MS
/** Whoever asked for a refund is still waiting for it before that. */
const PATIENCE_MS = MINUTE_MS / 2
const AT_A_TIME = 20
/** Refunds, and disputes, that are recorded in a run; each costs two database calls. The next run goes on. */
const MAX_NEWS = 30

/**
 * The scheduled comparison of what was given back: refunds that got no answer are asked for again, refunds and disputes
 * that no webhook told us of are recorded.
 */
export async function reconcileRefunds(deps: Deps): Promise<void> {
  const { db, payments, clock } = deps
  const now = clock.now().getTime()
  const before = new Date(now - PATIENCE_MS).toISOString()
  for (const { refund, paymentReference } of await unansweredRefunds(db, before, AT_A_TIME)) {
    if (paymentReference === null) continue
    await alone(deps, () => finishRefund(deps, refund, paymentReference, { source: 'reconciliation' }))
  }
  const refunds = await unrecordedRefunds(db, await payments.listRefunds(new Date(now - REFUNDS_MS)))
  // The oldest first.
  for (const refund of refunds.slice(-MAX_NEWS).toReversed()) {
    await alone(deps, () => recordRefund(deps, refund, { source: 'reconciliation' }))
  }
  const disputes = await unrecordedDisputes(db, await payments.listDisputes(new Date(now - DISPUTES_MS)))
  for (const dispute of disputes.slice(-MAX_NEWS).toReversed()) {
    await alone(deps, () => recordDispute(deps, dispute, { source: 'reconciliation' }))
  }
}

/** One that cannot be recorded does not keep the others from it. A provider that is away ends the run. */
async function alone(deps: Deps, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PaymentsError && error.kind !== 'rejected') throw error
    logFailure(deps, 'reconcile_refund_failed', error, { job: 'reconcileRefunds' })
  }
}
