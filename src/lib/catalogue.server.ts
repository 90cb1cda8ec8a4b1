import type { AstroGlobal } from 'astro'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import { CATALOGUE_TAG } from '#domain/site.ts'
import { ApiError } from './api.ts'
import type { MadeThisWeek, OrderTerms, Proof, ShopApi, StorefrontProduct, ZipAnswer } from './shop-api.ts'
import { validZip } from './valid-zip.ts'

export type Catalogue =
  | { products: readonly StorefrontProduct[]; proof: Proof; requestId?: undefined }
  /** `requestId` of the call that failed, empty if there was none. */
  | { products: null; proof: null; requestId: string }

/** The bouquets on sale, by price; null if they cannot be had, or if there are none: the page says so instead of failing. */
export async function readCatalogue(api: ShopApi): Promise<Catalogue> {
  try {
    const { products, proof } = await api.storefront({})
    return products.length > 0 ? { products, proof } : { products: null, proof: null, requestId: '' }
  } catch (error) {
    return { products: null, proof: null, requestId: error instanceof ApiError ? error.requestId : '' }
  }
}

/** The photographs of the week, by bouquet; none if they cannot be had: they are an extra. */
export async function readMadeThisWeek(api: ShopApi): Promise<MadeThisWeek> {
  try {
    return (await api.madeThisWeek()).bouquets
  } catch {
    return []
  }
}

const HOUR = 3600

/**
 * Lets the edge keep a page that is the same for everyone and shows the catalogue.
 * The answer to a posted form belongs to one person and is not kept.
 */
export function keepAtEdge(page: Pick<AstroGlobal, 'request' | 'cache'>): void {
  if (page.request.method !== 'GET') return
  page.cache.set({ maxAge: HOUR, swr: 24 * HOUR, tags: [CATALOGUE_TAG] })
}

type ChosenBouquetResult =
  | {
      state: 'found'
      product: StorefrontProduct
      zip: ZipAnswer | null
      terms: OrderTerms | null
      proof: Proof
    }
  | { state: 'not-on-sale' }
  | { state: 'failed'; requestId: string }

/** The bouquet an address names, what is known about a ZIP, and the terms of an option there, in one round trip. */
export async function readChosenBouquet(
  api: ShopApi,
  sku: string,
  zipCode: string | null | undefined,
  option?: DeliveryOptionId,
): Promise<ChosenBouquetResult> {
  const zip = validZip(zipCode)
  try {
    const answer = await api.storefront({
      sku: sku.slice(0, 50),
      ...(zip && { zip }),
      ...(option && { option }),
    })
    if (!answer.product) return { state: 'not-on-sale' }
    const { product, zip: found, terms, proof } = answer
    return { state: 'found', product, zip: found, terms, proof }
  } catch (error) {
    return { state: 'failed', requestId: error instanceof ApiError ? error.requestId : '' }
  }
}
