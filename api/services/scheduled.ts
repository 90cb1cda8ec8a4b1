import type { Deps } from '#api/deps.ts'
import { forgetCounters } from '#api/queries/rate-counters.ts'
import { reconcile } from './orders/reconcile.ts'
import { sendDue } from './outbox/send-due.ts'

const COUNTERS_KEPT_MS = 24 * 60 * 60 * 1000

/** The work of every minute. One part that fails does not keep the others from being done. */
export async function runScheduled(deps: Deps): Promise<void> {
  const jobs = {
    reconcile: () => reconcile(deps),
    sendDue: () => sendDue(deps),
    forgetCounters: () => forgetCounters(deps.db, new Date(deps.clock.now().getTime() - COUNTERS_KEPT_MS)),
  }
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run()
    } catch (error) {
      deps.log('error', 'scheduled_failed', { job, error: error instanceof Error ? error.name : 'unknown' })
    }
  }
}
