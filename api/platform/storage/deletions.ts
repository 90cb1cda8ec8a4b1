import type { Deps } from '#api/deps.ts'
import { smallPhotoKey } from '#domain/photos.ts'
import { deleteOldPhotos, forgetDeleted, selectDueObjects } from './deletion-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** One run deletes no more than these: the next one, a minute later, goes on. */
const OBJECTS_A_RUN = 500

/**
 * Deletes what is due: photographs that were kept long enough, and pictures that nothing needs any more.
 * @throws StorageError when the bucket does not answer; the next run tries again
 */
export async function deleteDueObjects({ db, storage, clock, config }: Deps): Promise<void> {
  const now = clock.now()
  const at = now.toISOString()
  const before = new Date(now.getTime() - config.photoDays * DAY_MS).toISOString()
  const old = deleteOldPhotos(db, { before, at, limit: OBJECTS_A_RUN })
  const [, , due] = await db.batch([...old, selectDueObjects(db, at, OBJECTS_A_RUN)])
  if (due.length === 0) return
  const keys = due.map(({ key }) => key)
  await storage.delete(keys.flatMap((key) => [key, smallPhotoKey(key)]))
  await forgetDeleted(db, keys, at)
}
