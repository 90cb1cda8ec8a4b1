import type { AstroGlobal } from 'astro'
import { CATALOGUE_TAG } from '#domain/site.ts'
import { ApiError, type ShopApi, type StorefrontProduct } from './api.ts'

export type Catalogue =
  | { products: readonly StorefrontProduct[]; requestId?: undefined }
  /** `requestId` of the call that failed, empty if there was none. */
  | { products: null; requestId: string }

/** The bouquets on sale, by price; null if they cannot be had, or if there are none: the page says so instead of failing. */
export async function readCatalogue(api: ShopApi): Promise<Catalogue> {
  try {
    const { products } = await api.storefront({})
    return products.length > 0 ? { products } : { products: null, requestId: '' }
  } catch (error) {
    return { products: null, requestId: error instanceof ApiError ? error.requestId : '' }
  }
}

/** The same for pages that have something to show without it. */
export async function catalogue(api: ShopApi): Promise<readonly StorefrontProduct[] | null> {
  return (await readCatalogue(api)).products
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
