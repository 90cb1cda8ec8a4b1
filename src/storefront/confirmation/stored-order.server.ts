import type { ShopApi } from '#src/lib/shop-api.ts'
import { failed, isSettled, type OrderState } from './order-state.ts'

/** The seconds between the looks of a page without JavaScript, about a minute in all. */
const PAUSES = [2, 3, 5, 8, 10, 10, 10, 12]

export type StoredOrder = {
  view: OrderState
  /** The content of the page's refresh header, for browsers without JavaScript; null when there is no reason to look again. */
  refresh: string | null
  /** Where to look again by hand; null when that changes nothing. */
  again: string | null
}

/**
 * The stored state of the order that the address names: read only, whatever the provider may know by now. An address
 * that names none is for the browser, which may have kept it; without JavaScript it leads to the start.
 * @param address of the page: `session_id`, and in `look` how often it was refreshed
 */
export async function readStoredOrder(api: ShopApi, address: URL): Promise<StoredOrder> {
  const sessionId = address.searchParams.get('session_id')
  if (!sessionId) return { view: { state: 'loading' }, refresh: '0; url=/', again: null }
  const look = lookNumber(address)
  const pause = PAUSES[look]
  const view = await read(api, sessionId, pause !== undefined)
  const to = (query: Record<string, string>) => `${address.pathname}?${new URLSearchParams(query)}`
  const again = to({ session_id: sessionId })
  if (view.state === 'error')
    return { view, refresh: null, again: view.reason === 'malformed' ? null : again }
  if (view.state === 'loaded' && isSettled(view.order)) return { view, refresh: null, again: null }
  const next = to({ session_id: sessionId, look: String(look + 1) })
  return { view, refresh: pause === undefined ? null : `${pause}; url=${next}`, again }
}

async function read(api: ShopApi, sessionId: string, waiting: boolean): Promise<OrderState> {
  try {
    const order = await api.storedOrderDetails({ sessionId })
    return { state: 'loaded', order, waiting: waiting && !isSettled(order) }
  } catch (error) {
    const failure = failed(error)
    // The browser repeats at once a look-up that may succeed, or the next refresh does.
    return waiting && failure.reason === 'unanswered' ? { state: 'loading' } : failure
  }
}

function lookNumber(address: URL): number {
  const look = Number(address.searchParams.get('look') ?? 0)
  return Number.isInteger(look) && look > 0 ? Math.min(look, PAUSES.length) : 0
}
