import { forgetLinks } from '#api/auth/link-queries.ts'
import { forgetSecurityEvents } from '#api/auth/security-event-queries.ts'
import { forgetSessions } from '#api/auth/session-queries.ts'
import { forgetChallenges } from '#api/auth/sign-in-queries.ts'
import { logFailure } from '#api/platform/failure.ts'
import { forgetProblems } from '#api/platform/problems.ts'
import { forgetCounters } from '#api/platform/rate-counters.ts'
import type { Deps } from './deps.ts'
import { endStoppedSessions, reconcile } from './orders/reconcile.ts'
import { sendDue } from './platform/outbox/send-due.ts'
import { reconcileRefunds } from './refunds/reconcile.ts'

const COUNTERS_KEPT_MS = 24 * 60 * 60 * 1000
const EVENTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** Sessions and links that are over. */
const ENDED_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The work of every minute. One part that fails does not keep the others from being done. */
export async function runScheduled(deps: Deps): Promise<void> {
  const jobs = {
    // First: should the platform end the run, no mail waits for a long reconciliation.
    sendWaiting: () => sendDue(deps),
    endStoppedSessions: () => endStoppedSessions(deps),
    reconcile: () => reconcile(deps),
    reconcileRefunds: () => reconcileRefunds(deps),
    sendNew: () => sendDue(deps),
    forgetCounters: () => forgetCounters(deps.db, ago(deps, COUNTERS_KEPT_MS)),
    forgetSessions: () => forgetSessions(deps.db, ago(deps, ENDED_KEPT_MS).toISOString()),
    forgetProblems: () => forgetProblems(deps.db),
    forgetChallenges: () => forgetChallenges(deps.db, deps.clock.now().toISOString()),
    forgetSecurityEvents: () => forgetSecurityEvents(deps.db, ago(deps, EVENTS_KEPT_MS).toISOString()),
    forgetLinks: () => forgetLinks(deps.db, ago(deps, ENDED_KEPT_MS).toISOString()),
  }
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run()
    } catch (error) {
      logFailure(deps, 'scheduled_failed', error, { job })
    }
  }
}

function ago({ clock }: Deps, milliseconds: number): Date {
  return new Date(clock.now().getTime() - milliseconds)
}
