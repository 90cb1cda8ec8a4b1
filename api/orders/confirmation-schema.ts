import * as z from 'zod/mini'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import type { RefundSummary } from '#domain/refunds.ts'

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
 * What the confirmation shows and nothing more. Whom and where it concerns is null a day after the
 * order: whoever has the address of the page, from a history or a log, has had it by then.
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
