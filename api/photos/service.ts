import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'
import { byEachKey } from '#api/platform/link-tokens.ts'
import type { StoredObject } from '#api/platform/storage/storage.ts'
import type { Photo } from '#domain/order/state.ts'
import { type PhotoStep, photoKey, photoLinkExpiry } from '#domain/photos.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { linksOfPhoto } from './queries.ts'

/** A photograph as pages show it. `url`: without an origin, and only for some minutes. */
export type ShownPhoto = { id: string; step: PhotoStep; url: string; takenAt: string }

type Shown = Pick<Photo, 'id' | 'shopOrderId' | 'step' | 'object' | 'createdAt'>
type Keys = Parameters<typeof byEachKey>[0]
/** Links to photographs end with the buyer's links of their order. */
type Order = Pick<OrderRow, 'manageLinksEndedAt'>

/** The photographs of an order with links for a page. */
export function toShownPhotos(
  { config }: Pick<Deps, 'config'>,
  order: Order,
  photos: readonly Shown[],
  now: Date,
): Promise<ShownPhoto[]> {
  const until = photoLinkExpiry(now)
  return Promise.all(
    photos.map(async (photo) => {
      const { id, step, createdAt: takenAt } = photo
      return { id, step, takenAt, url: await photoPath(config, order, photo, until) }
    }),
  )
}

/** The path of a photograph, signed. @param until ISO instant at which it ends */
export async function photoPath(
  keys: Keys,
  order: Order,
  { shopOrderId, object }: Pick<Photo, 'shopOrderId' | 'object'>,
  until: string,
): Promise<string> {
  const seconds = String(Math.floor(Date.parse(until) / 1000))
  const [signature] = await signaturesOf(keys, order, { shopOrderId, object, until: seconds })
  return `/api/photos/${shopOrderId}/${object}?${new URLSearchParams({ until: seconds, signature })}`
}

/** `until`: Unix seconds, as the link writes them. */
type Signed = { shopOrderId: string; object: string; until: string }

/** By each of our keys, the newest first. */
function signaturesOf(keys: Keys, { manageLinksEndedAt }: Order, { shopOrderId, object, until }: Signed) {
  const text = `photo ${shopOrderId} ${object} ${until}`
  const signed = manageLinksEndedAt === null ? text : `${text} ${manageLinksEndedAt}`
  return byEachKey(keys, ({ secret }) => hmac(secret, signed))
}

/**
 * The picture behind a link.
 * @throws AppError `not_found`, the same for a link that is forged, over or ended and a picture that is gone; StorageError
 */
export async function openPhoto(
  { db, config, storage, clock }: Pick<Deps, 'db' | 'config' | 'storage' | 'clock'>,
  { signature, ...link }: Signed & { signature: string },
): Promise<StoredObject> {
  const { shopOrderId, object, until } = link
  const isOver = !/^\d{1,12}$/.test(until) || Number(until) * 1000 <= clock.now().getTime()
  const order = isOver ? null : await linksOfPhoto(db, shopOrderId, object)
  if (!order) throw new AppError('not_found')
  // Hashes are compared, so that the time tells nothing about the signature.
  const given = sha256(signature)
  const ours = await signaturesOf(config, order, link)
  if (!ours.some((each) => sha256(each) === given)) throw new AppError('not_found')
  const found = await storage.get(photoKey(shopOrderId, object))
  if (!found) throw new AppError('not_found')
  return found
}
