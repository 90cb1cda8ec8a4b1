/** The widths of an uploaded picture of a product on the storefront, in pixels. */
export const PRODUCT_PICTURE_WIDTHS = [480, 960, 1600] as const

/** The longest side of its JPEG, for emails, the hosted checkout and search engines, in pixels. */
export const PRODUCT_JPEG_MAX_PX = 1200

const ADDRESS = /^\/pictures\/[0-9a-f]{64}\.jpg$/
const FILE = /^[0-9a-f]{64}(-(480|960|1600)\.webp|\.jpg)$/

/** The address of an uploaded picture's JPEG, which stands for all of its files. @param hash SHA-256 of the JPEG */
export const uploadedPicture = (hash: string) => `/pictures/${hash}.jpg`

/** True for the address of an uploaded picture. */
export const isUploadedPicture = (address: string) => ADDRESS.test(address)

/** The address of an uploaded picture's file of a width. */
export const uploadedPictureOfWidth = (address: string, width: (typeof PRODUCT_PICTURE_WIDTHS)[number]) =>
  address.replace(/\.jpg$/, `-${width}.webp`)

/** An uploaded picture's files, for the browser's choice. */
export const uploadedSrcSet = (address: string) =>
  PRODUCT_PICTURE_WIDTHS.map((width) => `${uploadedPictureOfWidth(address, width)} ${width}w`).join(', ')

/** Where a file of an uploaded picture is stored. @param file its name, the last part of its address; null for any other name */
export const productPictureKey = (file: string) => (FILE.test(file) ? `products/${file}` : null)
