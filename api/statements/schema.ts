import * as z from 'zod/mini'
import type { ShopOrderStatus } from '#domain/order-status.ts'

/** `YYYY-MM`. */
export const statementQuery = z.strictObject({
  month: z
    .string({ error: 'Please choose a month' })
    .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month')),
})

/** Due is what the shop is to get; paid and unpaid are parts of it. All in cents, negative where money comes back. */
type Money = { dueCents: number; paidCents: number; unpaidCents: number }

/**
 * An order that was assigned to the shop in this month, or a correction of its share made in this month. `dueCents` is 0
 * for an order that was rejected or taken back, which is listed only when money was paid for it.
 */
export type StatementLine = Money & {
  kind: 'order' | 'correction'
  /** When it was assigned, or corrected: ISO instant. */
  at: string
  shopOrderId: string
  orderId: string
  orderReference: string
  status: ShopOrderStatus
  withdrawn: boolean
  /** Of an order: what the customer paid for it and what the platform keeps; 0 for a correction. */
  orderTotalCents: number
  platformFeeCents: number
  shopCostCents: number
  /** Of a correction: the signed amount; 0 for an order. */
  correctionCents: number
  reason: string | null
  paymentReference: string | null
}

/** What a shop and the platform have to do with each other for a month. */
export type Statement = {
  shop: { id: string; name: string }
  month: string
  /** The market's (IANA): the month's days are its days. */
  timeZone: string
  lines: StatementLine[]
  totals: Money & {
    orders: number
    orderTotalCents: number
    platformFeeCents: number
    shopCostCents: number
    correctionCents: number
  }
}
