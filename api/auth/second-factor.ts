import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { recordChange } from '#api/platform/audit/changes.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { readCode } from '#domain/second-factor.ts'
import {
  addCodes,
  disableSecondFactor,
  enableSecondFactor,
  isStarted,
  removeCodes,
  secondFactorIsOn,
  startSecondFactor,
  userById,
} from './account-queries.ts'
import type { SecondFactorBegun } from './account-schema.ts'
import { countTry, forgetTries, waitAfter } from './attempt-queries.ts'
import { confirmPassword } from './confirm-password.ts'
import { addNotice } from './notice.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { addSecurityEvent } from './security-event-queries.ts'
import { logSecurityEvent } from './security-log.ts'
import type { Caller } from './session-queries.ts'
import { slowDown } from './slow-down.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'

/**
 * Makes a secret for an authenticator app; it counts once a code of it came back. It asks for the password, because a
 * stolen session could otherwise lock the owner out for good.
 * @throws AppError `invalid`, `rate_limited`, `busy`, `second_factor_on`
 */
export async function beginSecondFactor(
  deps: Deps,
  caller: Caller,
  password: string,
): Promise<SecondFactorBegun> {
  await confirmPassword(deps, caller, password, 'password')
  const { db, random } = deps
  const { userId, email } = caller
  const secret = newTotpSecret(random)
  if (!(await startSecondFactor(db, userId, secret))) throw new AppError('second_factor_on')
  return { secret, uri: totpUri(secret, email) }
}

/**
 * Switches the second factor on by a code of the app.
 * @returns ten recovery codes, which nobody can read again
 * @throws AppError `invalid`, `second_factor_on`, `second_factor_off` when it was not begun, `rate_limited`
 */
export async function confirmSecondFactor(
  deps: Deps,
  { userId, email, device }: Caller,
  typed: string,
): Promise<string[]> {
  const { db, clock } = deps
  const now = clock.now()
  const tries = `second-factor:${userId}`
  const [before, , counted, [user]] = await db.batch([
    ...countTry(db, tries, now, { owner: sql`id = ${userId}`, device }),
    userById(db, userId),
  ])
  slowDown(deps, waitAfter(before, counted, now), { userId })
  if (user?.totpEnabledAt) throw new AppError('second_factor_on')
  if (!user?.totpSecret) throw new AppError('second_factor_off')
  const step = stepOf(user.totpSecret, readCode(typed)?.code ?? '', now)
  if (step === null) {
    const message = 'This code is not right. Please check that your phone’s clock is.'
    throw new AppError('invalid', { issues: [{ path: 'code', message }] })
  }
  const { codes, hashes } = await newRecoveryCodes(deps, userId)
  const at = now.toISOString()
  const started = isStarted(userId, user.totpSecret)
  const event = { kind: 'second_factor_on', device, at } as const
  const [, , , , , enabled] = await db.batch([
    removeCodes(db, userId, started),
    addCodes(db, userId, hashes, at, started),
    recordChange(db, changed(userId, 'off', 'on', user.version, at), started),
    addSecurityEvent(db, event, sql`id = ${userId} and ${started}`),
    addNotice(db, email, 'second-factor-on', at, started),
    enableSecondFactor(db, { id: userId, totpSecret: user.totpSecret, step, at }),
    forgetTries(db, [tries]),
  ])
  if (enabled.length === 0) throw new AppError('second_factor_on')
  logSecurityEvent(deps, 'second_factor_on', { userId })
  deps.defer(sendDue(deps))
  return codes
}

/**
 * Switches the second factor off.
 * @throws AppError `invalid`, `rate_limited`, `busy`, `second_factor_off`
 */
export async function endSecondFactor(deps: Deps, caller: Caller, password: string): Promise<void> {
  const { version } = await confirmPassword(deps, caller, password, 'password')
  const { db, clock } = deps
  const { userId, email, device } = caller
  const at = clock.now().toISOString()
  const isOn = secondFactorIsOn(userId)
  const event = { kind: 'second_factor_off', device, at } as const
  const [, , , , disabled] = await db.batch([
    removeCodes(db, userId, isOn),
    recordChange(db, changed(userId, 'on', 'off', version, at), isOn),
    addSecurityEvent(db, event, sql`id = ${userId} and ${isOn}`),
    addNotice(db, email, 'second-factor-off', at, isOn),
    disableSecondFactor(db, userId, at),
  ])
  if (disabled.length === 0) throw new AppError('second_factor_off')
  logSecurityEvent(deps, 'second_factor_off', { userId })
  deps.defer(sendDue(deps))
}

/**
 * Makes new recovery codes; the old ones end.
 * @throws AppError `invalid`, `rate_limited`, `busy`, `second_factor_off`
 */
export async function renewRecoveryCodes(deps: Deps, caller: Caller, password: string): Promise<string[]> {
  const { userId, email, device } = caller
  const { totpEnabledAt } = await confirmPassword(deps, caller, password, 'password')
  if (totpEnabledAt === null) throw new AppError('second_factor_off')
  const { db, clock } = deps
  const { codes, hashes } = await newRecoveryCodes(deps, userId)
  const at = clock.now().toISOString()
  const isOn = secondFactorIsOn(userId)
  const event = { kind: 'recovery_codes_renewed', device, at } as const
  await db.batch([
    removeCodes(db, userId, isOn),
    addCodes(db, userId, hashes, at, isOn),
    addSecurityEvent(db, event, sql`id = ${userId} and ${isOn}`),
    addNotice(db, email, 'recovery-codes-renewed', at, isOn),
  ])
  logSecurityEvent(deps, 'recovery_codes_renewed', { userId })
  deps.defer(sendDue(deps))
  return codes
}

function changed(userId: string, before: string, after: string, version: number, at: string) {
  const fields = [{ field: 'second factor', before, after }]
  return { entity: 'user', entityId: userId, action: 'update', fields, actorId: userId, version, at } as const
}
