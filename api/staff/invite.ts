import { type SQL, sql } from 'drizzle-orm'
import { addLink, linkExists, withdrawLinks } from '#api/auth/link-queries.ts'
import { INVITATION_SECONDS, linkTokens } from '#api/auth/one-time-links.ts'
import { addSecurityEvent } from '#api/auth/security-event-queries.ts'
import { logSecurityEvent } from '#api/auth/security-log.ts'
import type { Caller } from '#api/auth/session-queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { recordChange } from '#api/platform/audit/changes.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { addUser, changeUser, isAt, userState } from './queries.ts'
import type { InviteUserRequest } from './schema.ts'

type Actor = Pick<Caller, 'userId' | 'device'>

const REFUSED = {
  active: 'This person can sign in already.',
  deactivated: 'This person was deactivated. Reactivate them instead.',
} as const

/**
 * Invites somebody by mail (decisions.md, Accounts). Who was invited already gets a new link, which ends the old one,
 * and the role that was asked for now.
 * @param actor who invites
 * @returns the person's id
 * @throws AppError `user_exists`
 */
export async function invite(deps: Deps, request: InviteUserRequest, actor: Actor): Promise<string> {
  // Somebody else may invite the same person in between: then the second look finds them.
  const id = (await tryToInvite(deps, request, actor)) ?? (await tryToInvite(deps, request, actor))
  if (id === null) throw new AppError('edit_conflict')
  logSecurityEvent(deps, 'person_invited', { userId: actor.userId, invitedId: id })
  deps.defer(sendDue(deps))
  return id
}

async function tryToInvite(
  deps: Deps,
  { email, role }: InviteUserRequest,
  actor: Actor,
): Promise<string | null> {
  const { db, clock } = deps
  const [known] = await userState(db, { email })
  if (known?.state === 'active' || known?.state === 'deactivated') {
    throw new AppError('user_exists', { issues: [{ path: 'email', message: REFUSED[known.state] }] })
  }
  const at = clock.now().toISOString()
  const id = known?.id ?? crypto.randomUUID()
  const version = known ? known.version + 1 : 1
  const isDone = isAt(id, version, ['invited'])
  const record = { entity: 'user', entityId: id, actorId: actor.userId, version, at } as const
  const send = await sending(deps, { id, email: known?.email ?? email, actor, at }, isDone)
  if (!known) {
    const fields = [{ field: null, before: null, after: `${email} (${role})` }]
    const [added] = await db.batch([
      addUser(db, { id, email, role, at }),
      recordChange(db, { ...record, action: 'create', fields }, isDone),
      ...send,
    ])
    return added.length > 0 ? id : null
  }
  const fields = [
    { field: 'invitation', before: null, after: 'sent again' },
    ...(known.role === role ? [] : [{ field: 'role', before: known.role, after: role }]),
  ]
  const [changed] = await db.batch([
    changeUser(db, id, { role }, at, isAt(id, known.version, ['invited'])),
    recordChange(db, { ...record, action: 'update', fields }, isDone),
    ...send,
  ])
  return changed.length > 0 ? id : null
}

type Invited = { id: string; email: string; actor: Actor; at: string }

/** The statements that make the link and its message, end links of before, and show the inviter what was done in their name. */
async function sending({ db, config }: Deps, { id, email, actor, at }: Invited, onlyIf: SQL) {
  const linkId = crypto.randomUUID()
  const [{ hash }] = await linkTokens(config, linkId)
  const expiresAt = new Date(Date.parse(at) + INVITATION_SECONDS * 1000).toISOString()
  const link = {
    id: linkId,
    kind: 'invitation',
    tokenHash: hash,
    invitedBy: actor.userId,
    expiresAt,
    at,
  } as const
  const payload = sql`${JSON.stringify({ linkId })}`
  const message = { kind: 'invitation', about: linkId, orderId: null, recipient: email, payload } as const
  return [
    withdrawLinks(db, id, null, at, onlyIf),
    addLink(db, link, sql`id = ${id} and ${onlyIf}`),
    addMessage(db, message, at, linkExists(linkId)),
    addSecurityEvent(
      db,
      { kind: 'person_invited', device: actor.device, at },
      sql`id = ${actor.userId} and ${linkExists(linkId)}`,
    ),
  ] as const
}
