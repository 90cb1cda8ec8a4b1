const IPV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/
const IPV6_CHARACTERS = /^[\da-f:.]+$/i
/** Clients without a readable address share one. */
const UNKNOWN = 'unknown'

/**
 * The part of an address that a limit counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because a single customer is given at least that many addresses.
 * @param address as the edge reports it; undefined when it reports none
 * @returns for example `203.0.113.7` or `2001:db8:0:1::/64`; `unknown` for what is no address
 */
export function clientNetwork(address: string | undefined): string {
  const found = readAddress(address)
  if (found === null) return UNKNOWN
  return 'ipv4' in found ? found.ipv4 : `${found.groups.slice(0, 4).join(':')}::/64`
}

/**
 * The first 48 bits of an IPv6 address: what one site is given, with 65,536 networks of 64 bits in it.
 * @param address as the edge reports it; undefined when it reports none
 * @returns for example `2001:db8:0::/48`; null for IPv4 and for what is no address
 */
export function widerNetwork(address: string | undefined): string | null {
  const found = readAddress(address)
  return found === null || 'ipv4' in found ? null : `${found.groups.slice(0, 3).join(':')}::/48`
}

/** Null: it is no address. One that maps IPv4 into IPv6 is IPv4. */
function readAddress(address: string | undefined): { ipv4: string } | { groups: readonly string[] } | null {
  const [bare = ''] = (address ?? '').trim().split('%', 1)
  if (IPV4.test(bare)) return { ipv4: bare }
  const url = `http://[${bare}]`
  if (!IPV6_CHARACTERS.test(bare) || !URL.canParse(url)) return null
  // The URL parser writes every spelling of an address in the one canonical way.
  const groups = expand(new URL(url).hostname.slice(1, -1))
  return groups.slice(0, 6).join() === '0,0,0,0,0,ffff' ? { ipv4: mappedIpv4(groups) } : { groups }
}

/** The eight groups of a canonical address, which may leave out a run of zeros. */
function expand(canonical: string): string[] {
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}

function mappedIpv4(groups: readonly string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.')
}
