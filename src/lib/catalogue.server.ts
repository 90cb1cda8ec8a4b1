import type { StorefrontProduct } from '#src/contracts/products.ts'
import type { ShopApi } from './api.ts'

/** The bouquets on sale, by price; null if they cannot be had: the page says so instead of failing. */
export async function catalogue(api: ShopApi): Promise<readonly StorefrontProduct[] | null> {
  try {
    return (await api.storefront({})).products
  } catch {
    return null
  }
}
