import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { readState } from '#api/orders/state-queries.ts'
import { hex, sha256 } from '#api/platform/hash.ts'
import { readPictureBody } from '#api/platform/pictures/body.ts'
import { expectObject } from '#api/platform/storage/deletion-queries.ts'
import { deleteDueObjects } from '#api/platform/storage/deletions.ts'
import { photoRefusal, uploadedWith } from '#domain/order/photo.ts'
import { type PhotoStep, photoKey } from '#domain/photos.ts'
import { linkClosedError, toFloristOrder } from './florist-order.ts'
import type { FloristPhotoDeletion } from './schema.ts'
import { applyByToken, openLink, tooLateError } from './service.ts'

/** An upload that was cut off is forgotten after so long. */
const UPLOAD_MS = 60 * 60 * 1000
const RETRY_SECONDS = 3

type Upload = { token: string; step: PhotoStep; key: string }

/**
 * Stores a photograph that a florist has taken. The same upload again stores nothing more, whatever became of the first one.
 * @param request its body is the picture
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` when there is nothing to photograph; `photos_full`; `busy`; PictureRefused;
 *   StorageError
 */
export async function addFloristPhoto(deps: Deps, { token, step, key }: Upload, request: Request) {
  const { db, clock, config, storage, pictures } = deps
  const { state } = await readState(db, { floristToken: await sha256(token) })
  if (!state) throw linkClosedError()
  const found = await openLink(config, state, token, clock.now())
  const shopOrderId = found.shopOrder.id
  // An upload whose answer got lost.
  if (uploadedWith(state, shopOrderId, key)) return toFloristOrder(found, config, clock.now())
  const refusal = photoRefusal(state, found.shopOrder, step)
  if (refusal === 'florist_too_late') throw tooLateError(found)
  if (refusal) throw new AppError(refusal)
  const { bytes, width, height } = await pictures.photo(await readPictureBody(request, deps))
  const hash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice())))
  await store(deps, photoKey(shopOrderId, hash), bytes, storage)
  const photo = { id: crypto.randomUUID(), shopOrderId, step, uploadKey: key, hash, width, height }
  const applied = await applyByToken(deps, token, () => ({
    type: 'add_photo',
    photo: { ...photo, bytes: bytes.length },
  }))
  return toFloristOrder(applied.found, config, clock.now())
}

/** Its row is first: should this be cut off, the job of every minute deletes what is left. */
async function store(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  bytes: Uint8Array,
  storage: Deps['storage'],
): Promise<void> {
  const now = clock.now()
  const dueAt = new Date(now.getTime() + UPLOAD_MS).toISOString()
  const expected = await expectObject(db, key, { at: now.toISOString(), dueAt })
  // The same picture was deleted a moment ago, and its object may still go.
  if (expected.length === 0) throw new AppError('busy', { retryAfterSeconds: RETRY_SECONDS })
  await storage.put(key, bytes, 'image/jpeg')
}

/**
 * Deletes a photograph of the florist's own order, which turned out badly. Deleted before, nothing changes.
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` once the order has moved on
 */
export async function deleteFloristPhoto(deps: Deps, { token, photoId }: FloristPhotoDeletion) {
  const { changed, found } = await applyByToken(deps, token, ({ photos, shopOrder }) => {
    const isOwn = photos.some((photo) => photo.id === photoId && photo.shopOrderId === shopOrder.id)
    return isOwn ? { type: 'delete_photo', photoId } : null
  })
  if (changed) deps.waitUntil(deleteDueObjects(deps))
  return toFloristOrder(found, deps.config, deps.clock.now())
}
