import * as z from 'zod/mini'

export const pageViewRequest = z.strictObject({
  /** Path and query of the page. */
  address: z.string().check(z.startsWith('/'), z.maxLength(2000)),
  /** A random id that the tab generated for this visit. */
  visit: z.uuid(),
})

export type PageViewRequest = z.infer<typeof pageViewRequest>
