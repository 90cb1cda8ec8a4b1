import * as z from 'zod/mini'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'

/** How much of a payment was refunded. */
export const refundSummary = z.object({
  refundedCents: z.int(),
  /** Requested and not through yet. */
  requestedCents: z.int(),
  inFull: z.boolean(),
})

export const getOrderDetailsRequest = z.strictObject({
  sessionId: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{8,250}$/, 'This is not a checkout session')),
  /** Read only what is stored: the provider is not asked and nothing is settled. */
  stored: z.optional(z.literal(true)),
})

/**
 * - `paid`
 * - `confirming`: paid by a slow method that has not gone through yet
 * - `open`: not paid yet
 * - `cancelled`: will not be paid
 * - `returned`: paid, but the order was cancelled (perhaps before the payment) or refunded; `refund` says how much
 */
export const PAYMENT_STATES = ['paid', 'confirming', 'open', 'cancelled', 'returned'] as const

/**
 * What the confirmation shows and nothing more. Personal fields are null from a day after the order on, because the page's
 * address may be found in a browser history or a log.
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
  /** Null: not paid. */
  refund: z.nullable(refundSummary),
})

export const getOrderDetailsAnswer = z.object({ success: z.literal(true), order: confirmationOrder })

export type GetOrderDetailsRequest = z.infer<typeof getOrderDetailsRequest>
export type ConfirmationOrder = z.infer<typeof confirmationOrder>
