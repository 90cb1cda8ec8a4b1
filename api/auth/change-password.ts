import type { Caller, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf, incrementCounter, isBelowLimit, takeBackCounts } from '#api/platform/rate-counters.ts'
import { hasId, setPassword, type UserRow, userById } from './account-queries.ts'
import { revokeOneTimeLinks } from './link-queries.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-strength.ts'
import type { ChangePasswordRequest } from './schema.ts'
import { addNotice, addSecurityEvent, recordOwnChange } from './security-event-queries.ts'
import { logSecurityEvent, recordRefusal, refuseOverLimit, refuseTooSoon } from './security-log.ts'
import { endSessions } from './session-queries.ts'
import { countAttempt, deleteAttempts, endChallenges, secondsToWait } from './sign-in-queries.ts'

/**
 * Changes a person's own password. Their other sessions and the open links of emails end. A retry of a change that has
 * succeeded succeeds.
 * @throws AppError `invalid`, `rate_limited`, `busy`
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  { currentPassword, password }: ChangePasswordRequest,
): Promise<void> {
  const { id, userId, email, device } = caller
  const { version, alreadyWanted } = await confirmPassword(
    deps,
    caller,
    currentPassword,
    'currentPassword',
    password,
  )
  if (alreadyWanted) return
  // After the limits, because estimating a password's strength takes the thread that answers everybody else.
  await refuseWeakPassword(password, email)
  const { db, clock } = deps
  const passwordHash = await hashPassword(deps, 'known', password)
  const at = clock.now().toISOString()
  const field = { field: 'password', before: null, after: 'a new password' }
  await db.batch([
    setPassword(db, userId, passwordHash, at),
    endSessions(db, userId, { but: id }, at),
    endChallenges(db, userId),
    revokeOneTimeLinks(db, userId, null, at),
    recordOwnChange(db, { userId, version }, field, at),
    addSecurityEvent(db, { kind: 'password_changed', device, at }, hasId(userId)),
    addNotice(db, email, 'password-changed', at),
  ])
  logSecurityEvent(deps, 'password_changed', { userId })
  deps.waitUntil(sendDue(deps))
}

/**
 * Asks a signed-in person for their password again, before something that a stranger at their desk must not do. Right
 * passwords are limited as well, by person, because each costs a hash.
 * @param path the field it was typed into
 * @param wanted the password they want to have, which is accepted as well
 * @returns the person, and whether they have the wanted password already
 * @throws AppError `invalid`, `rate_limited`, `busy`
 */
export async function confirmPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'hashing' | 'log' | 'waitUntil'>,
  { userId, device }: Pick<Caller, 'userId' | 'device'>,
  password: string,
  path: string,
  wanted?: string,
): Promise<UserRow & { alreadyWanted: boolean }> {
  deps.hashing.refuseWhenFull('known')
  const { db, clock, config } = deps
  const now = clock.now()
  const attempts = `password:${userId}`
  const calls = await counterOf('confirm-password', userId, now, config.limits.signIn)
  const [before, , counted, [user], allowed] = await db.batch([
    ...countAttempt(db, attempts, now, { owner: hasId(userId), device }, isBelowLimit(calls)),
    userById(db, userId),
    incrementCounter(db, calls),
  ])
  refuseOverLimit(deps, allowed, { userId })
  refuseTooSoon(deps, secondsToWait(before, counted, now), { userId })
  const isTheirs = (typed: string) => verifyPassword(deps, 'known', typed, user?.passwordHash ?? '')
  const right = await isTheirs(password).catch(async (error: unknown) => {
    await db.batch(takeBackCounts(db, [attempts, calls.key], calls.at))
    throw error
  })
  const alreadyWanted = !right && wanted !== undefined && (await isTheirs(wanted))
  if (!user || !(right || alreadyWanted)) {
    recordRefusal(deps, 'password_refused', { userId, device })
    throw new AppError('invalid', { issues: [{ path, message: 'This is not your current password' }] })
  }
  await deleteAttempts(db, [attempts])
  return { ...user, alreadyWanted }
}
