import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { PENDING, URGENCY, urgencyOf } from './outbox.ts'

// Messages that wait because the mail provider did not take them.

/** It did not go when it was tried, or when it was due; what is held for an undo does not wait in this sense. */
const IS_WAITING = sql`(${outbox.attempts} > 0 or ${outbox.dueBeforePause} is not null)`

/** Condition: nobody is sending it. @param at ISO instant */
function isUnclaimed(at: string): SQL {
  return sql`(${outbox.lockedUntil} is null or ${outbox.lockedUntil} <= ${at})`
}

type Pause = {
  /** ISO instant before which nothing is sent. */
  until: string
  reason: string
  /** A kind: only messages that are as urgent are paused; absent: all. */
  asUrgentAs?: string
}

/** Pauses everything that is due or is tried again before an instant. What is held for an undo until then is not due yet. */
export async function pauseMessages(db: Db, { until, reason, asUrgentAs }: Pause, at: string): Promise<void> {
  const isConcerned =
    asUrgentAs === undefined ? sql`true` : sql`${URGENCY} = ${urgencyOf(sql`${asUrgentAs}`)}`
  await db
    .update(outbox)
    .set({
      dueBeforePause: sql`coalesce(${outbox.dueBeforePause}, ${outbox.nextAttemptAt})`,
      nextAttemptAt: until,
      lastError: reason,
    })
    .where(
      sql`${PENDING} and ${outbox.nextAttemptAt} < ${until} and ${isUnclaimed(at)} and ${isConcerned}
        and (${outbox.nextAttemptAt} <= ${at} or ${IS_WAITING})`,
    )
}

/** Ends every pause, as a statement for a batch: what waited for the provider is due when it was due before. */
export function endPauses(db: Db, at: string) {
  return db
    .update(outbox)
    .set({ nextAttemptAt: sql`${outbox.dueBeforePause}`, dueBeforePause: null })
    .where(sql`${PENDING} and ${outbox.dueBeforePause} is not null and ${isUnclaimed(at)}`)
}

/** Value: when a message that waits is tried next (ISO instant); null for others, and while it is being sent. */
export const NEXT_TRY = sql<
  string | null
>`case when ${PENDING} and ${IS_WAITING} and ${outbox.lockedUntil} is null then ${outbox.nextAttemptAt} end`

/**
 * Statement: makes messages that wait due now, unless they are being sent.
 * @param id of one of them; absent: all
 * @returns those that are due by it
 */
export function makeDue(db: Db, at: string, id?: string) {
  const isConcerned = id === undefined ? sql`true` : sql`${outbox.id} = ${id}`
  return db
    .update(outbox)
    .set({ nextAttemptAt: at, lockedUntil: null, dueBeforePause: null })
    .where(sql`${PENDING} and ${IS_WAITING} and ${isUnclaimed(at)} and ${isConcerned}`)
    .returning()
}
