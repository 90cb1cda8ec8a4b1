import * as z from 'zod/mini'

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
