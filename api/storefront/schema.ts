import * as z from 'zod/mini'
import { isZip5 } from '#domain/zip.ts'

const sku = z.string().check(z.maxLength(50))
const zip = z.string().check(z.refine(isZip5, 'Please enter a 5-digit ZIP code'))

export const storefrontQuery = z.object({ sku: z.optional(sku), zip: z.optional(zip) })
export const productParams = z.object({ sku })
export const zipParams = z.object({ zip })
