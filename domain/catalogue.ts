import type { Cents } from './money.ts'
import { isUploadedPicture } from './product-pictures.ts'

/** The bouquets that the storefront sells, mildest first. */
export const STOREFRONT_SKUS = ['FLOWER-001', 'FLOWER-002', 'FLOWER-003'] as const

export type StorefrontSku = (typeof STOREFRONT_SKUS)[number]

// Limits of a product: characters, and a price above zero.
export const SKU_MAX = 50
export const TITLE_MAX = 255
export const IMAGE_URL_MAX = 255
const PUBLIC_ADDRESS_MAX = 2048
export const PRICE_MAX_CENTS: Cents = 999_999
export const HEIGHT_MAX_INCHES = 120
export const STEMS_MAX = 999

/** The ways in which a bouquet arrives. */
export const CONTAINERS = ['wrap', 'vase'] as const
export type Container = (typeof CONTAINERS)[number]

/** What one gets for the money, as far as somebody has said it. Bouquets are made by hand: the numbers are about. */
export type BouquetSize = {
  heightInches: number | null
  stems: number | null
  container: Container | null
}

/** `About 14 inches tall, about 9 stems, in a wrap`; empty if nothing is known. */
export function sizeText({ heightInches, stems, container }: BouquetSize): string {
  const parts = [
    heightInches && `about ${heightInches} ${heightInches === 1 ? 'inch' : 'inches'} tall`,
    stems && `about ${stems} ${stems === 1 ? 'stem' : 'stems'}`,
    container && `in a ${container}`,
  ]
  const text = parts.filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** True if `value` is the SKU of a bouquet that the storefront sells. */
export function isStorefrontSku(value: unknown): value is StorefrontSku {
  return STOREFRONT_SKUS.some((sku) => sku === value)
}

/** Base name of one of the shop's own pictures. */
type FallbackImage = 'really-bad' | 'extremely-bad' | 'nuclear-bad' | 'placeholder'

/** The picture of a product that has none, or whose own is broken, by what its title contains. */
export function fallbackImage(title: string): FallbackImage {
  if (title.includes('Really Bad')) return 'really-bad'
  if (title.includes('Nuclear Bad')) return 'nuclear-bad'
  return title.includes('Extremely Bad') ? 'extremely-bad' : 'placeholder'
}

/** A product's description on the storefront; without one, its title with `flower arrangement`. */
export function describeProduct(product: { title: string; description: string | null }): string {
  return product.description?.trim() || `${product.title} flower arrangement`
}

/**
 * True if `text` is an address that a product's picture may have: an https:// one, or a path of this site. Anything
 * that a browser would read otherwise (`javascript:`, `//host`, `/\\host`, line breaks inside) is not.
 */
export function isPictureAddress(text: string): boolean {
  if (/[\s\\\p{C}]/u.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  if (!/^https:\/\//i.test(text)) return false
  try {
    const { hostname, username, password } = new URL(text)
    return hostname.includes('.') && username === '' && password === ''
  } catch {
    return false
  }
}

/**
 * The picture of an item under an address that the provider and mail programs can load.
 * @param shape of the shop's own pictures: square unless it is given
 */
export function publicImage(
  item: { title: string; imageUrl: string | null },
  origin: string,
  shape: '' | '-16x9' = '',
): string {
  if (item.imageUrl && isUploadedPicture(item.imageUrl)) return origin + item.imageUrl
  // The address is written as a browser would ask for it: the provider takes ASCII only, and no longer ones.
  const own = URL.parse(item.imageUrl ?? '')?.href
  return own?.startsWith('https://') && own.length <= PUBLIC_ADDRESS_MAX
    ? own
    : `${origin}/bouquets/${fallbackImage(item.title)}${shape}.jpg`
}
