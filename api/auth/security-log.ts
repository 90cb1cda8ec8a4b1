import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { hmac } from '#api/platform/hash.ts'
import { type SecurityEventKind, SUSPICIOUS_EVENTS } from '#domain/security-events.ts'
import { addSecurityEvent } from './security-event-queries.ts'

const ACCOUNT_CHARACTERS = 16

export type Logged = {
  /** Whose account it is; null when nobody has it. */
  userId: string | null
  /** Who did it, where that is somebody else. */
  actorId?: string | null
  [field: string]: string | null | undefined
}

/** Says in the log what happened to the security of an account. Fields hold ids and hashes, never an e-mail address. */
export function logSecurityEvent({ log }: Pick<Deps, 'log'>, kind: SecurityEventKind, fields: Logged): void {
  log(SUSPICIOUS_EVENTS.includes(kind) ? 'warn' : 'info', kind, { area: 'security', ...fields })
}

/**
 * Logs what was refused and keeps it after the answer. The same statement runs for accounts that nobody has, so that the
 * time it takes tells nothing about which exist.
 */
export function noteRefusal(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'defer'>,
  kind: SecurityEventKind,
  { userId, device, ...fields }: Logged & { device: string },
): void {
  const { db, clock } = deps
  logSecurityEvent(deps, kind, { userId, ...fields })
  const at = clock.now().toISOString()
  deps.defer(Promise.resolve(addSecurityEvent(db, { kind, device, at }, sql`id = ${userId}`)))
}

/** What stands for an e-mail address in the log: only with our key can anybody tell which one it is. */
export async function accountHash({ authKeys }: Deps['config'], email: string): Promise<string> {
  const [key] = authKeys
  return (await hmac(key?.secret ?? '', `account ${email.toLowerCase()}`)).slice(0, ACCOUNT_CHARACTERS)
}
