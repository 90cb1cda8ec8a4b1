import { recall, remember } from '#src/lib/browser-storage.ts'

const KEY = 'session_id'

/**
 * The checkout session this tab came back from, taken out of the address and kept for a reload.
 * @returns null if there is none anywhere
 */
export function takeSessionId(): string | null {
  const address = new URL(location.href)
  const arrived = address.searchParams.get(KEY)
  if (!arrived) return recall('sessionStorage', KEY)
  remember('sessionStorage', KEY, arrived)
  // Where nothing can be kept, the address is all that a reload has.
  if (recall('sessionStorage', KEY) === arrived) history.replaceState(history.state, '', address.pathname)
  return arrived
}
