import * as z from 'zod/mini'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { refundSummary } from './refund-summary-schema.ts'

export const getOrderDetailsRequest = z.strictObject({
  sessionId: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{8,250}$/, 'This is not a checkout session')),
  /** Only what is stored: the provider is not asked and nothing is settled. */
  stored: z.optional(z.literal(true)),
})

/**
 * Paid; paid by a slow method that is not through yet; not paid (yet); never going to be; or paid for an order that
 * was cancelled (perhaps before the money came) or refunded. How much of it went back is another question (`refund`).
 */
export const PAYMENT_STATES = ['paid', 'confirming', 'open', 'cancelled', 'returned'] as const

/**
 * What the confirmation shows (§2, Confirmation screen) and nothing more. Whom and where it concerns is null a day after the
 * order: whoever has the address of the page, from a history or a log, has had it by then.
 */
export const confirmationOrder = z.object({
  items: z.array(
    z.object({
      product: z.object({ title: z.string(), imageUrl: z.nullable(z.string()), priceCents: z.int() }),
    }),
  ),
  customerEmail: z.nullable(z.string()),
  deliveryOption: z.enum(DELIVERY_OPTION_IDS),
  /** ISO instant by which the flowers were promised, and the IANA zone to show it in. */
  promisedBy: z.string(),
  timeZone: z.string(),
  totalCents: z.int(),
  deliveryAddress: z.nullable(z.string()),
  deliveryCity: z.nullable(z.string()),
  deliveryZip: z.nullable(z.string()),
  reference: z.string(),
  paymentState: z.enum(PAYMENT_STATES),
  /** Null: nobody has paid. */
  refund: z.nullable(refundSummary),
})

export const getOrderDetailsAnswer = z.object({ success: z.literal(true), order: confirmationOrder })

export type GetOrderDetailsRequest = z.infer<typeof getOrderDetailsRequest>
export type ConfirmationOrder = z.infer<typeof confirmationOrder>
