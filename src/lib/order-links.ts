import type { hc, InferResponseType } from 'hono/client'
import type { FloristRoutes } from '#api/florist-portal/routes.ts'
import type {
  FloristAnswerRequest,
  FloristAttemptInput,
  FloristLateRequest,
  FloristPhotoDeletion,
  FloristSubstituteRequest,
} from '#api/florist-portal/schema.ts'
import type { TrackingRoutes } from '#api/tracking/routes.ts'
import { answerOf } from './api.ts'
import { fetchWithTime } from './server-clock.ts'
import { WRITE_MS } from './time-limit.ts'

/** Florists open their links in workrooms with poor reception: the answer may need a while. */
const READ_MS = 15_000
type Florist = ReturnType<typeof hc<FloristRoutes>>['florist']
type Tracking = ReturnType<typeof hc<TrackingRoutes>>['tracking']
export type FloristOrder = InferResponseType<Florist['order']['$post']>
export type TrackingAnswer = InferResponseType<Tracking['$post']>

/** Calls the API without Hono's client, which weighs more than all that these pages do. */
export function post<T>(path: string, json: unknown, ms = WRITE_MS): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(ms)
  return answerOf<T>(
    fetchWithTime(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(json), signal }),
  )
}
const onOrder = (path: string, json: unknown, ms?: number) => post<FloristOrder>(`/florist/${path}`, json, ms)

/**
 * The calls behind the links in our mails. The token of the page's address goes along in the body. They throw `ApiError` for failures the API names; a call that gets no answer fails in the end.
 */
export const orderLinks = {
  /** `florist_link_closed` for every link that opens nothing. */
  floristOrder: (token: string) => onOrder('order', { token }, READ_MS),
  /** @returns the order after it; `florist_too_late` when the answer leads nowhere any more */
  answer: (json: FloristAnswerRequest) => onOrder('answer', json),
  /** @returns the order after it; `photo_required` for flowers left at the door, `invalid` for a time that cannot be */
  attempt: (json: FloristAttemptInput) => onOrder('attempt', json),
  /** @returns the order after it; `invalid` for a time that cannot be */
  late: (json: FloristLateRequest) => onOrder('late', json),
  /** @returns the order after it */
  deletePhoto: (json: FloristPhotoDeletion) => onOrder('photos/delete', json),
  /** @returns the order after it; `invalid` without the flowers, `substitution_changed` when the sender wants something else now */
  substitute: (json: FloristSubstituteRequest) => onOrder('substitute', json),
  /** @returns the order after it */
  found: (token: string) => onOrder('found', { token }),
  /** Emails a shop its open links; the same answer for an address that no shop has. */
  sendFloristLinks: (email: string) => post<unknown>('/florist/links', { email }),
  /** `link_unknown` for what is no tracking page. */
  track: (token: string) => post<TrackingAnswer>('/tracking', { token }, READ_MS),
}
