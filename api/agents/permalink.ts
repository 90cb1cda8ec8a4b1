import { isPassedOn, isProtocolField, pointerOf } from './query-names.ts'

/** One item of a link, as it was written. */
export type LinkItem = { id: string; quantity: string }

/** A link as it was read; nothing in it is trusted. */
export type Permalink = {
  /** The items in their order; null: they cannot be read. */
  items: LinkItem[] | null
  /** A page of ours where the visitor wants to go on, as path and query; null: none, or none that is safe. */
  continueTo: string | null
  /** True if two parameters write the same field: their order must not decide. */
  isAmbiguous: boolean
  /** Parameters that are no business of ours, such as those of campaigns. */
  passedOn: [name: string, value: string][]
}

const PLAIN_ID = /^[A-Za-z0-9._-]+$/
const QUANTITY = /^[1-9][0-9]*$/
const MOST_PASSED_ON = 20

/**
 * Reads a permalink: items in the path, everything else in the query.
 * @param address whole, as it was asked for
 * @param base the path before the items
 * @param origin of the shop
 */
export function readPermalink(address: string, base: string, origin: string): Permalink {
  const { pathname, search } = new URL(address)
  const path = pathname.slice(base.length).replace(/^\//, '')
  const fields = new Map<string, string>()
  const destinations: string[] = []
  const passedOn: Permalink['passedOn'] = []
  let isAmbiguous = false
  for (const [rawName, rawValue] of pairsOf(search)) {
    const name = percentDecoded(rawName.replaceAll('+', ' '))
    const value = percentDecoded(rawValue.replaceAll('+', ' '))
    if (name === null || value === null) continue
    if (name === 'continue_to') destinations.push(rawValue)
    else if (isProtocolField(name)) {
      const pointer = pointerOf(name)
      isAmbiguous ||= fields.has(pointer)
      fields.set(pointer, value)
    } else if (isPassedOn(name, value) && passedOn.length < MOST_PASSED_ON) passedOn.push([name, value])
  }
  const [only, second] = destinations
  return {
    items: path === '' ? itemsOfQuery(fields) : itemsOfPath(path),
    continueTo: only !== undefined && second === undefined ? ownAddress(only, base, origin) : null,
    isAmbiguous,
    passedOn,
  }
}

/** The parameters of a query, still encoded. */
function pairsOf(search: string): [name: string, value: string][] {
  const parts = search.slice(1).split('&').filter(Boolean)
  return parts.map((part) => {
    const end = part.indexOf('=')
    return end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)]
  })
}

/** One pass of percent-decoding; null for what is no UTF-8. */
function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** `token:quantity`, with commas between. Messengers encode the separators: what is decoded must have the form. */
function itemsOfPath(path: string): LinkItem[] | null {
  return allOrNull((percentDecoded(path) ?? '').split(','), (pair) => {
    const [token = '', quantity = '', ...rest] = pair.split(':')
    const id = rest.length === 0 && QUANTITY.test(quantity) ? idOf(token) : null
    return id === null ? null : { id, quantity }
  })
}

/** Items of a link whose path has none: `line_items/0/item/id`, with a quantity of 1 unless another one is there. */
function itemsOfQuery(fields: ReadonlyMap<string, string>): LinkItem[] | null {
  const places = [...fields.keys()].flatMap((pointer) => {
    const [, place] = /^\/line_items\/(0|[1-9]\d{0,3})\/item\/id$/.exec(pointer) ?? []
    return place === undefined ? [] : [Number(place)]
  })
  places.sort((a, b) => a - b)
  return allOrNull(places, (place) => {
    const id = fields.get(`/line_items/${place}/item/id`) ?? ''
    const quantity = fields.get(`/line_items/${place}/quantity`) ?? '1'
    return QUANTITY.test(quantity) ? { id, quantity } : null
  })
}

/** Makes something of each; null as soon as it is null for one. */
function allOrNull<From, To>(all: readonly From[], make: (one: From) => To | null): To[] | null {
  const made: To[] = []
  for (const one of all) {
    const each = make(one)
    if (each === null) return null
    made.push(each)
  }
  return made
}

/** The id that a token stands for: itself, or after `~` in canonical base64url without padding; null for anything else. */
function idOf(token: string): string | null {
  if (!token.startsWith('~')) return PLAIN_ID.test(token) ? token : null
  const code = token.slice(1)
  if (!/^[A-Za-z0-9_-]+$/.test(code)) return null
  const bytes = Buffer.from(code, 'base64url')
  // Bits that are left over at the end would give one id several spellings.
  if (bytes.toString('base64url') !== code) return null
  try {
    const id = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /\p{Cc}/u.test(id) ? null : id
  } catch {
    return null
  }
}

/** Backslashes, blanks and control characters; those and slashes encoded a second time; a % that encodes nothing. */
const UNSAFE = /[\\\s\p{C}]|%(?:2f|5c|25|[01][\da-f]|7f|(?![\da-f]{2}))/iu
const SCHEME = /[a-z][a-z\d+.-]*:/i

/**
 * The page of ours that a link wants to lead to, written anew; null for whatever might lead elsewhere.
 * @param raw as the address has it, encoded
 */
function ownAddress(raw: string, base: string, origin: string): string | null {
  const path = percentDecoded(raw)
  if (path === null || !/^\/(?!\/)/.test(path) || UNSAFE.test(path) || SCHEME.test(path)) return null
  const ours = new URL(origin).origin
  const url = URL.parse(path, ours)
  // `/..//host` is resolved to `//host`, which a browser takes for another site.
  if (!url || url.origin !== ours || url.pathname.startsWith('//')) return null
  const [, folder = ''] = url.pathname.split('/')
  // The checkout has a bouquet of its own, a link that leads to links would go round, and the others are no pages.
  if (['payment', base.slice(1), 'api', '.well-known'].includes(folder)) return null
  for (const [name, value] of [...url.searchParams]) {
    if (isProtocolField(name) || !isPassedOn(name, value, 'our own')) url.searchParams.delete(name)
  }
  return url.pathname + url.search
}
