import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { recordChange } from '#api/platform/audit/changes.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { setPassword } from './account-queries.ts'
import type { ChangePasswordRequest } from './account-schema.ts'
import { endChallenges } from './challenge-queries.ts'
import { confirmPassword } from './confirm-password.ts'
import { withdrawLinks } from './link-queries.ts'
import { addNotice } from './notice.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { addSecurityEvent } from './security-event-queries.ts'
import { logSecurityEvent } from './security-log.ts'
import { type Caller, endSessions } from './session-queries.ts'

/**
 * Changes one's own password. All other sessions end, and open links of mails. Who comes again because the answer was late
 * is told that it is done.
 * @throws AppError `invalid`, `rate_limited`, `busy`
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  { currentPassword, password }: ChangePasswordRequest,
): Promise<void> {
  const { id, userId, email, device } = caller
  await refuseWeakPassword(password, email)
  const { version, already } = await confirmPassword(
    deps,
    caller,
    currentPassword,
    'currentPassword',
    password,
  )
  if (already) return
  const { db, clock } = deps
  const passwordHash = await hashPassword(deps, password)
  const at = clock.now().toISOString()
  const fields = [{ field: 'password', before: null, after: 'chosen anew' }]
  await db.batch([
    setPassword(db, userId, passwordHash, at),
    endSessions(db, userId, { but: id }, at),
    endChallenges(db, userId),
    withdrawLinks(db, userId, null, at),
    recordChange(db, {
      entity: 'user',
      entityId: userId,
      action: 'update',
      fields,
      actorId: userId,
      version,
      at,
    }),
    addSecurityEvent(db, { kind: 'password_changed', device, at }, sql`id = ${userId}`),
    addNotice(db, email, 'password-changed', at),
  ])
  logSecurityEvent(deps, 'password_changed', { userId })
  deps.defer(sendDue(deps))
}
