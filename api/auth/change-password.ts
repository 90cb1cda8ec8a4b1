import type { Caller, Deps } from '#api/deps.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { hasId, setPassword } from './account-queries.ts'
import { confirmPassword } from './confirm.ts'
import { revokeOneTimeLinks } from './link-queries.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-strength.ts'
import type { ChangePasswordRequest } from './schema.ts'
import { addNotice, addSecurityEvent, recordOwnChange } from './security-event-queries.ts'
import { logSecurityEvent } from './security-log.ts'
import { endSessions } from './session-queries.ts'
import { endChallenges } from './sign-in-queries.ts'

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
