import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type UserRow, userById } from '#api/queries/own-account.ts'
import { countTry, forgetTries, waitAfter } from '#api/queries/tries.ts'
import { verifyPassword } from './password.ts'
import { slowDown } from './slow-down.ts'

/**
 * Asks a signed-in person for their password once more, before something that a stranger at their desk must not do.
 * @param path the field it was typed into
 * @returns the person
 * @throws AppError `invalid`, `rate_limited`
 */
export async function confirmPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  password: string,
  path: string,
): Promise<UserRow> {
  const now = clock.now()
  const tries = `password:${userId}`
  const [before, counted, [user]] = await db.batch([...countTry(db, tries, now), userById(db, userId)])
  slowDown(waitAfter(before, counted, now))
  if (!user || !(await verifyPassword(password, user.passwordHash ?? ''))) {
    throw new AppError('invalid', { issues: [{ path, message: 'This is not your current password' }] })
  }
  await forgetTries(db, [tries])
  return user
}
