import { ProtocolError } from '#api/agents/call.ts'
import type { Config } from '#api/deps.ts'

/** The longest address that the database takes. */
const LONGEST = 2048

/** A scheme, a host without a user, a path and a query: what parsers read in different ways is not there. */
const PLAIN = /^https?:\/\/[^/?#@\\\s\p{C}]+(?:[/?][^#\\\s\p{C}]*)?$/iu
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?]|$)/
/** Two labels at least, the last one without digits: an address in numbers is none, in whatever way it was spelled. */
const HOST_NAME = /^(?:[a-z0-9-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * Names that no public server has: those of the registry of RFC 6761, `internal` (reserved by ICANN for private networks), and
 * those that networks use for themselves (RFC 6762, Appendix G).
 */
const NOT_PUBLIC = [
  ...['alt', 'arpa', 'example', 'example.com', 'example.net', 'example.org', 'invalid', 'local', 'localhost'],
  ...['onion', 'test', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'localdomain'],
]

const MISSING =
  'The request names no platform. Send the address of its profile: UCP-Agent: profile="https://…", by MCP as meta["ucp-agent"].profile.'
const REFUSED =
  'The address of the platform’s profile has to be public: https on port 443, with the name of a host on the internet, and without credentials and fragment.'

/**
 * The address of a platform's profile in its one spelling. The shop calls it, and a stranger chose it: it leads to public servers only.
 * @throws ProtocolError `invalid_profile_url`
 */
export function profileAddress(
  given: string | null,
  { origin, loopbackProfiles }: Pick<Config, 'origin' | 'loopbackProfiles'>,
): string {
  if (!given) throw new ProtocolError(400, 'invalid_profile_url', MISSING)
  const url = given.length <= LONGEST && PLAIN.test(given) ? URL.parse(given) : null
  const isAllowed = url && ((loopbackProfiles && LOOPBACK.test(given)) || isPublic(url, new URL(origin)))
  if (!isAllowed || url.href.length > LONGEST) throw new ProtocolError(400, 'invalid_profile_url', REFUSED)
  return url.href
}

function isPublic({ protocol, port, hostname }: URL, shop: URL): boolean {
  if (protocol !== 'https:' || port !== '' || hostname.length > 253 || !HOST_NAME.test(hostname)) return false
  // A shop that called itself would wait for itself.
  const own = shop.hostname.replace(/^www\./, '')
  return ![own, ...NOT_PUBLIC].some((name) => hostname === name || hostname.endsWith(`.${name}`))
}
