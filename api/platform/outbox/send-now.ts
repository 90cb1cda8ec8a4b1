import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type OutboxRow, statusOf } from './outbox.ts'
import { makeDue } from './pauses.ts'
import { sendDue, sendOrGiveUp } from './send-due.ts'

/**
 * `Send now` of one message that waits for another try: it is tried right after the answer. One that is being sent, went,
 * or is held for an undo is left alone.
 * @returns where the message stands now
 * @throws AppError `not_found`
 */
export async function sendNow(deps: Deps, id: string): Promise<OutboxRow['status']> {
  const [waiting] = await makeDue(deps.db, deps.clock.now().toISOString(), id)
  const status = waiting?.status ?? (await statusOf(deps.db, id))
  if (status === null) throw new AppError('not_found', { message: 'This email no longer exists.' })
  if (waiting) deps.waitUntil(sendOrGiveUp(deps, waiting))
  return status
}

/** `Send now` of all messages that wait for another try: they are tried right after the answer. @returns how many */
export async function sendAllNow(deps: Deps): Promise<number> {
  const waiting = await makeDue(deps.db, deps.clock.now().toISOString())
  if (waiting.length > 0) deps.waitUntil(sendDue(deps))
  return waiting.length
}
