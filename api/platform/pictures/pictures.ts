import type { ProductPictureFile } from '#domain/product-pictures.ts'
import type { Room } from './room.ts'

/** A picture that was made of what somebody sent: nothing of the file is in it but how it looks. */
export type CleanPicture = { bytes: Uint8Array; type: string }

/** Reads pictures that anybody may have sent, and makes new ones of them. */
export type Pictures = {
  /**
   * Counts a picture from the first byte that is read until it is stored.
   * @throws AppError `busy` while this isolate has as many in hand as fit into its memory
   */
  takeRoom(): Room
  /**
   * Makes one upright JPEG.
   * @param bytes the file as it was sent
   * @throws PictureRefused; StorageError when the platform does not answer
   */
  photo(bytes: Uint8Array): Promise<CleanPicture & { width: number; height: number }>
  /**
   * Makes a product's picture in all sizes, none of them larger than what was sent.
   * @param bytes the file as it was sent
   * @throws PictureRefused; StorageError when the platform does not answer
   */
  productPictures(bytes: Uint8Array): Promise<Record<ProductPictureFile, CleanPicture>>
}
