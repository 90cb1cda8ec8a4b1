import * as z from 'zod/mini'
import { DELIVERY_STATES, OUTBOX_STATUSES } from '#domain/outbox.ts'

/** An e-mail of the outbox, as the back office shows it. */
export const message = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  status: z.enum(OUTBOX_STATUSES),
  /** What the provider reported since; null: nothing yet. */
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  /** Why it failed or did not arrive. */
  reason: z.nullable(z.string()),
  /** Where the buyer or the florist whom it went to can be called. */
  phone: z.nullable(z.string()),
})

export type AdminMessage = z.infer<typeof message>
