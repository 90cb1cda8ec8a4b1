import { INVITATION_SECONDS, linkTokens } from '#api/auth/one-time-links.ts'
import { logSecurityEvent } from '#api/auth/security-log.ts'
import type { Caller, Config, Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { requireVersion } from '#api/platform/audit/versioned-record.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { Overtaken, retryOvertaken } from '#api/platform/database/retry.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { SecurityEventKind } from '#domain/account.ts'
import { changeUser, removeFactor, userBy, userRecord, writeInvitation } from './queries.ts'
import type { InviteUserRequest, UpdateUserRequest } from './schema.ts'

type KnownUser = NonNullable<Awaited<ReturnType<typeof userBy>>>

/**
 * Gives a person another role.
 * @param actorId who does it
 * @returns the person's version afterwards
 * @throws AppError `user_not_found`, `edit_conflict`, `last_admin`
 */
export async function changeRole(
  deps: Deps,
  id: string,
  { role, version }: UpdateUserRequest,
  actorId: string,
): Promise<number> {
  const user = await requireUser(deps.db, { id })
  await requireVersion(deps.db, userRecord, user, version)
  return change(deps, user, { role }, 'role_changed', actorId)
}

/**
 * Keeps a person from signing in: their sessions end at once, and open links of mails.
 * @throws AppError `user_not_found`, `edit_conflict`, `last_admin`
 */
export async function deactivate(deps: Deps, id: string, actorId: string): Promise<number> {
  const user = await requireUser(deps.db, { id })
  if (user.state === 'deactivated') return user.version
  const changes = { deactivatedAt: deps.clock.now().toISOString(), state: 'deactivated' } as const
  return change(deps, user, changes, 'deactivated', actorId)
}

/**
 * Lets a person in again. Who never accepted their invitation needs a new one.
 * @throws AppError `user_not_found`, `edit_conflict`
 */
export async function reactivate(deps: Deps, id: string, actorId: string): Promise<number> {
  const user = await requireUser(deps.db, { id })
  if (user.state !== 'deactivated') return user.version
  return change(deps, user, { deactivatedAt: null, state: 'reactivated' }, 'reactivated', actorId)
}

async function change(
  deps: Deps,
  user: KnownUser,
  changes: Parameters<typeof changeUser>[2],
  kind: SecurityEventKind,
  actorId: string,
): Promise<number> {
  const at = deps.clock.now().toISOString()
  const changed = await changeUser(deps.db, user, changes, kind, { actorId, at }).catch((error: unknown) => {
    throw error instanceof Overtaken ? new AppError('last_admin') : error
  })
  if (!changed) return user.version
  logSecurityEvent(deps, kind, { userId: user.id, actorId })
  return user.version + 1
}

const REFUSED = {
  active: 'This person can already sign in.',
  deactivated: 'This person was deactivated. Reactivate them instead.',
} as const

/**
 * Invites somebody by mail. Who was invited already gets a new link, which ends the old one, and the role that was asked
 * for now.
 * @param actor who invites
 * @returns the person's id
 * @throws AppError `user_exists`
 */
export async function invite(
  deps: Deps,
  request: InviteUserRequest,
  actor: Pick<Caller, 'userId' | 'device'>,
): Promise<string> {
  const { id } = await addInvitation(deps, request, actor)
  deps.waitUntil(sendDue(deps))
  return id
}

/**
 * Writes an invitation, whose email waits in the outbox.
 * @param actor without an id for the command
 * @returns the person's id, and the token of the link
 * @throws AppError `user_exists`
 */
export async function addInvitation(
  { db, clock, config, log }: Pick<Deps, 'db' | 'clock' | 'log'> & { config: Pick<Config, 'authKeys'> },
  { email, role }: InviteUserRequest,
  { userId: actorId, device }: { userId: string | null; device: string | null },
): Promise<{ id: string; token: string }> {
  const attempt = async () => {
    const user = await userBy(db, { email })
    if (user?.state === 'active' || user?.state === 'deactivated') {
      throw new AppError('user_exists', { issues: [{ path: 'email', message: REFUSED[user.state] }] })
    }
    const now = clock.now()
    const linkId = crypto.randomUUID()
    const [{ token, hash: tokenHash }] = await linkTokens(config, linkId)
    const expiresAt = new Date(now.getTime() + INVITATION_SECONDS * 1000).toISOString()
    const invitation = { linkId, tokenHash, expiresAt, actorId, device, at: now.toISOString() }
    return { id: await writeInvitation(db, user, { email, role }, invitation), token }
  }
  // Somebody else may invite the same person at the same moment: then the next attempt finds them.
  const isOvertaken = (error: unknown) =>
    (error instanceof AppError && error.code === 'edit_conflict') || isUniqueViolation(error, 'users_email')
  const written = await retryOvertaken(attempt, isOvertaken)
  logSecurityEvent({ log }, 'person_invited', { userId: actorId, invitedId: written.id })
  return written
}

/**
 * Removes another person's second factor. They get an email, and their sessions end: whoever needs this may have lost
 * the phone that is signed in.
 * @returns the person's version
 * @throws AppError `own_second_factor`, `user_not_found`, `second_factor_off`
 */
export async function removeSecondFactor(deps: Deps, id: string, actorId: string): Promise<number> {
  // One's own goes by the password, so that a stolen session cannot take it off.
  if (id === actorId) throw new AppError('own_second_factor')
  const version = await removeSecondFactorOf(deps, { id }, actorId)
  deps.waitUntil(sendDue(deps))
  return version
}

/**
 * Removes the second factor of somebody who has lost it. The notice to them waits in the outbox.
 * @param actorId the admin who does it; null for the command
 * @returns the person's version
 * @throws AppError `user_not_found`, `second_factor_off`
 */
export async function removeSecondFactorOf(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  person: { id: string } | { email: string },
  actorId: string | null,
): Promise<number> {
  const { db, clock } = deps
  const user = await requireUser(db, person)
  const at = clock.now().toISOString()
  await removeFactor(db, user, { actorId, at })
  logSecurityEvent(deps, 'second_factor_removed', { userId: user.id, actorId })
  return user.version
}

async function requireUser(db: Db, by: { id: string } | { email: string }): Promise<KnownUser> {
  const user = await userBy(db, by)
  if (!user) throw new AppError('user_not_found')
  return user
}
