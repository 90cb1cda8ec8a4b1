/** The widths of an uploaded picture of a product on the storefront, in pixels. */
export const PRODUCT_PICTURE_WIDTHS = [480, 960] as const
type Width = (typeof PRODUCT_PICTURE_WIDTHS)[number]

/**
 * The longest side of all its files, in pixels: for emails, the hosted checkout and search engines enough, and the most that the
 * platform encodes as AVIF.
 */
export const PRODUCT_PICTURE_MAX_PX = 1200

/** The types of its files on pages, the smallest first. */
const PAGE_FORMATS = ['avif', 'webp'] as const
type PageFormat = (typeof PAGE_FORMATS)[number]

/** The ends of the names of its files. The JPEG stands for all of them. */
export type ProductPictureFile = '.jpg' | `-${Width}.${PageFormat}`

/** The files for pages. */
export const PRODUCT_PAGE_FILES = PRODUCT_PICTURE_WIDTHS.flatMap((width) =>
  PAGE_FORMATS.map((format) => ({ name: `-${width}.${format}` as const, width, format })),
)

const ADDRESS = /^\/pictures\/[0-9a-f]{64}\.jpg$/
/** Until November 2026 a picture had three WebPs and no AVIF. */
const FILE = /^[0-9a-f]{64}(-(480|960)\.avif|-(480|960|1600)\.webp|\.jpg)$/

/** The address of an uploaded picture's JPEG, which stands for all of its files. @param hash SHA-256 of the JPEG */
export const uploadedPicture = (hash: string) => `/pictures/${hash}.jpg`

/** True for the address of an uploaded picture. */
export const isUploadedPicture = (address: string) => ADDRESS.test(address)

/** The address of an uploaded picture's file of a width. */
export const uploadedPictureOfWidth = (address: string, width: Width, format: PageFormat = 'webp') =>
  address.replace(/\.jpg$/, `-${width}.${format}`)

/** An uploaded picture's files of a type, for the browser's choice. */
export const uploadedSrcSet = (address: string, format: PageFormat) =>
  PRODUCT_PICTURE_WIDTHS.map((width) => `${uploadedPictureOfWidth(address, width, format)} ${width}w`).join(
    ', ',
  )

/**
 * Where a file of an uploaded picture is stored, the best one first.
 * @param file its name, the last part of its address; none for any other name
 */
export function productPictureKeys(file: string): string[] {
  if (!FILE.test(file)) return []
  const key = `products/${file}`
  return file.endsWith('.avif') ? [key, key.replace(/avif$/, 'webp')] : [key]
}
