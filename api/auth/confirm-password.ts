import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type UserRow, userById } from './account-queries.ts'
import { countTry, forgetTries, waitAfter } from './attempt-queries.ts'
import { verifyPassword } from './password.ts'
import { noteRefusal } from './security-log.ts'
import type { Caller } from './session-queries.ts'
import { slowDown } from './slow-down.ts'

/**
 * Asks a signed-in person for their password once more, before something that a stranger at their desk must not do.
 * @param path the field it was typed into
 * @param wanted the password they want to have: if they have it already, that will do
 * @returns the person, and whether they have the wanted password already
 * @throws AppError `invalid`, `rate_limited`, `busy`
 */
export async function confirmPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'hashing' | 'log' | 'defer'>,
  { userId, device }: Pick<Caller, 'userId' | 'device'>,
  password: string,
  path: string,
  wanted?: string,
): Promise<UserRow & { already: boolean }> {
  deps.hashing.refuseWhenFull()
  const { db, clock } = deps
  const now = clock.now()
  const tries = `password:${userId}`
  const [before, , counted, [user]] = await db.batch([
    ...countTry(db, tries, now, { owner: sql`id = ${userId}`, device }),
    userById(db, userId),
  ])
  slowDown(deps, waitAfter(before, counted, now), { userId })
  const isTheirs = async (typed = '') => verifyPassword(deps, typed, user?.passwordHash ?? '')
  const right = await isTheirs(password)
  const already = !right && wanted !== undefined && (await isTheirs(wanted))
  if (!user || !(right || already)) {
    noteRefusal(deps, 'password_refused', { userId, device })
    throw new AppError('invalid', { issues: [{ path, message: 'This is not your current password' }] })
  }
  await forgetTries(db, [tries])
  return { ...user, already }
}
