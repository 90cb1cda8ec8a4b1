import { PHOTOS_A_STEP, type PhotoStep } from '#domain/photos.ts'
import { type Draft, Refused, shopOrderWith } from './draft.ts'
import { type FloristView, fulfilmentOf } from './fulfilment.ts'
import { type OrderState, orderAndShop, type Photo, type ShopOrder } from './state.ts'

// Photographs of an order. They move nothing: what needs one asks `photosOf`.

/** The steps of which a florist can take photographs, by what their page shows. */
const STEPS_ON: Partial<Record<FloristView, readonly PhotoStep[]>> = {
  accepted: ['bouquet', 'substitution', 'door'],
  ready: ['bouquet', 'door'],
}

/** The steps of which a florist can take photographs now. */
export function openPhotoSteps(state: OrderState, shopOrder: ShopOrder): readonly PhotoStep[] {
  return STEPS_ON[fulfilmentOf(orderAndShop(state, shopOrder)).florist] ?? []
}

/** The photographs of a shop order that are not deleted, the oldest first. */
export function photosOf({ photos }: Pick<OrderState, 'photos'>, shopOrderId: string, step?: PhotoStep) {
  return photos.filter(
    (photo) =>
      photo.shopOrderId === shopOrderId && photo.deletedAt === null && (step ?? photo.step) === photo.step,
  )
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
  draft.add({
    log: 'photo_added',
    data: { shopOrderId, shop: shopOrder.shop, step, photoId: photo.id, hash },
  })
  draft.add({ addPhoto: photo })
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
  return photosOf(state, shopOrder.id, step).length >= PHOTOS_A_STEP ? 'photos_full' : null
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
  draft.add({ log: 'photo_deleted', data: { shopOrderId, shop: shopOrder.shop, step, photoId, hash } })
  draft.add({ deletePhoto: photoId, picture: { shopOrderId, object } })
}
