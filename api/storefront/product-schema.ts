import * as z from 'zod/mini'

/** A bouquet as the storefront sees it. */
export type StorefrontProduct = {
  id: string
  sku: string
  title: string
  priceCents: number
  description: string
  /** Null: the page draws the fallback picture that fits the title. */
  imageUrl: string | null
}

export const productParams = z.object({ sku: z.string().check(z.maxLength(50)) })
