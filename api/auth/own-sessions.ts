import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { deviceWords } from '#domain/device.ts'
import type { OwnSession } from './account-schema.ts'
import { type CurrentSession, endSessions, sessionsOf } from './session-queries.ts'

/** Where one is signed in, the browser that asks among them. */
export async function ownSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, userId }: CurrentSession,
): Promise<OwnSession[]> {
  const rows = await sessionsOf(db, userId, clock.now().toISOString())
  return rows.map((row) => ({
    id: row.id,
    device: deviceWords(row.userAgent),
    current: row.id === id,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
  }))
}

/**
 * Ends one of one's own sessions.
 * @throws AppError `not_found` for whatever is not one of them
 */
export async function endOwnSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId }: CurrentSession,
  only: string,
): Promise<void> {
  const ended = await endSessions(db, userId, { only }, clock.now().toISOString())
  if (ended.length === 0) throw new AppError('not_found', { message: 'This session is over already.' })
}

/** Ends all of one's own sessions but the one that asks. */
export async function endOtherSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, userId }: CurrentSession,
): Promise<void> {
  await endSessions(db, userId, { but: id }, clock.now().toISOString())
}
