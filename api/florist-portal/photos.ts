import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { readState } from '#api/orders/state-queries.ts'
import { isNotNullViolation } from '#api/platform/database/constraint.ts'
import { hex, sha256 } from '#api/platform/hash.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { beginUpload, endUpload } from '#api/platform/storage/deletion-queries.ts'
import { deleteDueObjects } from '#api/platform/storage/deletions.ts'
import { photoRefusal, uploadedWith } from '#domain/order/photo.ts'
import { type PhotoStep, photoKey, smallPhotoKey, UPLOADS_AT_ONCE } from '#domain/photos.ts'
import { linkClosedError, toFloristOrder } from './florist-order.ts'
import type { FloristPhotoDeletion } from './schema.ts'
import { applyByToken, openLink, tooLateError } from './service.ts'

/** The pictures that one shop order may send, stored or not: nine may stay. */
export const PHOTO_TRIES = { max: 60, seconds: 60 * 60 }
const RETRY_SECONDS = 5
const UNDER_WAY =
  'Two of your photos are still on their way, so this one was not sent. Please try again in a few seconds.'

const TOO_MANY = 'Very many photos were sent for this order. Please try again in an hour.'

type Upload = { token: string; step: PhotoStep; key: string }

/**
 * Stores a photograph that a florist has taken. The same upload again stores nothing more, whatever became of the first one.
 * @param read reads what was sent
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` when there is nothing to photograph; `photos_full`; `busy`, `rate_limited` or
 *   `too_slow`; PictureRefused; StorageError
 */
export async function addFloristPhoto(
  deps: Deps,
  { token, step, key }: Upload,
  read: () => Promise<Uint8Array>,
) {
  const { db, clock, config } = deps
  const { state } = await readState(db, { floristToken: await sha256(token) })
  if (!state) throw linkClosedError()
  const found = await openLink(config, state, token, clock.now())
  const shopOrderId = found.shopOrder.id
  // An upload whose answer got lost.
  if (uploadedWith(state, shopOrderId, key)) return toFloristOrder(found, deps, clock.now())
  const refusal = photoRefusal(state, found.shopOrder, step)
  if (refusal === 'florist_too_late') throw tooLateError(found)
  if (refusal) throw new AppError(refusal)
  // Each try has an object of its own: no deletion of another photograph is about it, however late that comes.
  const upload = { shopOrderId, object: crypto.randomUUID() }
  await begin(deps, upload)
  let isStored = false
  try {
    const picture = await store(deps, { ...upload, step }, await read())
    const photo = { id: crypto.randomUUID(), ...upload, step, uploadKey: key, ...picture }
    const applied = await applyByToken(deps, token, () => ({ type: 'add_photo', photo }))
    isStored = applied.changed
    return toFloristOrder(applied.found, deps, clock.now())
  } catch (error) {
    throw isNotNullViolation(error, 'order_photos.hash') ? new AppError('too_slow') : error
  } finally {
    if (!isStored) await end(deps, upload)
  }
}

type Place = { shopOrderId: string; object: string }

/** Counts the upload before anything is done for it. @throws AppError `busy`, `rate_limited` */
async function begin({ db, clock }: Deps, upload: Place): Promise<void> {
  const now = clock.now()
  const tries = await counterOf('photos', upload.shopOrderId, now, PHOTO_TRIES)
  const [begun, , [asked]] = await db.batch(beginUpload(db, { ...upload, at: now.toISOString() }, tries))
  if (begun.length > 0) return
  const isBusy = (asked?.underWay ?? 0) >= UPLOADS_AT_ONCE
  throw isBusy
    ? new AppError('busy', { message: UNDER_WAY, retryAfterSeconds: RETRY_SECONDS })
    : new AppError('rate_limited', { message: TOO_MANY, retryAfterSeconds: PHOTO_TRIES.seconds })
}

/** Should the database not answer, the upload ends with the time that it may take. */
async function end({ db, clock }: Deps, upload: Place): Promise<void> {
  try {
    await endUpload(db, { ...upload, at: clock.now().toISOString() })
  } catch {
    // The earlier failure is the answer.
  }
}

async function store(
  { pictures, storage }: Deps,
  { shopOrderId, object, step }: Place & { step: PhotoStep },
  sent: Uint8Array,
) {
  const { bytes, type, width, height } = await pictures.photo(sent)
  const hash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice())))
  const photo = photoKey(shopOrderId, object)
  await storage.put(photo, bytes, type)
  // Shoppers may see it, in the size in which they do.
  if (step === 'bouquet') {
    const small = await pictures.smallPhoto(bytes)
    await storage.put(smallPhotoKey(photo), small.bytes, small.type)
  }
  return { hash, bytes: bytes.length, width, height }
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
  return toFloristOrder(found, deps, deps.clock.now())
}
