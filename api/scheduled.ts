import { renewBlockHashes } from '#api/blocks/refuse.ts'
import { deleteEndedHolds } from '#api/capacity/hold-queries.ts'
import { noticeHeldDays } from '#api/capacity/service.ts'
import { noteRun } from '#api/health/service.ts'
import { logFailure } from '#api/platform/failure.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { deleteOldProblems, writeUnwritten } from '#api/platform/problems.ts'
import { deletions } from '#api/platform/retention.ts'
import { deleteDueObjects } from '#api/platform/storage/deletions.ts'
import { forgetPrepared } from '#api/prepared-checkouts/retention-queries.ts'
import { countsSince } from '#domain/holds.ts'
import type { Deps } from './deps.ts'
import { deleteUnpaidOrders } from './orders/delete-unpaid.ts'
import { endStoppedSessions, reconcile, stopOutlivedHolds } from './orders/reconcile.ts'
import { deleteOldProviderEvents } from './orders/reconcile-queries.ts'
import { emptyOldMessages } from './platform/outbox/outbox.ts'
import { BEGINNING, END, sendDue } from './platform/outbox/send-due.ts'
import { detectDangers, offerDueChoices } from './questions/dangers.ts'
import { endExpiredQuestions } from './questions/service.ts'
import { reconcileRefunds } from './refunds/reconcile.ts'
import { askFlorists } from './shop-orders/deadlines.ts'
import { flagRepeatedAttempts } from './stop/block-orders.ts'

const UNPAID_KEPT_MS = 90 * 24 * 60 * 60 * 1000
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** The work of every minute. One part that fails does not keep the others from being done. */
export async function runScheduled(deps: Deps): Promise<void> {
  let paymentsFailed = false
  const jobs = {
    writeUnwritten: () => writeUnwritten(deps),
    // Early: should the platform end the run, no mail waits for a long reconciliation.
    sendWaiting: () => sendDue(deps, BEGINNING),
    // Before the reconciliation, which may take long: florists do not wait for it.
    askFlorists: () => askFlorists(deps),
    // A florist waits for this, too, with the flowers in hand.
    endExpiredSubstitutions: () => endExpiredQuestions(deps, 'substitution'),
    stopOutlivedHolds: () => stopOutlivedHolds(deps),
    endStoppedSessions: () => endStoppedSessions(deps),
    reconcile: () => reconcile(deps),
    reconcileRefunds: () => reconcileRefunds(deps),
    // After it: only a paid order has a promise, and it books payments that nobody has reported.
    detectDangers: () => detectDangers(deps),
    offerDueChoices: () => offerDueChoices(deps),
    endExpiredChoices: () => endExpiredQuestions(deps, 'choice'),
    noticeHeldDays: () => noticeHeldDays(deps),
    // Also most of what an outage has left: here no florist waits for it.
    sendNew: () => sendDue(deps, END),
    ...deletions(deps),
    deleteOldProblems: () => deleteOldProblems(deps.db),
    deleteEndedHolds: () => deleteEndedHolds(deps.db, countsSince(deps.clock.now())),
    deleteUnpaidOrders: () => deleteUnpaidOrders(deps, ago(deps, UNPAID_KEPT_MS)),
    forgetPrepared: () => forgetPrepared(deps.db, deps.clock.now()),
    emptyOldMessages: () => emptyOldMessages(deps.db, ago(deps, YEAR_MS)),
    deleteOldProviderEvents: () => deleteOldProviderEvents(deps.db, ago(deps, YEAR_MS)),
    deleteDueObjects: () => deleteDueObjects(deps),
    flagRepeatedAttempts: () => flagRepeatedAttempts(deps),
    renewBlockHashes: () => renewBlockHashes(deps),
    noteRun: () => noteRun(deps, { paymentsFailed }),
  }
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run()
    } catch (error) {
      paymentsFailed ||= error instanceof PaymentsError
      logFailure(deps, 'scheduled_failed', error, { job })
    }
  }
}

function ago({ clock }: Deps, milliseconds: number): string {
  return new Date(clock.now().getTime() - milliseconds).toISOString()
}
