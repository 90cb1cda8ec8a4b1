import { Secret } from 'otpauth'
import type { Caller, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { refuseAs } from '#api/platform/audit/changes.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, readCode, recoveryCode } from '#domain/sign-in.ts'
import {
  addRecoveryCodes,
  deleteRecoveryCodes,
  disableSecondFactor,
  enableSecondFactor,
  hasId,
  secondFactorIsOn,
  secondFactorIsStarted,
  startSecondFactor,
  userById,
} from './account-queries.ts'
import { confirmCode, confirmPassword } from './confirm.ts'
import { openSecret, recoveryCodeHash, sealAgain, sealSecret, stepOf, totpOf } from './factor-code.ts'
import type { ByPasswordAndCode } from './schema.ts'
import { addNotice, addSecurityEvent, recordOwnChange } from './security-event-queries.ts'
import { logSecurityEvent, refuseTooSoon } from './security-log.ts'
import { countAttempt, deleteAttempts, secondsToWait } from './sign-in-queries.ts'

const SECRET_BYTES = 20
const SWITCHED_ON = { field: 'second factor', before: 'off', after: 'on' }
const SWITCHED_OFF = { field: 'second factor', before: 'on', after: 'off' }

/**
 * Creates a secret for an authenticator app; the second factor is on once a code is confirmed. It asks for the password,
 * because a stolen session could otherwise lock the owner out for good.
 * @returns the secret, to be typed, and `uri`, to be shown as a QR code
 * @throws AppError `invalid`, `rate_limited`, `busy`, `second_factor_on`
 */
export async function beginSecondFactor(deps: Deps, caller: Caller, password: string) {
  await confirmPassword(deps, caller, password, 'password')
  const { db, random } = deps
  const { userId, email } = caller
  const secret = new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32
  if (!(await startSecondFactor(db, userId, await sealSecret(deps, userId, secret))))
    throw new AppError('second_factor_on')
  return { secret, uri: totpOf(secret, email).toString() }
}

/**
 * Turns the second factor on by a code of the app.
 * @returns ten recovery codes, which cannot be read again
 * @throws AppError `invalid`, `second_factor_on`, `second_factor_off` when no secret was created, `rate_limited`
 */
export async function confirmSecondFactor(
  deps: Deps,
  { userId, email, device }: Caller,
  typed: string,
): Promise<string[]> {
  const { db, clock } = deps
  const now = clock.now()
  const attempts = `second-factor:${userId}`
  const [before, , counted, [user]] = await db.batch([
    ...countAttempt(db, attempts, now, { owner: hasId(userId), device }),
    userById(db, userId),
  ])
  refuseTooSoon(deps, secondsToWait(before, counted, now), { userId })
  if (user?.totpEnabledAt) throw new AppError('second_factor_on')
  if (!user?.totpSecret) throw new AppError('second_factor_off')
  const opened = await openSecret(deps, user)
  // Begun with a key that is gone: it has to begin anew.
  if (opened === null || opened === 'unreadable') throw new AppError('second_factor_off')
  const step = stepOf(opened.secret, readCode(typed)?.code ?? '', now)
  if (step === null) {
    const message = 'This code isn’t right. Please check that your phone’s clock is correct.'
    throw new AppError('invalid', { issues: [{ path: 'code', message }] })
  }
  const { codes, hashes } = newRecoveryCodes(deps, userId)
  const at = now.toISOString()
  const started = secondFactorIsStarted(userId, user.totpSecret)
  const event = { kind: 'second_factor_on', device, at } as const
  const statements = [
    recordOwnChange(db, { userId, version: user.version }, SWITCHED_ON, at, started),
    deleteRecoveryCodes(db, userId),
    addRecoveryCodes(db, userId, hashes, at),
    addSecurityEvent(db, event, hasId(userId)),
    addNotice(db, email, 'second-factor-on', at),
    enableSecondFactor(db, userId, step, at),
    ...(await sealAgain(deps, user, opened)),
    deleteAttempts(db, [attempts]),
  ] as const
  await db.batch(statements).catch(refuseAs('second_factor_on'))
  logSecurityEvent(deps, 'second_factor_on', { userId })
  deps.waitUntil(sendDue(deps))
  return codes
}

/**
 * Turns the second factor off. It takes the factor as well as the password: it is there for a password that was stolen.
 * @throws AppError `invalid`, `rate_limited`, `busy`, `second_factor_off`
 */
export async function endSecondFactor(
  deps: Deps,
  caller: Caller,
  { password, code }: ByPasswordAndCode,
): Promise<void> {
  const { version } = await confirmPassword(deps, caller, password, 'password')
  await confirmCode(deps, caller, code)
  const { db, clock } = deps
  const { userId, email, device } = caller
  const at = clock.now().toISOString()
  const event = { kind: 'second_factor_off', device, at } as const
  const statements = [
    recordOwnChange(db, { userId, version }, SWITCHED_OFF, at, secondFactorIsOn(userId)),
    deleteRecoveryCodes(db, userId),
    addSecurityEvent(db, event, hasId(userId)),
    addNotice(db, email, 'second-factor-off', at),
    disableSecondFactor(db, userId, at),
  ] as const
  await db.batch(statements).catch(refuseAs('second_factor_off'))
  logSecurityEvent(deps, 'second_factor_off', { userId })
  deps.waitUntil(sendDue(deps))
}

/**
 * Replaces the recovery codes, by the password and the factor: with new ones anybody could turn the factor off.
 * @throws AppError `invalid`, `rate_limited`, `busy`, `second_factor_off`
 */
export async function renewRecoveryCodes(
  deps: Deps,
  caller: Caller,
  { password, code }: ByPasswordAndCode,
): Promise<string[]> {
  const { userId, email, device } = caller
  await confirmPassword(deps, caller, password, 'password')
  await confirmCode(deps, caller, code)
  const { db, clock } = deps
  const { codes, hashes } = newRecoveryCodes(deps, userId)
  const at = clock.now().toISOString()
  const event = { kind: 'recovery_codes_renewed', device, at } as const
  await db.batch([
    deleteRecoveryCodes(db, userId),
    addRecoveryCodes(db, userId, hashes, at),
    addSecurityEvent(db, event, hasId(userId)),
    addNotice(db, email, 'recovery-codes-renewed', at),
  ])
  logSecurityEvent(deps, 'recovery_codes_renewed', { userId })
  deps.waitUntil(sendDue(deps))
  return codes
}

/** Ten new recovery codes, and the hashes that are stored of them. */
function newRecoveryCodes({ random }: Pick<Deps, 'random'>, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(random(RECOVERY_CODE_BYTES)))
  return { codes, hashes: codes.map((code) => recoveryCodeHash(userId, code)) }
}
