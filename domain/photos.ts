// Photographs of an order: of the finished bouquet, of what went in instead, and at the door.

/** The moments at which a florist takes photographs, in their order. */
export const PHOTO_STEPS = ['bouquet', 'substitution', 'door'] as const
export type PhotoStep = (typeof PHOTO_STEPS)[number]

export const PHOTO_NAMES: Readonly<Record<PhotoStep, string>> = {
  bouquet: 'The bouquet',
  substitution: 'The substitution',
  door: 'At the door',
}

/** The most that a shop order has of each step. */
export const PHOTOS_A_STEP = 3

/** Days after the delivery on which the buyer sees them. */
export const PHOTO_DAYS_SHOWN = 7
/** Days for which they are kept, unless the setting PHOTO_DAYS says otherwise. */
export const PHOTO_DAYS_KEPT = 180

const LINK_MS = 10 * 60 * 1000

/**
 * Until when a page's link to a photograph works (ISO instant): five to ten minutes. Pages that look again within five minutes get
 * the same link, so that their browsers have the picture already.
 */
export function photoLinkExpiry(now: Date): string {
  const half = LINK_MS / 2
  return new Date(Math.floor(now.getTime() / half) * half + LINK_MS).toISOString()
}

/** The most uploads that the link of a florist has under way at the same time. */
export const UPLOADS_AT_ONCE = 2

/** The words in the place of a photograph whose picture is gone. */
export const PHOTO_GONE = 'This photo is no longer there.'

/** Shoppers see photographs of bouquets for so many days. */
export const MADE_DAYS = 7
/** A bouquet of which fewer were photographed shows none. */
export const MADE_MIN = 3
/** The most that a bouquet shows. */
export const MADE_MAX = 6

/** The key under which a photograph is stored. @param object the name of its object, which no other photograph has */
export function photoKey(shopOrderId: string, object: string): string {
  return `photos/${shopOrderId}/${object}.jpg`
}

/** The width of a photograph's small picture, in pixels. */
export const SMALL_PHOTO_PX = 480

/** The key of the small picture beside a photograph's own. It is there for finished bouquets. */
export function smallPhotoKey(key: string): string {
  return `${key.slice(0, -'.jpg'.length)}-${SMALL_PHOTO_PX}.webp`
}
