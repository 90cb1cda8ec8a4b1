import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { PAGE_SIZES, type PageSize } from '#domain/admin-lists.ts'
import { cutText } from '#domain/text.ts'
import { reachShop } from '#src/admin/client/api.ts'

/** Reads the value that an address holds under a name, as text or as a link gives it. Nonsense in an address is left out. */
export type SearchParam<Value> = (given: unknown) => Value | undefined

export const text: SearchParam<string> = (given) => (typeof given === 'string' ? given : undefined)

const page: SearchParam<number> = (given) => {
  const number = Number(given)
  return Number.isInteger(number) && number >= 2 ? number : undefined
}

/** Absent: the usual one. */
const size: SearchParam<PageSize> = (given) => PAGE_SIZES.slice(1).find((size) => size === Number(given))

/** One of some words. */
export function oneOf<const Value extends string>(values: readonly Value[]): SearchParam<Value> {
  return (given) => values.find((value) => value === given)
}

type SearchOf<Params> = {
  [Name in keyof Params]?: Params[Name] extends SearchParam<infer Value> ? Value | undefined : never
}

/** Under it stand the texts of an address that its screen does not know, by name. No query of the API and no key has them. */
const UNKNOWN = Symbol('unknown')

const unknownIn = (search: object): Record<string, unknown> =>
  UNKNOWN in search ? Object(search[UNKNOWN]) : {}

/**
 * Reads what an address holds. What is unknown is undefined, or the router would show the screen the text of the address, and
 * stays in the address.
 */
export function searchOf<Params extends Record<string, SearchParam<unknown>>>(params: Params) {
  return (search: Record<string, unknown>): SearchOf<Params> => {
    const read = Object.entries(params).flatMap(([name, param]) => {
      const value = param(search[name])
      return value === undefined ? [] : [[name, value] as const]
    })
    const known = Object.fromEntries(read)
    const given = { ...unknownIn(search), ...withoutUnknown(search) }
    const unread = Object.entries(given).filter(
      ([name, value]) => known[name] === undefined && value !== undefined && value !== '',
    )
    const names = Object.keys(search).map((name) => [name, undefined])
    return Object.assign(Object.fromEntries(names), known, {
      ...(unread.length > 0 && { [UNKNOWN]: Object.fromEntries(unread) }),
    })
  }
}

/** The values of an address that its screen knows. */
export function withoutUnknown(search: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** The values that say nothing new: it is so without them. */
const USUAL: Readonly<Record<string, string>> = { page: '1', size: String(PAGE_SIZES[0]) }
const SHOWN_MAX = 60

/** The parts of an address that its screen does not know, as `name=value`. */
export function ignoredParts(search: object): string[] {
  return Object.entries(unknownIn(search)).flatMap(([name, value]) => {
    const text = String(value)
    return text === USUAL[name] ? [] : [`${name}=${cutText(text, SHOWN_MAX)}`]
  })
}

/** The page's number, for a list within a detail screen. */
export const pageParam = { page }

/** The search parameters of a list: words to search for, the page and its rows. */
export const listParams = { q: text, page, size }

export const listSearch = searchOf(listParams)
export const pageSearch = searchOf(pageParam)

/** An address as people read and write it: `?q=oak&page=2`, no quotes around words. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, known]) => {
    const value = known ?? unknownIn(search)[name]
    return value === undefined || value === null || value === '' ? [] : [[name, String(value)]]
  })
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

/** The router's context for the loaders of screens. */
export type LoaderContext = {
  queryClient: QueryClient
  /** The cache holds what the first screen shows, its failures included: nothing is to be asked for. */
  hasFirstData: boolean
}

/** Milliseconds for which the former screen stays while the next one is on its way: long enough for an answer over a slow line. */
export const PLACEHOLDER_DELAY_MS = 250
/** A placeholder that would be gone sooner is a flash. */
export const PLACEHOLDER_MIN_MS = 150

type LoaderCall = { context: LoaderContext; cause: 'preload' | 'enter' | 'stay' }

/**
 * Asks for the data of a screen while the screen itself is on its way; a failure is the screen's to show. Waits for what
 * the cache does not hold: on the server and ahead of a click to the end, in a click for a moment, after which the screen
 * shows its placeholder. When only the search of the same screen changes, nothing waits: the rows that are there stay.
 */
export async function loadData(
  { context: { queryClient, hasFirstData }, cause }: LoaderCall,
  ...queries: readonly { queryKey: QueryKey }[]
): Promise<void> {
  if (hasFirstData) return
  const missing = queries.filter(({ queryKey }) => queryClient.getQueryData(queryKey) === undefined)
  const fetched = Promise.all(queries.map((query) => queryClient.prefetchQuery(query as FetchQueryOptions)))
  // A click meanwhile joins it. Were it done at once, the click would show a placeholder at once.
  if (typeof window === 'undefined' || cause === 'preload') await fetched
  else if (missing.length > 0 && cause === 'enter') {
    await Promise.race([fetched, new Promise((over) => setTimeout(over, PLACEHOLDER_DELAY_MS))])
  }
}
