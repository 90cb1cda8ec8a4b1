import * as z from 'zod/mini'
import { isZip5 } from '#domain/zip.ts'
import { storefrontProduct } from './product-schema.ts'
import { zipAnswer } from './zip-schema.ts'

export const storefrontQuery = z.object({
  sku: z.optional(z.string().check(z.maxLength(50))),
  zip: z.optional(z.string().check(z.refine(isZip5, 'Please enter a 5-digit ZIP code'))),
})

/** What a page of the purchase needs, in one answer and one round trip to the database. */
export const storefrontAnswer = z.object({
  /** The bouquets on sale, by price. */
  products: z.array(storefrontProduct),
  /** The one that was asked for by SKU; null when it is not on sale. */
  product: z.nullable(storefrontProduct),
  /** The ZIP that was asked for; null when none was. */
  zip: z.nullable(zipAnswer),
})

export type StorefrontAnswer = z.infer<typeof storefrontAnswer>
