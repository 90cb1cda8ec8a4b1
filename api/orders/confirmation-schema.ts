import * as z from 'zod/mini'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import type { RefundSummary } from '#domain/refunds.ts'

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
export type ConfirmationOrder = {
  items: {
    product: { title: string; imageUrl: string | null; priceCents: number }
  }[]
  customerEmail: string | null
  deliveryOption: DeliveryOptionId
  /** ISO instant by which the flowers were promised, and the IANA zone to show it in. */
  promisedBy: string
  timeZone: string
  totalCents: number
  deliveryAddress: string | null
  deliveryCity: string | null
  deliveryZip: string | null
  reference: string
  paymentState: (typeof PAYMENT_STATES)[number]
  /** Null: nobody has paid. */
  refund: RefundSummary | null
}

export type GetOrderDetailsRequest = z.infer<typeof getOrderDetailsRequest>
