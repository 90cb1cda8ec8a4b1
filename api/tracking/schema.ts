import * as z from 'zod/mini'
import { refundSummary } from '#api/orders/confirmation-schema.ts'
import { TRACKING_STEPS } from '#domain/tracking.ts'

export const trackingRequest = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** Where somebody's flowers are. Of the person only first name and city (issue 6). */
export const trackingAnswer = z.object({
  firstName: z.string(),
  city: z.string(),
  bouquet: z.string(),
  /** Its picture, at any origin. */
  imageUrl: z.string(),
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: z.string(),
  timeZone: z.string(),
  /** `cancelled` and `refunded`: no flowers come, the steps show how far they had got and end with that. */
  state: z.enum(['on-its-way', 'delivered', 'cancelled', 'refunded']),
  refund: refundSummary,
  /** In their order, those that will not happen left out; `at` (ISO instant) is null for what has not happened yet, or nobody noted when. */
  steps: z.array(z.object({ step: z.enum(TRACKING_STEPS), done: z.boolean(), at: z.nullable(z.string()) })),
})

export type TrackingAnswer = z.infer<typeof trackingAnswer>
