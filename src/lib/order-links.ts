import type { FloristAnswerRequest, FloristOrder } from '#api/florist-portal/schema.ts'
import type { TrackingAnswer } from '#api/tracking/schema.ts'
import { read } from '#src/lib/api.ts'
import type { Fetch } from '#src/lib/client.ts'

/**
 * The calls behind the links in our mails. The token is what stands behind the `#` of the page's address; it goes along
 * in the body. They throw `ApiError` for failures the API names.
 */
export interface OrderLinksApi {
  /** `florist_link_closed` for every link that opens nothing. */
  floristOrder(token: string): Promise<FloristOrder>
  /** @returns the order as it stands then; `florist_too_late` when the answer leads nowhere any more */
  answer(request: FloristAnswerRequest): Promise<FloristOrder>
  /** `link_unknown` for what is no tracking page. */
  track(token: string): Promise<TrackingAnswer>
}

/** @param fetch how to reach the API */
export function createOrderLinksApi(fetch: Fetch): OrderLinksApi {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    return read<T>(await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  return {
    floristOrder: (token) => post('/florist/order', { token }),
    answer: (request) => post('/florist/answer', request),
    track: (token) => post('/tracking', { token }),
  }
}
