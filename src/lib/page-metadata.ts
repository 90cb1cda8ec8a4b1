import { SITE } from '#domain/site.ts'
import { instantOn, offsetText, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'

/** A path of ours, or an address, as an absolute public address. */
export function address(path: string): string {
  return new URL(path, SITE.address).href
}

/** A day that an editor wrote (midnight UTC), as 2026-11-21: machines read it as a day, in any zone. */
export const isoDay = (day: Date): string => day.toISOString().slice(0, 10)

/** The same for machines that want an instant with its zone: midnight in New York, as 2026-11-21T00:00:00-05:00. */
export function isoInstant(day: Date): string {
  const midnight = instantOn(isoDay(day), REPORTING_TIME_ZONE)
  return `${isoDay(day)}T00:00:00${offsetText(midnight, REPORTING_TIME_ZONE)}`
}

/** Where link-preview pictures are made at the build (src/build/share-pictures.ts). */
export const SHARE_FOLDER = '/share/'

/**
 * The picture of a page for link previews and search engines, 1200 × 630.
 * @param path of an indexable page; absent: the shop's own, without a title
 */
export function sharePicture(path?: string): string {
  return path === undefined ? '/share.jpg' : `${SHARE_FOLDER}${path === '/' ? 'index' : path.slice(1)}.jpg`
}
