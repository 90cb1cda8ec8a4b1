import type { hc, InferResponseType } from 'hono/client'
import type { FloristRoutes } from '#api/florist-portal/routes.ts'
import type { FloristAnswerRequest, FloristLateRequest } from '#api/florist-portal/schema.ts'
import type { TrackingRoutes } from '#api/tracking/routes.ts'
import { read } from '#src/lib/api.ts'
import type { Fetch } from '#src/lib/client.ts'
import { fetchWithTime } from './server-clock.ts'

type Florist = ReturnType<typeof hc<FloristRoutes>>['florist']
export type FloristOrder = InferResponseType<Florist['order']['$post']>
export type TrackingAnswer = InferResponseType<ReturnType<typeof hc<TrackingRoutes>>['tracking']['$post']>

/**
 * The calls behind the links in our mails. The token of the page's address goes along in the body. They throw `ApiError` for failures the API names.
 * @param fetch how to reach the API
 */
export function createOrderLinksApi(fetch: Fetch) {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    return read<T>(await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  return {
    /** `florist_link_closed` for every link that opens nothing. */
    floristOrder: (token: string) => post<FloristOrder>('/florist/order', { token }),
    /** @returns the order after it; `florist_too_late` when the answer leads nowhere any more */
    answer: (request: FloristAnswerRequest) => post<FloristOrder>('/florist/answer', request),
    /** @returns the order after it; `invalid` for a time that cannot be */
    late: (request: FloristLateRequest) => post<FloristOrder>('/florist/late', request),
    /** Emails a shop its open links; the same answer for an address that no shop has. */
    sendFloristLinks: (email: string) => post<{ success: true }>('/florist/links', { email }),
    /** `link_unknown` for what is no tracking page. */
    track: (token: string) => post<TrackingAnswer>('/tracking', { token }),
  }
}

/** Florists open their links in workrooms with poor reception: the answer may need a while. */
const TIMEOUT_MS = 15_000

/** The calls behind the links in our mails, as pages make them. A call that gets no answer fails in the end. */
export const orderLinks = createOrderLinksApi((input, init) =>
  fetchWithTime(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
)
