import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'
import { byEachKey } from '#api/platform/link-tokens.ts'
import type { StoredObject } from '#api/platform/storage/storage.ts'
import type { Photo } from '#domain/order/state.ts'
import { type PhotoStep, photoKey, photoLinkExpiry } from '#domain/photos.ts'

/** A photograph as pages show it. `url`: without an origin, and only for some minutes. */
export type ShownPhoto = { id: string; step: PhotoStep; url: string; takenAt: string }

type Shown = Pick<Photo, 'id' | 'shopOrderId' | 'step' | 'hash' | 'createdAt'>

/** The photographs with links for a page. */
export function toShownPhotos(
  { config }: Pick<Deps, 'config'>,
  photos: readonly Shown[],
  now: Date,
): Promise<ShownPhoto[]> {
  const until = photoLinkExpiry(now)
  return Promise.all(
    photos.map(async (photo) => {
      const { id, step, createdAt: takenAt } = photo
      return { id, step, takenAt, url: await photoPath(config, photo, until) }
    }),
  )
}

type Keys = Parameters<typeof byEachKey>[0]

/** The path of a photograph, signed. @param until ISO instant at which it ends */
export async function photoPath(
  keys: Keys,
  { shopOrderId, hash }: Pick<Photo, 'shopOrderId' | 'hash'>,
  until: string,
): Promise<string> {
  const seconds = String(Math.floor(Date.parse(until) / 1000))
  const [signature] = await signaturesOf(keys, { shopOrderId, hash, until: seconds })
  return `/api/photos/${shopOrderId}/${hash}?${new URLSearchParams({ until: seconds, signature })}`
}

/** `until`: Unix seconds, as the link writes them. */
type Signed = { shopOrderId: string; hash: string; until: string }

/** By each of our keys, the newest first. */
function signaturesOf(keys: Keys, { shopOrderId, hash, until }: Signed) {
  return byEachKey(keys, ({ secret }) => hmac(secret, `photo ${shopOrderId} ${hash} ${until}`))
}

/**
 * The picture behind a link.
 * @throws AppError `not_found`, the same for a link that is forged or over and a picture that is gone; StorageError
 */
export async function openPhoto(
  { config, storage, clock }: Pick<Deps, 'config' | 'storage' | 'clock'>,
  { signature, ...link }: Signed & { signature: string },
): Promise<StoredObject> {
  const isOver = !/^\d{1,12}$/.test(link.until) || Number(link.until) * 1000 <= clock.now().getTime()
  // Hashes are compared, so that the time tells nothing about the signature.
  const given = await sha256(signature)
  const ours = await Promise.all((await signaturesOf(config, link)).map(sha256))
  if (isOver || !ours.includes(given)) throw new AppError('not_found')
  const found = await storage.get(photoKey(link.shopOrderId, link.hash))
  if (!found) throw new AppError('not_found')
  return found
}
