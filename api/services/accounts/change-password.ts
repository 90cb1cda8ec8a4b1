import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { recordChange } from '#api/queries/changes.ts'
import { withdrawLinks } from '#api/queries/links.ts'
import { setPassword } from '#api/queries/own-account.ts'
import { addSecurityEvent } from '#api/queries/security-events.ts'
import { type Caller, endSessions } from '#api/queries/sessions.ts'
import { endChallenges } from '#api/queries/sign-in-challenges.ts'
import { sendDue } from '#api/services/outbox/send-due.ts'
import type { ChangePasswordRequest } from '#src/contracts/own-account.ts'
import { confirmPassword } from './confirm-password.ts'
import { addNotice } from './notice.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { logSecurityEvent } from './security-log.ts'

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
