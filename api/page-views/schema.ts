import * as z from 'zod/mini'

/** Page-view tracking: path plus query of a page that was opened. */
export const pageViewRequest = z.strictObject({
  address: z.string().check(z.startsWith('/'), z.maxLength(2000)),
  /** A random id that the tab made for this visit. */
  visit: z.uuid(),
})

export type PageViewRequest = z.infer<typeof pageViewRequest>
