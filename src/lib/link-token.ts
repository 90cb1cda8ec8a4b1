/**
 * The token of a page behind a link of our emails. It comes in the query, because mail gateways drop what follows a `#`, and is
 * moved behind the `#` of the address, which browsers send to no server and in no `Referer`.
 * @returns empty without one
 */
export function linkToken(): string {
  const token = new URLSearchParams(location.search).get('token')
  if (token) history.replaceState(history.state, '', `${location.pathname}#${token}`)
  return location.hash.slice(1)
}
