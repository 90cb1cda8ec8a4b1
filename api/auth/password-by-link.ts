import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { recordChange } from '#api/platform/audit/changes.ts'
import { sha256 } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { setPassword } from './account-queries.ts'
import { forgetTries } from './attempt-queries.ts'
import { endChallenges } from './challenge-queries.ts'
import { type FoundLink, linkIsOpen, spendLink, withdrawLinks } from './link-queries.ts'
import { openLink } from './links.ts'
import { addNotice } from './notice.ts'
import { type Browser, type OpenedSession, openSession } from './open-session.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'
import type { PasswordByLinkRequest } from './schema.ts'
import { addSecurityEvent } from './security-event-queries.ts'
import { logSecurityEvent } from './security-log.ts'
import { endSessions } from './session-queries.ts'
import { signDeviceToken } from './tokens.ts'

/**
 * Chooses a new password by the link of a mail, once. Every session of the person ends, so that whoever knew the old
 * password is out.
 * @returns the mark of a known browser: whoever has the mail box is not slowed down by strangers' guesses
 * @throws AppError `link_unknown`, `link_over`, `invalid`, `busy`
 */
export async function resetPassword(
  deps: Deps,
  request: PasswordByLinkRequest,
  device: string,
): Promise<string> {
  const link = await openLink(deps, request.token, 'password_reset')
  await choose(deps, link, request.password, device)
  logSecurityEvent(deps, 'password_reset', { userId: link.userId })
  deps.defer(sendDue(deps))
  return signDeviceToken(deps.config, link.email, deps.clock.now())
}

/**
 * Accepts an invitation: the person chooses their first password and is signed in.
 * @throws AppError `link_unknown`, `link_over`, `invalid`, `busy`
 */
export async function acceptInvitation(
  deps: Deps,
  request: PasswordByLinkRequest,
  browser: Browser,
): Promise<OpenedSession> {
  const link = await openLink(deps, request.token, 'invitation')
  await choose(deps, link, request.password, null)
  return openSession(deps, { id: link.userId, email: link.email, role: link.role }, browser, { forget: [] })
}

/** @param device null for an invitation, which signs in and is noted as that */
async function choose(deps: Deps, link: FoundLink, password: string, device: string | null): Promise<void> {
  const { db, clock } = deps
  await refuseWeakPassword(password, link.email)
  const passwordHash = await hashPassword(deps, password)
  const at = clock.now().toISOString()
  const { id, userId, email, version } = link
  const isOpen = linkIsOpen(id, at)
  const invited = link.kind === 'invitation'
  const change = invited
    ? { field: 'state', before: 'invited', after: 'active' }
    : { field: 'password', before: null, after: 'chosen anew' }
  // What the link is good for stands before its use: of two at once, the second finds it used.
  const [chosen] = await db.batch([
    setPassword(db, userId, passwordHash, at, isOpen),
    endSessions(db, userId, {}, at, isOpen),
    endChallenges(db, userId, isOpen),
    withdrawLinks(db, userId, id, at, isOpen),
    forgetTries(db, [`sign-in:${await sha256(email.toLowerCase())}`], isOpen),
    recordChange(
      db,
      { entity: 'user', entityId: userId, action: 'update', fields: [change], actorId: userId, version, at },
      isOpen,
    ),
    ...(invited
      ? []
      : [
          addSecurityEvent(db, { kind: 'password_reset', device, at }, sql`id = ${userId} and ${isOpen}`),
          addNotice(db, email, 'password-changed', at, isOpen),
        ]),
    spendLink(db, id, at),
  ])
  if (chosen.length === 0) throw new AppError('link_over')
}
