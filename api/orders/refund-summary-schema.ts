import * as z from 'zod/mini'

/** How much of a payment has gone back. */
export const refundSummary = z.object({
  refundedCents: z.int(),
  /** Asked for and not through yet. */
  requestedCents: z.int(),
  inFull: z.boolean(),
})
