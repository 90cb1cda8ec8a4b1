import type { Caller, Deps } from '#api/deps.ts'
import { refuseAs } from '#api/platform/audit/changes.ts'
import { sha256 } from '#api/platform/hash.ts'
import { confirmPassword } from './confirm.ts'
import { type FoundLink, linkUse } from './link-queries.ts'
import { openLink } from './one-time-links.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-strength.ts'
import type { ChangePasswordRequest, PasswordByLinkRequest } from './schema.ts'
import { recordOwnChange } from './security-event-queries.ts'
import { changeOwnAccount } from './security-log.ts'
import { type Browser, createAuthSession, type OpenedSession } from './sessions.ts'
import { deleteAttempts, newPassword } from './sign-in-queries.ts'
import { signDeviceToken } from './tokens.ts'

const NEW_PASSWORD = { field: 'password', before: null, after: 'a new password' }

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
  const { id: session, userId } = caller
  const field = 'currentPassword'
  const { version, alreadyWanted } = await confirmPassword(deps, caller, currentPassword, field, password)
  if (alreadyWanted) return
  // After the limits, because estimating a password's strength takes the thread that answers everybody else.
  await refuseWeakPassword(password, caller.email)
  const passwordHash = await hashPassword(deps, 'known', password)
  const at = deps.clock.now().toISOString()
  const history = { version, field: NEW_PASSWORD }
  const change = { kind: 'password_changed', news: 'password-changed', history, at } as const
  const statements = newPassword(deps.db, userId, passwordHash, { session, link: null }, at)
  await changeOwnAccount(deps, caller, change, statements)
}

/**
 * Sets a new password by the link of an email, once. Every session of the person ends, so that whoever knew the old
 * password is signed out.
 * @returns a device token: strangers' wrong passwords do not slow down the owner of the mailbox
 * @throws AppError `link_unknown`, `link_over`, `invalid`, `busy`
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: PasswordByLinkRequest,
  device: string,
): Promise<string> {
  const link = await openLink(deps, token, 'password_reset')
  const { at, condition, statements } = await passwordByLink(deps, link, password)
  const history = { version: link.version, field: NEW_PASSWORD, condition, refused: 'link_over' } as const
  const change = { kind: 'password_reset', news: 'password-changed', history, at } as const
  await changeOwnAccount(deps, { ...link, device }, change, statements)
  return signDeviceToken(deps.config, link.email, deps.clock.now())
}

/**
 * Accepts an invitation: the person chooses their first password and is signed in, which is their security event.
 * @throws AppError `link_unknown`, `link_over`, `invalid`, `busy`
 */
export async function acceptInvitation(
  deps: Deps,
  { token, password }: PasswordByLinkRequest,
  browser: Browser,
): Promise<OpenedSession> {
  const link = await openLink(deps, token, 'invitation')
  const { at, condition, statements } = await passwordByLink(deps, link, password)
  const field = { field: 'state', before: 'invited', after: 'active' }
  const history = recordOwnChange(deps.db, link, field, at, condition)
  await deps.db.batch([history, ...statements]).catch(refuseAs('link_over'))
  return createAuthSession(deps, { id: link.userId, email: link.email, role: link.role }, browser)
}

/** The write of a password that is chosen by a link, which is used up. @throws AppError `invalid`, `busy` */
async function passwordByLink(deps: Deps, { id, userId, email }: FoundLink, password: string) {
  const { db, clock, hashing } = deps
  hashing.refuseWhenFull('known')
  await refuseWeakPassword(password, email)
  const passwordHash = await hashPassword(deps, 'known', password)
  const at = clock.now().toISOString()
  const { isOpen: condition, statement } = linkUse(db, id, at)
  const statements = [
    ...newPassword(db, userId, passwordHash, { link: id }, at),
    deleteAttempts(db, [`sign-in:${sha256(email.toLowerCase())}`]),
    statement,
  ]
  return { at, condition, statements }
}
