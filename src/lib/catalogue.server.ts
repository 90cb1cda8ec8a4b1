import type { StorefrontProduct } from '#src/contracts/products.ts'
import type { ShopApi } from './api.ts'

/** The bouquets on sale, by price; null if they cannot be had, or if there are none: the page says so instead of failing. */
export async function catalogue(api: ShopApi): Promise<readonly StorefrontProduct[] | null> {
  try {
    const { products } = await api.storefront({})
    return products.length > 0 ? products : null
  } catch {
    return null
  }
}
