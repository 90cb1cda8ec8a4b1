import { Secret } from 'otpauth'
import type { Caller, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, readCode, recoveryCode } from '#domain/sign-in.ts'
import {
  confirmedStart,
  disableSecondFactor,
  replaceRecoveryCodes,
  secondFactorIsOn,
  startSecondFactor,
} from './account-queries.ts'
import { confirmCode, confirmPassword, countConfirmation } from './confirm.ts'
import { openSecret, recoveryCodeHash, sealAgain, sealSecret, stepOf, totpOf } from './factor-code.ts'
import type { ByPasswordAndCode } from './schema.ts'
import { changeOwnAccount } from './security-log.ts'
import { deleteAttempts } from './sign-in-queries.ts'

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
export async function confirmSecondFactor(deps: Deps, caller: Caller, typed: string): Promise<string[]> {
  const { db, clock } = deps
  const { userId } = caller
  const now = clock.now()
  const attempts = `second-factor:${userId}`
  const { user } = await countConfirmation(deps, caller, attempts, 'confirm-code')
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
  const { isStarted: condition, statement } = confirmedStart(db, userId, user.totpSecret, step, at)
  const history = {
    version: user.version,
    field: SWITCHED_ON,
    condition,
    refused: 'second_factor_on',
  } as const
  await changeOwnAccount(deps, caller, { kind: 'second_factor_on', news: 'second-factor-on', history, at }, [
    ...replaceRecoveryCodes(db, userId, hashes, at),
    statement,
    ...(await sealAgain(deps, user, opened)),
    deleteAttempts(db, [attempts]),
  ])
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
  const { userId } = caller
  const at = clock.now().toISOString()
  const condition = secondFactorIsOn(userId)
  const history = { version, field: SWITCHED_OFF, condition, refused: 'second_factor_off' } as const
  const change = { kind: 'second_factor_off', news: 'second-factor-off', history, at } as const
  await changeOwnAccount(deps, caller, change, disableSecondFactor(db, userId, at))
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
  await confirmPassword(deps, caller, password, 'password')
  await confirmCode(deps, caller, code)
  const { db, clock } = deps
  const { userId } = caller
  const { codes, hashes } = newRecoveryCodes(deps, userId)
  const at = clock.now().toISOString()
  const change = { kind: 'recovery_codes_renewed', news: 'recovery-codes-renewed', at } as const
  await changeOwnAccount(deps, caller, change, replaceRecoveryCodes(db, userId, hashes, at))
  return codes
}

/** Ten new recovery codes, and the hashes that are stored of them. */
function newRecoveryCodes({ random }: Pick<Deps, 'random'>, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(random(RECOVERY_CODE_BYTES)))
  return { codes, hashes: codes.map((code) => recoveryCodeHash(userId, code)) }
}
