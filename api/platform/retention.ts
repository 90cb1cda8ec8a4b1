import { and, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Deps } from '#api/deps.ts'
import {
  invitations,
  rateCounters,
  securityEvents,
  sessions,
  signInChallenges,
} from '#drizzle/schema/accounts.ts'
import { IS_REFUSAL } from './refusals.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Kept = { rows: SQLiteTable; since: SQLiteColumn; days: number; only?: SQL }

/** Rows that are deleted for their age alone, so many days after an instant of theirs, by the name of the job. */
const KEPT: Readonly<Record<string, Kept>> = {
  deleteOldCounters: {
    rows: rateCounters,
    since: rateCounters.windowStart,
    days: 1,
    only: sql`not ${IS_REFUSAL}`,
  },
  // As long as somebody may ask about an outage.
  deleteOldRefusals: { rows: rateCounters, since: rateCounters.windowStart, days: 90, only: IS_REFUSAL },
  deleteExpiredSessions: { rows: sessions, since: sessions.expiresAt, days: 30 },
  deleteExpiredChallenges: { rows: signInChallenges, since: signInChallenges.expiresAt, days: 0 },
  deleteExpiredLinks: { rows: invitations, since: invitations.expiresAt, days: 30 },
  deleteOldSecurityEvents: { rows: securityEvents, since: securityEvents.createdAt, days: 90 },
}

/** The jobs that delete what is too old. */
export function deletions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Record<string, () => Promise<unknown>> {
  const now = clock.now().getTime()
  const jobs = Object.entries(KEPT).map(([job, { rows, since, days, only }]) => {
    const before = new Date(now - days * DAY_MS).toISOString()
    return [job, async () => db.delete(rows).where(and(lt(since, before), only))] as const
  })
  return Object.fromEntries(jobs)
}
