import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { removeSecondFactorOf } from './remove-factor.ts'

/**
 * Removes another person's second factor. They are told by mail, and their sessions end: whoever needs this may have lost
 * the phone that is signed in.
 * @returns the person's version
 * @throws AppError `own_second_factor`, `user_not_found`, `second_factor_off`
 */
export async function removeSecondFactor(deps: Deps, id: string, actorId: string): Promise<number> {
  // One's own goes by the password, so that a stolen session cannot take it off.
  if (id === actorId) throw new AppError('own_second_factor')
  const version = await removeSecondFactorOf(deps, { id }, actorId)
  deps.defer(sendDue(deps))
  return version
}
