import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type OutboxRow, retryMessage } from './outbox.ts'
import { sendOne } from './send-due.ts'

/**
 * `Send again`: a message that failed for good is sent right after the answer, with
 * the idempotency key it had. A second click finds it on its way, and does nothing more.
 * @returns where the message stands now
 * @throws AppError `not_found`
 */
export async function sendAgain(deps: Deps, id: string): Promise<OutboxRow['status']> {
  const { again, status } = await retryMessage(deps.db, id, deps.clock.now().toISOString())
  if (status === null) throw new AppError('not_found', { message: 'This email no longer exists.' })
  if (again) deps.waitUntil(sendOne(deps, again))
  return status
}
