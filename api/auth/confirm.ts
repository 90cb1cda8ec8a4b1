import type { Caller, Deps } from '#api/deps.ts'
import { AppError, ERRORS } from '#api/errors.ts'
import { counterOf, incrementCounter, isBelowLimit, takeBackCounts } from '#api/platform/rate-counters.ts'
import { hasId, type UserRow, userWhere } from './account-queries.ts'
import { codeUse } from './factor-code.ts'
import { verifyPassword } from './password-hash.ts'
import type { ConfirmRequest } from './schema.ts'
import { recordRefusal, refuseOverLimit, refuseTooSoon } from './security-log.ts'
import { markConfirmed } from './session-queries.ts'
import { countAttempt, deleteAttempts, secondsToWait } from './sign-in-queries.ts'

const MISSING = { password: 'Password is required', code: 'Code is required' } as const

/**
 * Confirms who a person is, by the second factor where they have one, else by the password. It holds for this session.
 * @throws AppError `invalid`, `rate_limited`, `busy`
 */
export async function confirmPerson(
  deps: Deps,
  caller: Caller,
  { password, code }: ConfirmRequest,
): Promise<void> {
  const path = caller.secondFactor ? 'code' : 'password'
  if (caller.secondFactor && code !== undefined) await confirmCode(deps, caller, code)
  else if (!caller.secondFactor && password !== undefined) await confirmPassword(deps, caller, password, path)
  else throw new AppError('invalid', { issues: [{ path, message: MISSING[path] }] })
  await markConfirmed(deps.db, caller.id, deps.clock.now().toISOString())
}

/**
 * Uses up a code of a signed-in person's second factor, limited as at sign-in and by person.
 * @param typed a code of the app, or a recovery code
 * @throws AppError `invalid` with its issue at `code`, `rate_limited`, `second_factor_off`
 */
export async function confirmCode(
  deps: Deps,
  { userId, device }: Pick<Caller, 'userId' | 'device'>,
  typed: string,
): Promise<void> {
  const { db, clock } = deps
  const attempts = `second-factor:${userId}`
  const { user } = await countConfirmation(deps, { userId, device }, attempts, 'confirm-code')
  if (!user || user.totpEnabledAt === null) throw new AppError('second_factor_off')
  const use = await codeUse(deps, user, typed, clock.now())
  const [used] = 'refused' in use ? [[]] : await db.batch([use.statement, ...use.more])
  if (used.length === 0) {
    recordRefusal(deps, 'code_failed', { userId, device })
    const message = 'refused' in use ? use.refused : ERRORS.wrong_code[1]
    throw new AppError('invalid', { issues: [{ path: 'code', message }] })
  }
  await deleteAttempts(db, [attempts])
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
  const { db } = deps
  const attempts = `password:${userId}`
  const { user, calls } = await countConfirmation(deps, { userId, device }, attempts, 'confirm-password')
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

/**
 * Counts an attempt of a signed-in person before it is checked.
 * @param attempts the key under which wrong ones are counted
 * @param calls the name of the limit of all, right ones too
 * @returns the person, and the counter of all
 * @throws AppError `rate_limited`
 */
export async function countConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  { userId, device }: Pick<Caller, 'userId' | 'device'>,
  attempts: string,
  calls: string,
) {
  const { db, clock, config } = deps
  const now = clock.now()
  const counter = counterOf(calls, userId, now, config.limits.signIn)
  const [before, , counted, [user], allowed] = await db.batch([
    ...countAttempt(db, attempts, now, { owner: hasId(userId), device }, isBelowLimit(counter)),
    userWhere(db, hasId(userId)),
    incrementCounter(db, counter),
  ])
  refuseOverLimit(deps, allowed, { userId })
  refuseTooSoon(deps, secondsToWait(before, counted, now), { userId })
  return { user, calls: counter }
}
