import * as z from 'zod/mini'

/** A bouquet as the storefront sees it. */
export const storefrontProduct = z.object({
  id: z.string(),
  sku: z.string(),
  title: z.string(),
  priceCents: z.int(),
  description: z.string(),
  /** Null: the page draws the fallback picture that fits the title. */
  imageUrl: z.nullable(z.string()),
})

export const productList = z.object({ products: z.array(storefrontProduct) })
export const productParams = z.object({ sku: z.string().check(z.maxLength(50)) })
export const productAnswer = z.object({ product: storefrontProduct })

export type StorefrontProduct = z.infer<typeof storefrontProduct>
