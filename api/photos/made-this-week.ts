import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { purgeCatalogueCache } from '#api/platform/edge-cache.ts'
import type { StoredObject } from '#api/platform/storage/storage.ts'
import { weekdayName } from '#domain/opening-hours.ts'
import { photoKey, photoLinkExpiry, smallPhotoKey } from '#domain/photos.ts'
import { hidePhoto, madeOfProduct, madePhoto, madeThisWeek } from './made-queries.ts'
import { photoPath } from './service.ts'

/** The photographs that shoppers see, by bouquet. They learn the shop and the day of the week, and nothing of an order. */
export async function madeForShoppers({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rows = await madeThisWeek(db, clock.now())
  const bySku = Map.groupBy(rows, ({ sku }) => sku)
  return {
    bouquets: [...bySku].map(([sku, made]) => ({
      sku,
      photos: made.map(({ id, shop, takenAt, timeZone }) => ({
        url: `/api/made-this-week/${id}`,
        shop,
        weekday: weekdayName(new Date(takenAt), timeZone),
      })),
    })),
  }
}

/**
 * The picture of a photograph that shoppers may see, small where there is a small one.
 * @throws AppError `photo_gone`, the same for every other photograph and for none; StorageError
 */
export async function openMadePhoto(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  id: string,
): Promise<StoredObject> {
  const place = await madePhoto(db, id, clock.now())
  if (!place) throw new AppError('photo_gone')
  const key = photoKey(place.shopOrderId, place.object)
  const found = (await storage.get(smallPhotoKey(key))) ?? (await storage.get(key))
  if (!found) throw new AppError('photo_gone')
  return found
}

/** The photographs of a bouquet's week with links for a page, those that shoppers see and those that are hidden or too many. */
export async function madeForOwner(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  productId: string,
) {
  const now = clock.now()
  const until = photoLinkExpiry(now)
  const rows = await madeOfProduct(db, productId, now)
  const photos = rows.map(async ({ shopOrderId, object, manageLinksEndedAt, isShown, hiddenAt, ...row }) => ({
    ...row,
    isShown: isShown === 1,
    isHidden: hiddenAt !== null,
    url: await photoPath(config, { manageLinksEndedAt }, { shopOrderId, object }, until),
  }))
  return { photos: await Promise.all(photos) }
}

/**
 * Hides a photograph of a bouquet from shoppers, or shows it again.
 * @throws AppError `not_found` if there is none, or it was deleted
 */
export async function setHidden(deps: Deps, id: string, hidden: boolean): Promise<void> {
  if (!(await hidePhoto(deps.db, id, hidden, deps.clock.now().toISOString()))) throw new AppError('not_found')
  purgeCatalogueCache(deps)
}
