import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { dismissMessage, makeDue, type OutboxRow, statusOf } from './outbox.ts'
import { dismissRenewed, lastOf, renewMessage, retryMessage } from './send-again-queries.ts'
import { sendDue, sendOne, sendOrGiveUp } from './send-due.ts'

// The actions of admins on an email. Each may be repeated.

/**
 * `Send again`: a message that failed for good is sent right after the answer, with the idempotency key it had. One to a
 * buyer whose address was corrected or whose links were ended since goes once more as a new message, to the address that they
 * have now. A second click finds it on its way, and does nothing more.
 * @returns where the message, or the one instead of it, stands now
 * @throws AppError `not_found`
 */
export async function sendAgain(deps: Deps, id: string): Promise<OutboxRow['status']> {
  const { db } = deps
  const at = nowOf(deps)
  const [, , , [last]] = await db.batch([
    renewMessage(db, id, at),
    dismissRenewed(db, id, at),
    retryMessage(db, id, at),
    lastOf(db, id),
  ])
  if (!last) throw gone()
  if (last.status === 'pending' && last.nextAttemptAt <= at) deps.waitUntil(sendOne(deps, last))
  return last.status
}

/**
 * `Send now` of one message that waits for another try: it is tried right after the answer. One that is being sent, went,
 * or is held for an undo is left alone.
 * @returns where the message stands now
 * @throws AppError `not_found`
 */
export async function sendNow(deps: Deps, id: string): Promise<OutboxRow['status']> {
  const { message, status } = await change(deps.db, id, makeDue(deps.db, nowOf(deps), id))
  if (message) deps.waitUntil(sendOrGiveUp(deps, message))
  return status
}

/** `Send now` of all messages that wait for another try: they are tried right after the answer. @returns how many */
export async function sendAllNow(deps: Deps): Promise<number> {
  const waiting = await makeDue(deps.db, nowOf(deps))
  if (waiting.length > 0) deps.waitUntil(sendDue(deps))
  return waiting.length
}

/**
 * Hides an email that failed or did not arrive from the dashboard.
 * @throws AppError `not_found`
 */
export async function dismiss(deps: Deps, id: string): Promise<void> {
  await change(deps.db, id, dismissMessage(deps.db, id, nowOf(deps)))
}

/** @returns the message if the statement changed it, and where it stands now */
async function change(
  db: Db,
  id: string,
  statement: ReturnType<typeof makeDue> | ReturnType<typeof dismissMessage>,
) {
  const [[message], [now]] = await db.batch([statement, statusOf(db, id)])
  if (!now) throw gone()
  return { message, status: now.status }
}

const gone = () => new AppError('not_found', { message: 'This email no longer exists.' })
const nowOf = ({ clock }: Deps) => clock.now().toISOString()
