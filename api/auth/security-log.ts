import type { AccountNews } from '#api/auth/emails/account-news.tsx'
import type { Caller, Deps } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { type FieldChange, refuseAs } from '#api/platform/audit/changes.ts'
import type { Condition, Statement } from '#api/platform/database/condition.ts'
import { hmac } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { type SecurityEventKind, SUSPICIOUS_EVENTS } from '#domain/account.ts'
import { hasId } from './account-queries.ts'
import { addNotice, addSecurityEvent, recordOwnChange } from './security-event-queries.ts'

const ACCOUNT_CHARACTERS = 16
const MINUTE_SECONDS = 60

type SecurityLogFields = {
  /** Whose account it is; null when nobody has it. */
  userId: string | null
  /** Who did it, when that is somebody else. */
  actorId?: string | null
  [field: string]: string | null | undefined
}

/** Logs what happened to the security of an account. Fields are ids and hashes, never an email address. */
export function logSecurityEvent(
  { log }: Pick<Deps, 'log'>,
  kind: SecurityEventKind,
  fields: SecurityLogFields,
): void {
  log(SUSPICIOUS_EVENTS.includes(kind) ? 'warn' : 'info', kind, { area: 'security', ...fields })
}

type OwnChange = {
  kind: SecurityEventKind
  news: AccountNews
  /** For the account's history, which is refused as an AppError unless its condition holds. */
  history?: { version: number; field: FieldChange; condition?: Condition; refused?: ErrorCode }
  at: string
}

/**
 * Writes what somebody changes of their own account, with its history, a security event and a notice to them.
 * @param statements the change itself
 */
export async function changeOwnAccount(
  deps: Deps,
  { userId, email, device }: Pick<Caller, 'userId' | 'email' | 'device'>,
  { kind, news, history, at }: OwnChange,
  statements: readonly Statement[],
): Promise<void> {
  const { db } = deps
  const written = [
    addSecurityEvent(db, { kind, device, at }, hasId(userId)),
    addNotice(db, email, news, at),
    ...statements,
  ] as const
  if (history) {
    const { version, field, condition, refused = 'edit_conflict' } = history
    const change = recordOwnChange(db, { userId, version }, field, at, condition)
    await db.batch([change, ...written]).catch(refuseAs(refused))
  } else await db.batch(written)
  logSecurityEvent(deps, kind, { userId })
  deps.waitUntil(sendDue(deps))
}

/**
 * Logs a refused attempt, and stores it after the answer. The same statement runs for accounts that do not exist, so that
 * the time it takes does not show which do.
 */
export function recordRefusal(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'waitUntil'>,
  kind: SecurityEventKind,
  { userId, device, ...fields }: SecurityLogFields & { device: string },
): void {
  const { db, clock } = deps
  logSecurityEvent(deps, kind, { userId, ...fields })
  const at = clock.now().toISOString()
  deps.waitUntil(Promise.resolve(addSecurityEvent(db, { kind, device, at }, hasId(userId))))
}

/**
 * Refuses and logs a call beyond the limit of sign-ins.
 * @param allowed what `incrementCounter` returned
 * @throws AppError `rate_limited`
 */
export function refuseOverLimit(
  deps: Pick<Deps, 'log' | 'config'>,
  allowed: readonly unknown[],
  fields: SecurityLogFields,
): void {
  if (allowed.length > 0) return
  logSecurityEvent(deps, 'throttled', { ...fields, limit: 'signIn' })
  throw new AppError('rate_limited', { retryAfterSeconds: deps.config.limits.signIn.seconds })
}

/**
 * Refuses and logs an attempt that comes too soon after failed ones.
 * @param seconds how long to wait; 0 does nothing
 * @throws AppError `rate_limited`
 */
export function refuseTooSoon(deps: Pick<Deps, 'log'>, seconds: number, fields: SecurityLogFields): void {
  if (seconds === 0) return
  logSecurityEvent(deps, 'throttled', fields)
  throw new AppError('rate_limited', {
    message: `Too many attempts. Please wait ${duration(seconds)} and try again.`,
    retryAfterSeconds: seconds,
  })
}

function duration(seconds: number): string {
  const [count, unit] =
    seconds < MINUTE_SECONDS ? [seconds, 'second'] : [Math.ceil(seconds / MINUTE_SECONDS), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A keyed hash that stands for an email address in the log. */
export function accountHash({ authKeys }: Deps['config'], email: string): string {
  return hmac(authKeys[0].secret, `account ${email.toLowerCase()}`).slice(0, ACCOUNT_CHARACTERS)
}
