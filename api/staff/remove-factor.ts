import { sql } from 'drizzle-orm'
import { disableSecondFactor, removeCodes, secondFactorIsOn } from '#api/auth/account-queries.ts'
import { addNotice, addSecurityEvent } from '#api/auth/security-event-queries.ts'
import { logSecurityEvent } from '#api/auth/security-log.ts'
import { endSessions } from '#api/auth/session-queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { recordChange } from '#api/platform/audit/changes.ts'
import { userState } from './queries.ts'

/**
 * Removes the second factor of somebody who has lost it. Their sessions end, and they are told by a mail that waits in the
 * outbox.
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
  const [known] = await userState(db, person)
  if (!known) throw new AppError('user_not_found')
  const { id, email, version } = known
  const at = clock.now().toISOString()
  const isOn = secondFactorIsOn(id)
  const fields = [{ field: 'second factor', before: 'on', after: 'removed' }]
  const record = { entity: 'user', entityId: id, action: 'update', fields, actorId, version, at } as const
  const event = { kind: 'second_factor_removed', device: null, at } as const
  const [, , , , , removed] = await db.batch([
    recordChange(db, record, isOn),
    removeCodes(db, id, isOn),
    endSessions(db, id, {}, at, isOn),
    addSecurityEvent(db, event, sql`id = ${id} and ${isOn}`),
    addNotice(db, email, 'second-factor-removed', at, isOn),
    disableSecondFactor(db, id, at),
  ])
  if (removed.length === 0) throw new AppError('second_factor_off')
  logSecurityEvent(deps, event.kind, { userId: id, actorId })
  return version
}
