import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'
import type { ApiEnv } from './context.ts'

/**
 * Ignores what the schema of a list's query does not know, and keeps it for the answer: an address that was saved under an
 * older or by a newer version of the shop opens the list all the same. A search that breaks its rule is refused.
 */
export function ignoreUnknown({ shape }: z.ZodMiniObject) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const known = ([name, value]: [string, string]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return field !== undefined && (name === 'q' || z.safeParse(field, value).success)
    }
    const given = Object.entries(c.req.query())
    const ignored = given.filter((entry) => !known(entry)).map(([name, value]) => `${name}=${value}`)
    c.set('ignored', ignored.length > 0 ? { ignored } : {})
    if (ignored.length > 0) {
      const address = new URL(c.req.url)
      address.search = new URLSearchParams(given.filter(known)).toString()
      c.req.raw = new Request(address, c.req.raw)
    }
    await next()
  })
}
