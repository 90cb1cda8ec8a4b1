/** A picture that was encoded here: nothing of the file that was sent is in it but how it looks. */
export type CleanPicture = { bytes: Uint8Array; width: number; height: number }

/** A product's picture in its sizes. */
export type ProductPictures = {
  /** JPEG, for emails, the hosted checkout and link previews. */
  jpeg: CleanPicture
  /** WebP by width, the narrowest first; one at least. */
  webp: CleanPicture[]
}

/** Decodes pictures that anybody may have sent, and encodes them anew. */
export type PictureCodecs = {
  /**
   * Counts a picture from the first byte that is read until it is stored.
   * @returns gives the place back
   * @throws AppError `busy` if this isolate has as many pictures in hand as fit into its memory
   */
  takePlace(): () => void
  /**
   * Makes one upright JPEG.
   * @param bytes the file as it was sent
   * @throws PictureRefused
   */
  photo(bytes: Uint8Array): Promise<CleanPicture>
  /**
   * Makes a product's picture in all sizes, none of them wider than what was sent.
   * @param bytes the file as it was sent
   * @throws PictureRefused
   */
  productPictures(bytes: Uint8Array): Promise<ProductPictures>
}
