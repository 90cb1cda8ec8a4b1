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

type Stored = { order: Order; shopOrders: readonly { id: string; shopShowsPhotos: boolean }[] }
type StoredPhoto = Shown & { deletedAt: string | null; hiddenAt: string | null }

/**
 * Those of an order's photographs that are not deleted, with links for a page of the back office. `shoppers`: of a bouquet whose shop
 * agreed, whether it is hidden from them; null: they never see it.
 */
export async function toStaffPhotos(
  deps: Pick<Deps, 'config'>,
  { order, shopOrders }: Stored,
  photos: readonly StoredPhoto[],
  now: Date,
) {
  const left = photos.filter(({ deletedAt }) => deletedAt === null)
  const agreed = shopOrders.filter(({ shopShowsPhotos }) => shopShowsPhotos).map(({ id }) => id)
  const shoppers = new Map(
    left
      .filter(({ step, shopOrderId }) => step === 'bouquet' && agreed.includes(shopOrderId))
      .map(({ id, hiddenAt }) => [id, hiddenAt === null ? 'may_see' : 'hidden'] as const),
  )
  const shown = await toShownPhotos(deps, order, left, now)
  return shown.map((photo) => ({ ...photo, shoppers: shoppers.get(photo.id) ?? null }))
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
