import * as z from 'zod/mini'
import { refundSummary } from '#api/orders/refund-summary-schema.ts'
import { TRACKING_STEPS } from '#domain/tracking.ts'

export const trackingRequest = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** How far an order is. Of the buyer only first name and city. */
export const trackingAnswer = z.object({
  firstName: z.string(),
  city: z.string(),
  bouquet: z.string(),
  /** Absolute URL. */
  imageUrl: z.string(),
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: z.string(),
  timeZone: z.string(),
  /** With `cancelled` and `refunded` the steps show how far the order had got, and end with that. */
  state: z.enum(['on-its-way', 'delivered', 'cancelled', 'refunded']),
  refund: refundSummary,
  /** In order, without steps that will not happen. `at`: ISO instant, null when it has not happened or is not known. */
  steps: z.array(z.object({ step: z.enum(TRACKING_STEPS), done: z.boolean(), at: z.nullable(z.string()) })),
})

export type TrackingAnswer = z.infer<typeof trackingAnswer>
