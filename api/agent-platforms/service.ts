import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { updateRecord } from '#api/platform/audit/versioned-record.ts'
import { platformById, platformRecord } from './queries.ts'

/**
 * Blocks a platform, or takes its requests again. Whoever finds that it is so already, or is overtaken by somebody who does the same,
 * has got what they wanted.
 * @throws AppError `not_found`
 */
export async function setBlocked(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actorId: string,
  id: string,
  isBlocked: boolean,
): Promise<void> {
  const before = await platformById(db, id)
  if (!before) throw new AppError('not_found')
  if ((before.blockedAt !== null) === isBlocked) return
  const at = clock.now().toISOString()
  const changes = { blockedAt: isBlocked ? at : null, blockedBy: isBlocked ? actorId : null }
  try {
    await updateRecord(db, platformRecord, { before, changes, actorId, at })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'edit_conflict')) throw error
    await setBlocked({ db, clock }, actorId, id, isBlocked)
  }
}
