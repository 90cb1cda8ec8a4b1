import * as z from 'zod/mini'
import { text } from '#api/http/field-schema.ts'

export const pageViewRequest = z.strictObject({
  /** Path and query of the page. */
  address: text().check(z.startsWith('/'), z.maxLength(2000)),
  /** A random id that the tab generated for this visit. */
  visit: z.uuid(),
})
