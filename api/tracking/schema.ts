import * as z from 'zod/mini'
import type { RefundSummary } from '#domain/refunds.ts'
import type { TrackingStep } from '#domain/tracking.ts'

export const trackingRequest = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** Where somebody's flowers are. Of the person only first name and city. */
export type TrackingAnswer = {
  firstName: string
  city: string
  bouquet: string
  /** Its picture, at any origin. */
  imageUrl: string
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: string
  timeZone: string
  /** `cancelled` and `refunded`: no flowers come, the steps show how far they had got and end with that. */
  state: 'on-its-way' | 'delivered' | 'cancelled' | 'refunded'
  refund: RefundSummary
  /** In their order, those that will not happen left out; `at` (ISO instant) is null for what has not happened yet, or nobody noted when. */
  steps: { step: TrackingStep; done: boolean; at: string | null }[]
}
