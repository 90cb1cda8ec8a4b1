const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * True for a request that is meant for this shop and comes from no other site. A page elsewhere can make a browser send to an
 * address of its own that leads here (DNS rebinding); the browser then names that page's host.
 * @param origin of the shop; one on this machine takes every port of it
 * @param host as the request names it, with the port
 * @param from the `Origin` of the request; undefined: no browser sent it
 */
export function isForThisShop(origin: string, host: string, from: string | undefined): boolean {
  const shop = new URL(origin)
  const asked = URL.parse(`${shop.protocol}//${host}`)
  const isSame = (other: URL | null) =>
    other !== null &&
    (other.host === shop.host || (LOOPBACK.has(shop.hostname) && LOOPBACK.has(other.hostname)))
  return isSame(asked) && (from === undefined || isSame(URL.parse(from)))
}
