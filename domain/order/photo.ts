import { PHOTO_STEPS, PHOTOS_A_STEP, type PhotoStep } from '#domain/photos.ts'
import { CLOCKS } from './causes.ts'
import { lastLedTo, partsOf, shopOrderStamps } from './current-parts.ts'
import { type Draft, shopOrderWith } from './draft.ts'
import { mayHappen } from './may.ts'
import { Refused } from './refused.ts'
import { liveShopOrder, type OrderState, type Photo, type ShopOrder, type Substitution } from './state.ts'

// Photographs of an order. They move nothing: what needs one asks `photosOf`.

/** The steps of which a florist can take photographs now: of what they may still make, and carry to the door. */
export function openPhotoSteps(state: OrderState, shopOrder: ShopOrder): PhotoStep[] {
  const isOnTheWay = mayHappen(state, 'delivered', shopOrder)
  const isMaking = isOnTheWay && shopOrder.status !== 'ready'
  return PHOTO_STEPS.filter((step) => (step === 'substitution' ? isMaking : isOnTheWay))
}

/** The photographs of a shop order that are not deleted, the oldest first. */
export function photosOf({ photos }: Pick<OrderState, 'photos'>, shopOrderId: string, step?: PhotoStep) {
  return photos.filter(
    (photo) =>
      photo.shopOrderId === shopOrderId && photo.deletedAt === null && (step ?? photo.step) === photo.step,
  )
}

/**
 * The photographs of a step as it is now: those of a failed attempt prove nothing about the next one, and those of an earlier
 * substitution do not show the flowers of the next.
 */
export function currentPhotos(state: PhotoFacts, shopOrderId: string, step: PhotoStep): Photo[] {
  const since = sinceWhen(state, shopOrderId, step)
  return photosOf(state, shopOrderId, step).filter(({ createdAt }) => since === null || createdAt > since)
}

type PhotoFacts = Pick<OrderState, 'photos' | 'attempts' | 'substitutions'>

function sinceWhen({ attempts, substitutions }: PhotoFacts, shopOrderId: string, step: PhotoStep) {
  const isOwn = (row: { shopOrderId: string }) => row.shopOrderId === shopOrderId
  if (step === 'door') {
    return attempts.findLast((each) => isOwn(each) && each.corrects === null)?.createdAt ?? null
  }
  const closed = (each: Substitution) => isOwn(each) && each.closedAt !== null
  return step === 'substitution' ? (substitutions.findLast(closed)?.closedAt ?? null) : null
}

/** The photographs of what goes in instead: those since the florist's substitution before this one. */
export function photosOfSubstitution(
  state: PhotoFacts,
  { id, shopOrderId, closedAt }: Substitution,
): Photo[] {
  const before = state.substitutions.slice(
    0,
    state.substitutions.findIndex((each) => each.id === id),
  )
  const from = sinceWhen({ ...state, substitutions: before }, shopOrderId, 'substitution')
  return photosOf(state, shopOrderId, 'substitution').filter(
    ({ createdAt }) => (from === null || createdAt > from) && (closedAt === null || createdAt <= closedAt),
  )
}

/** Until when the buyer sees photographs of the order (ISO instant): by their link in an email and on every page. */
export function photosShownUntil(state: OrderState, at: string): string {
  const { promisedBy } = state.order
  const { order, shopOrder } = partsOf(state)
  const isDelivered = order === 'delivered' || shopOrder === 'delivered'
  const isEnded = order === 'cancelled' || order === 'refunded'
  const delivered = isDelivered ? deliveredAt(state) : null
  // A log that does not say when the order ended: it shows none.
  const ended = isEnded ? (lastLedTo(state.log, 'cancelled', 'refunded') ?? at) : null
  const nextAttempt = state.attempts.at(-1)?.nextAt ?? null
  return CLOCKS.photos_shown({ now: at, promisedBy, nextAttempt, delivered, ended })
}

function deliveredAt(state: OrderState): string | null {
  return (
    lastLedTo(state.log, 'delivered') ??
    shopOrderStamps(state.log, liveShopOrder(state)?.id).delivered ??
    null
  )
}

/** The photographs that the buyer sees now: those of the shop that has the order. */
export function buyersPhotos(state: OrderState, now: Date): Photo[] {
  const live = liveShopOrder(state)
  const at = now.toISOString()
  return live && photosShownUntil(state, at) > at ? photosOf(state, live.id) : []
}

/** A photograph that is stored. */
export type NewPhoto = Pick<Photo, 'id' | 'shopOrderId' | 'step' | 'uploadKey' | 'hash' | 'object'> & {
  bytes: number
  width: number
  height: number
}

export type AddPhoto = { type: 'add_photo'; photo: NewPhoto }

/** Adds a photograph that the florist has taken. The same upload again, or the same picture, adds nothing. */
export function addPhoto(draft: Draft, { photo }: AddPhoto): void {
  const { state } = draft
  const { shopOrderId, step, uploadKey, hash } = photo
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (uploadedWith(state, shopOrderId, uploadKey)) return
  const there = photosOf(state, shopOrderId, step)
  if (there.some((each) => each.hash === hash)) return
  const refusal = photoRefusal(state, shopOrder, step)
  if (refusal) throw new Refused(refusal)
  const data = { shopOrderId, shop: shopOrder.shop, step, photoId: photo.id, hash }
  draft.happen('photo_added', data, { photo: { ...photo, createdAt: draft.at, deletedAt: null } })
}

/** The photograph of an upload, even if it was deleted since; null: there is none yet. */
export function uploadedWith({ photos }: OrderState, shopOrderId: string, uploadKey: string): Photo | null {
  return photos.find((each) => each.shopOrderId === shopOrderId && each.uploadKey === uploadKey) ?? null
}

/** Why no photograph of this step can be taken now; null: one can. */
export function photoRefusal(
  state: OrderState,
  shopOrder: ShopOrder,
  step: PhotoStep,
): 'florist_too_late' | 'photos_full' | null {
  if (!openPhotoSteps(state, shopOrder).includes(step)) return 'florist_too_late'
  return currentPhotos(state, shopOrder.id, step).length >= PHOTOS_A_STEP ? 'photos_full' : null
}

export type DeletePhoto = { type: 'delete_photo'; photoId: string }

/** Deletes a photograph: a florist one that turned out badly, an admin any. Its hash stays. */
export function deletePhoto(draft: Draft, { photoId }: DeletePhoto): void {
  const photo = draft.state.photos.find(({ id }) => id === photoId)
  if (!photo || photo.deletedAt !== null) return
  const { shopOrderId, step, hash, object } = photo
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (draft.by.actor === 'florist' && !openPhotoSteps(draft.state, shopOrder).includes(step)) {
    throw new Refused('florist_too_late')
  }
  draft.happen('photo_deleted', { shopOrderId, shop: shopOrder.shop, step, photoId, hash }, { object })
}
