import { hc, type InferResponseType } from 'hono/client'
import type { FloristRoutes } from '#api/florist-portal/routes.ts'
import type {
  FloristAnswerRequest,
  FloristAttemptInput,
  FloristLateRequest,
  FloristPhotoDeletion,
  FloristSubstituteRequest,
} from '#api/florist-portal/schema.ts'
import type { TrackingRoutes } from '#api/tracking/routes.ts'
import { answerOf, type Fetch } from './api.ts'
import { fetchWithTime } from './server-clock.ts'

/** Florists open their links in workrooms with poor reception: the answer may need a while. */
const TIMEOUT_MS = 15_000
const fetchInTime: Fetch = (input, init) =>
  fetchWithTime(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
const { florist } = hc<FloristRoutes>('/api', { fetch: fetchInTime })
const { tracking } = hc<TrackingRoutes>('/api', { fetch: fetchInTime })

export type FloristOrder = InferResponseType<typeof florist.order.$post>
export type TrackingAnswer = InferResponseType<typeof tracking.$post>

/**
 * The calls behind the links in our mails. The token of the page's address goes along in the body. They throw `ApiError` for failures the API names; a call that gets no answer fails in the end.
 */
export const orderLinks = {
  /** `florist_link_closed` for every link that opens nothing. */
  floristOrder: (token: string) => answerOf(florist.order.$post({ json: { token } })),
  /** @returns the order after it; `florist_too_late` when the answer leads nowhere any more */
  answer: (json: FloristAnswerRequest) => answerOf(florist.answer.$post({ json })),
  /** @returns the order after it; `photo_required` for flowers left at the door, `invalid` for a time that cannot be */
  attempt: (json: FloristAttemptInput) => answerOf(florist.attempt.$post({ json })),
  /** @returns the order after it; `invalid` for a time that cannot be */
  late: (json: FloristLateRequest) => answerOf(florist.late.$post({ json })),
  /** @returns the order after it */
  deletePhoto: (json: FloristPhotoDeletion) => answerOf(florist.photos.delete.$post({ json })),
  /** @returns the order after it; `invalid` without the flowers, `substitution_changed` when the sender wants something else now */
  substitute: (json: FloristSubstituteRequest) => answerOf(florist.substitute.$post({ json })),
  /** @returns the order after it */
  found: (token: string) => answerOf(florist.found.$post({ json: { token } })),
  /** Emails a shop its open links; the same answer for an address that no shop has. */
  sendFloristLinks: (email: string) => answerOf(florist.links.$post({ json: { email } })),
  /** `link_unknown` for what is no tracking page. */
  track: (token: string) => answerOf(tracking.$post({ json: { token } })),
}
