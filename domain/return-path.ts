const LONGEST = 2_000
/** Plain segments only: nothing empty (`//host`), no dots in front (`/.//host`), nothing encoded, no backslash. */
const PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?$/
/** As browsers write it: printable, without spaces, quotes, backslashes and `#`. */
const QUERY = /^[!$-;=?-[\]_a-z{|}~]*$/
/** The sign-in page itself, and paths that are not pages. */
const NO_PLACES = /^\/(?:login|api)(?:\/|$)/

/**
 * Where somebody goes after signing in.
 * @param from what the address of the sign-in carries; anybody may have written it
 * @returns the path with its query, as it came; `/` for everything that is not plainly a page of ours
 */
export function returnPath(from: string | null | undefined): string {
  if (!from || from.length > LONGEST) return '/'
  const [path = '', ...query] = from.split('?')
  const plain = PATH.test(path) && QUERY.test(query.join('?')) && !NO_PLACES.test(path.toLowerCase())
  return plain ? from : '/'
}
