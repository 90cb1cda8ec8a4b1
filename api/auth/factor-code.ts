import { Secret, TOTP } from 'otpauth'
import type { Deps } from '#api/deps.ts'
import { ERRORS } from '#api/errors.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { logFailure } from '#api/platform/failure.ts'
import { sha256 } from '#api/platform/hash.ts'
import { openText, sealText } from '#api/platform/sealed-text.ts'
import { readCode } from '#domain/sign-in.ts'
import { SITE } from '#domain/site.ts'
import { recoveryCodeUse, replaceSecret, stepUse, type UserRow } from './account-queries.ts'

const PERIOD_SECONDS = 30
/** Accepts a clock that is half a minute off. */
const STEPS_EITHER_SIDE = 1

const UNREADABLE =
  'Codes from your app can’t be checked any more. Please use a recovery code, or ask another admin to remove your two-factor authentication.'

type Outside = Pick<Deps, 'db' | 'config' | 'random' | 'log' | 'clock' | 'waitUntil' | 'unwrittenProblems'>
type Owner = Pick<UserRow, 'id' | 'totpSecret'>

/** The use of a right code, and what else goes into the same batch. */
type CodeUse = (ReturnType<typeof stepUse> | ReturnType<typeof recoveryCodeUse>) & {
  more: readonly Statement[]
}

/**
 * Judges a code of the app, or a recovery code.
 * @param typed as somebody typed it
 * @returns `refused`, in words for the person, for a wrong code
 */
export async function codeUse(
  deps: Outside,
  user: Owner,
  typed: string,
  now: Date,
): Promise<CodeUse | { refused: string }> {
  const { db } = deps
  const code = readCode(typed)
  if (code?.kind === 'recovery') {
    const hash = recoveryCodeHash(user.id, code.code)
    return { ...recoveryCodeUse(db, user.id, hash, now.toISOString()), more: [] }
  }
  const opened = await openSecret(deps, user)
  if (opened === 'unreadable') return { refused: UNREADABLE }
  const step = code && opened ? stepOf(opened.secret, code.code, now) : null
  if (opened === null || step === null) return { refused: ERRORS.wrong_code[1] }
  return { ...stepUse(db, user.id, step), more: await sealAgain(deps, user, opened) }
}

type OpenedSecret = { secret: string; current: boolean }

/**
 * Reads the secret of a person's app. Secrets were stored as they are before November 2026.
 * @returns null without one; `unreadable`, which is logged as a problem, without its key
 */
export async function openSecret(
  deps: Outside,
  { id, totpSecret }: Owner,
): Promise<OpenedSecret | 'unreadable' | null> {
  if (totpSecret === null) return null
  try {
    const opened = await openText(deps.config, totpSecret, purposeOf(id))
    if (opened === null) return { secret: totpSecret, current: false }
    if ('text' in opened) return { secret: opened.text, current: opened.current }
    throw new Error(`AUTH_KEYS has no key “${opened.missing}”, which encrypted a second factor`)
  } catch (error) {
    logFailure(deps, 'second_factor_unreadable', error, { userId: id })
    return 'unreadable'
  }
}

/** A secret as it is stored. */
export function sealSecret(deps: Pick<Deps, 'config' | 'random'>, userId: string, secret: string) {
  return sealText(deps, secret, purposeOf(userId))
}

/** Statements: store a secret that an older key has encrypted, or none, by the newest key. */
export async function sealAgain(
  deps: Pick<Deps, 'db' | 'config' | 'random'>,
  { id, totpSecret }: Owner,
  { secret, current }: OpenedSecret,
): Promise<Statement[]> {
  if (current || totpSecret === null) return []
  return [replaceSecret(deps.db, id, { before: totpSecret, after: await sealSecret(deps, id, secret) })]
}

const purposeOf = (userId: string) => `second factor of ${userId}`

/**
 * The time step of a code, at most one step away from now.
 * @returns null for a wrong code
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: STEPS_EITHER_SIDE })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

export function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: SITE.brand, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
}

/** @param code as `readCode` returns it */
export function recoveryCodeHash(userId: string, code: string): string {
  return sha256(`${userId}:${code}`)
}
