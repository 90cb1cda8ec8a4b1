import { sql } from 'drizzle-orm'
import { withdrawLinks } from '#api/auth/link-queries.ts'
import { addSecurityEvent } from '#api/auth/security-event-queries.ts'
import { logSecurityEvent } from '#api/auth/security-log.ts'
import { endSessions } from '#api/auth/session-queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { recordChange } from '#api/platform/audit/changes.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import type { SecurityEventKind } from '#domain/security-events.ts'
import { anotherAdminIsLeft, changeUser, isAt, userState } from './queries.ts'
import type { UpdateUserRequest } from './schema.ts'

type Known = Awaited<ReturnType<typeof userState>>[number]

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
  const known = await found(deps, id)
  if (known.version !== version) throw await editConflict(deps.db, 'user', id, version)
  if (known.role === role) return version
  const fields = { field: 'role', before: known.role, after: role, set: { role } }
  return change(deps, known, { kind: 'role_changed', ...fields }, actorId)
}

/**
 * Keeps a person from signing in: their sessions end at once, and open links of mails.
 * @throws AppError `user_not_found`, `edit_conflict`, `last_admin`
 */
export async function deactivate(deps: Deps, id: string, actorId: string): Promise<number> {
  const known = await found(deps, id)
  if (known.state === 'deactivated') return known.version
  const set = { deactivatedAt: deps.clock.now().toISOString() }
  const fields = { field: 'state', before: known.state, after: 'deactivated', set }
  return change(deps, known, { kind: 'deactivated', ...fields }, actorId)
}

/**
 * Lets a person in again. Who never accepted their invitation needs a new one.
 * @throws AppError `user_not_found`, `edit_conflict`
 */
export async function reactivate(deps: Deps, id: string, actorId: string): Promise<number> {
  const known = await found(deps, id)
  if (known.state !== 'deactivated') return known.version
  const set = { deactivatedAt: null }
  const fields = { field: 'state', before: 'deactivated', after: 'reactivated', set }
  return change(deps, known, { kind: 'reactivated', ...fields }, actorId)
}

type Change = {
  kind: SecurityEventKind
  field: string
  before: string
  after: string
  set: Parameters<typeof changeUser>[2]
}

/** One batch under one condition: the person is still as they were read, and an admin is left. */
async function change(
  deps: Deps,
  { id, version, state }: Known,
  { kind, set, ...field }: Change,
  actorId: string,
): Promise<number> {
  const { db, clock } = deps
  const at = clock.now().toISOString()
  const takesAway = set.role === 'member' || Boolean(set.deactivatedAt)
  const asRead = isAt(id, version, [state])
  const allowed = takesAway ? sql`${asRead} and ${anotherAdminIsLeft(id)}` : asRead
  const next = version + 1
  const record = {
    entity: 'user',
    entityId: id,
    action: 'update',
    fields: [field],
    actorId,
    version: next,
    at,
  } as const
  const [, , changed] = await db.batch([
    recordChange(db, record, allowed),
    addSecurityEvent(db, { kind, device: null, at }, sql`id = ${id} and ${allowed}`),
    changeUser(db, id, set, at, allowed),
    ...(set.deactivatedAt ? [endSessions(db, id, {}, at, isAt(id, next, ['deactivated']))] : []),
    ...(set.deactivatedAt ? [withdrawLinks(db, id, null, at, isAt(id, next, ['deactivated']))] : []),
  ])
  if (changed.length > 0) {
    logSecurityEvent(deps, kind, { userId: id, actorId })
    return next
  }
  const [now] = await userState(db, { id })
  throw now?.version === version ? new AppError('last_admin') : await editConflict(db, 'user', id, version)
}

async function found({ db }: Deps, id: string): Promise<Known> {
  const [known] = await userState(db, { id })
  if (!known) throw new AppError('user_not_found')
  return known
}
