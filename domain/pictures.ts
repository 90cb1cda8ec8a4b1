/** The largest picture that is read, in bytes. Browsers scale photographs down before they send them. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024

/** The longest side of a picture that is read, in pixels. */
export const PHOTO_MAX_PX = 1600

/** The types of pictures that are read. */
export type PictureType = 'jpeg' | 'png' | 'webp'

/** Every reason for refusing a picture, with the words for whoever sent it. */
export const PICTURE_REFUSALS = {
  not_a_picture: 'Please send a JPEG, PNG or WebP picture.',
  unsupported: 'We can’t read this kind of picture. Please save it as a plain JPEG and send that.',
  too_large: 'This picture is larger than 2 MB. Please send a smaller one.',
  too_many_pixels: `This picture is wider or taller than ${PHOTO_MAX_PX} pixels. Please send a smaller one.`,
  damaged: 'This picture arrived damaged. Please send it again.',
  animated: 'This picture moves. Please send one that stands still.',
} as const

export type PictureRefusal = keyof typeof PICTURE_REFUSALS

/** The bytes are no picture that is taken. Its message may be shown. */
export class PictureRefused extends Error {
  readonly code: PictureRefusal

  constructor(code: PictureRefusal) {
    super(PICTURE_REFUSALS[code])
    this.name = 'PictureRefused'
    this.code = code
  }
}
