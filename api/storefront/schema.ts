import * as z from 'zod/mini'
import { plainText } from '#api/http/field-schema.ts'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { isZip5 } from '#domain/zip.ts'

const sku = plainText().check(z.maxLength(50))
const zip = plainText().check(z.refine(isZip5, 'Please enter a 5-digit ZIP code'))

export const storefrontQuery = z.object({
  sku: z.optional(sku),
  zip: z.optional(zip),
  option: z.optional(z.enum(DELIVERY_OPTION_IDS)),
})
export const productParams = z.object({ sku })
export const zipParams = z.object({ zip })
