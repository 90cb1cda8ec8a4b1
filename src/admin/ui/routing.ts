import { lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { reachShop } from '#src/admin/client/api.ts'

const text = z.catch(z.optional(z.string()), undefined)
const page = z.catch(z.optional(z.coerce.number().check(z.int(), z.minimum(2))), undefined)

/** One of some words; another one is left out. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.catch(z.optional(z.enum(values)), undefined)

/** What the address of a list holds: words to search for and the page. Nonsense in an address is left out. */
export const listSearch = z.object({ q: text, page })

/** The page's number alone, for a list within a detail screen. */
export const pageSearch = z.object({ page })

/** An address as people read and write it: `?q=oak&page=2`, no quotes around words. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/**
 * A screen that is loaded when it is opened. The router reloads the page for a file that a newer version has replaced;
 * without a connection that would leave the browser's own page, so then the failure is another one, shown in the app.
 */
export function lazyScreen<Screens extends Record<string, unknown>, Name extends keyof Screens>(
  load: () => Promise<Screens>,
  name: Name,
) {
  const loadOnline = () =>
    load().catch(async (error: unknown) => {
      await reachShop()
      throw error
    })
  return lazyRouteComponent(loadOnline, name)
}
