import * as z from 'zod/mini'
import { isZip5 } from '#domain/zip.ts'
import type { StorefrontProduct } from './product-schema.ts'
import type { ZipAnswer } from './zip-schema.ts'

export const storefrontQuery = z.object({
  sku: z.optional(z.string().check(z.maxLength(50))),
  zip: z.optional(z.string().check(z.refine(isZip5, 'Please enter a 5-digit ZIP code'))),
})

/** What a page of the purchase needs, in one answer and one round trip to the database. */
export type StorefrontAnswer = {
  /** The bouquets on sale, by price. */
  products: StorefrontProduct[]
  /** The one that was asked for by SKU; null when it is not on sale. */
  product: StorefrontProduct | null
  /** The ZIP that was asked for; null when none was. */
  zip: ZipAnswer | null
}
