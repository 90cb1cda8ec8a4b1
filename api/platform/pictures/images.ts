import { StorageError } from '#api/platform/storage/storage.ts'
import { inTime } from '#api/platform/timer.ts'
import { SMALL_PHOTO_PX } from '#domain/photos.ts'
import { PHOTO_MAX_PX, PICTURE_MAX_PX, PICTURE_TYPES, PictureRefused } from '#domain/pictures.ts'
import {
  PRODUCT_PAGE_FILES,
  PRODUCT_PICTURE_MAX_PX,
  type ProductPictureFile,
} from '#domain/product-pictures.ts'
import { withoutMetadata } from './metadata.ts'
import { createRooms, type Room } from './room.ts'

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
   * Makes a small WebP of a photograph that was made here.
   * @throws StorageError when the platform does not answer
   */
  smallPhoto(photo: Uint8Array): Promise<CleanPicture>
  /**
   * Makes a product's picture in all sizes, none of them larger than what was sent.
   * @param bytes the file as it was sent
   * @throws PictureRefused; StorageError when the platform does not answer
   */
  productPictures(bytes: Uint8Array): Promise<Record<ProductPictureFile, CleanPicture>>
}

type Size = { width: number; height: number }
type Output = { format: 'image/jpeg' | 'image/webp' | 'image/avif'; quality: number }

/** The calls of an Images binding that we use (Cloudflare Images, “Bind to Workers API”). */
export type Images = {
  info(picture: ReadableStream<Uint8Array>): Promise<{ format: string } & Partial<Size>>
  input(picture: ReadableStream<Uint8Array>): Transformer
}
type Transformer = {
  transform(how: Size & { fit: 'scale-down'; background: string }): Transformer
  output(options: Output): Promise<{ image(): ReadableStream<Uint8Array>; contentType(): string }>
}

/** AVIF looks as good with fewer bits. */
const QUALITY = { jpeg: 80, webp: 80, avif: 60 }
/** The platform ends its own work after half a minute. */
const TIMEOUT_MS = 35_000
/** Codes by which the platform speaks of itself, not of the picture: no more transformations this month, too much work, too slow. */
const ITS_OWN_FAULTS = [9422, 9522, 9529]

/**
 * Pictures made by the platform, which turns them upright and drops their metadata.
 * @param images undefined in a Worker without the binding: then every call fails
 * @param now milliseconds
 */
export function platformPictures(images: Images | undefined, now: () => number): Pictures {
  /** @param refusal for what the platform cannot read */
  const call = async <T>(
    refusal: 'not_a_picture' | 'damaged',
    work: (images: Images) => Promise<T>,
  ): Promise<T> => {
    if (!images) throw new StorageError('The Worker has no Images binding')
    try {
      return await inTime(work(images), TIMEOUT_MS)
    } catch (error) {
      if (isAboutPicture(error)) throw new PictureRefused(refusal)
      throw new StorageError('The platform made no picture', { cause: error })
    }
  }
  const judge = async (bytes: Uint8Array): Promise<void> => {
    const { format, width = 0, height = 0 } = await call('not_a_picture', (all) => all.info(streamOf(bytes)))
    if (!PICTURE_TYPES.some((type) => type === format)) throw new PictureRefused('not_a_picture')
    if (width === 0 || height === 0) throw new PictureRefused('damaged')
    if (Math.max(width, height) > PICTURE_MAX_PX) throw new PictureRefused('too_many_pixels')
  }
  /** @param within the box into which it is scaled down */
  const make = (bytes: Uint8Array, within: Size, format: keyof typeof QUALITY): Promise<CleanPicture> =>
    call('damaged', async (all) => {
      const made = await all
        .input(streamOf(bytes))
        .transform({ ...within, fit: 'scale-down', background: '#ffffff' })
        .output({ format: `image/${format}`, quality: QUALITY[format] })
      const image = new Uint8Array(await new Response(made.image()).arrayBuffer())
      const type = made.contentType()
      // Where the platform cannot make what it is asked for, it may make a JPEG instead.
      const isJpeg = format === 'jpeg' || type === 'image/jpeg'
      return { bytes: isJpeg ? withoutMetadata(image) : image, type }
    })
  const square = (side: number): Size => ({ width: side, height: side })

  return {
    takeRoom: createRooms(now),
    async photo(bytes) {
      await judge(bytes)
      const picture = await make(bytes, square(PHOTO_MAX_PX), 'jpeg')
      const { width = 0, height = 0 } = await call('damaged', (all) => all.info(streamOf(picture.bytes)))
      return { ...picture, width, height }
    },
    smallPhoto: (photo) => make(photo, { width: SMALL_PHOTO_PX, height: PHOTO_MAX_PX }, 'webp'),
    async productPictures(bytes) {
      await judge(bytes)
      const files: Partial<Record<ProductPictureFile, CleanPicture>> = {}
      // One after the other: several of them at once leave the machine of `npm start` no processor for anything else.
      for (const { name, width, format } of PRODUCT_PAGE_FILES) {
        files[name] = await make(bytes, { width, height: PRODUCT_PICTURE_MAX_PX }, format)
      }
      files['.jpg'] = await make(bytes, square(PRODUCT_PICTURE_MAX_PX), 'jpeg')
      return files as Record<ProductPictureFile, CleanPicture>
    },
  }
}

const streamOf = (bytes: Uint8Array) => new Blob([bytes.slice()]).stream()

function isAboutPicture(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'number' && !ITS_OWN_FAULTS.includes(code)
}
