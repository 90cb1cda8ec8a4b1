/** The largest picture that is read, in bytes. Browsers scale large ones down before they send them. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024

/** The longest side of a picture that is read, in pixels: the most that the platform takes. */
export const PICTURE_MAX_PX = 12_000

/** The longest side of a photograph that is stored, in pixels. */
export const PHOTO_MAX_PX = 1600

/** The types of pictures that are read. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Every reason for refusing a picture, with the words for whoever sent it. */
export const PICTURE_REFUSALS = {
  not_a_picture: 'Please send a JPEG, PNG or WebP picture.',
  too_large: 'This picture is larger than 10 MB. Please send a smaller one.',
  too_many_pixels: 'This picture is wider or taller than 12,000 pixels. Please send a smaller one.',
  damaged: 'This picture arrived damaged. Please send it again.',
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
