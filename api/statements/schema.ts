import * as z from 'zod/mini'
import { SHOP_ORDER_STATUSES } from '#domain/order-status.ts'

/** `YYYY-MM`. */
export const statementQuery = z.strictObject({
  month: z
    .string({ error: 'Please choose a month' })
    .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month')),
})

/** Due is what the shop is owed; paid and unpaid are parts of it. In cents, negative when the shop owes money back. */
const money = { dueCents: z.int(), paidCents: z.int(), unpaidCents: z.int() }

/**
 * An order that was assigned to the shop in this month, or a correction of its share made in this month. `dueCents` is 0
 * for an order that was rejected or taken back, which is listed only when money was paid for it.
 */
export const statementLine = z.object({
  kind: z.enum(['order', 'correction']),
  /** When it was assigned, or corrected: ISO instant. */
  at: z.string(),
  shopOrderId: z.string(),
  orderId: z.string(),
  orderReference: z.string(),
  status: z.enum(SHOP_ORDER_STATUSES),
  withdrawn: z.boolean(),
  /** Of an order: what the customer paid and what the platform keeps; 0 for a correction. */
  orderTotalCents: z.int(),
  platformFeeCents: z.int(),
  shopCostCents: z.int(),
  /** Of a correction: the signed amount; 0 for an order. */
  correctionCents: z.int(),
  reason: z.nullable(z.string()),
  paymentReference: z.nullable(z.string()),
  ...money,
})

/** What a shop is owed for a month. */
export const statement = z.object({
  shop: z.object({ id: z.string(), name: z.string() }),
  month: z.string(),
  /** The market's (IANA): the month's days are its days. */
  timeZone: z.string(),
  lines: z.array(statementLine),
  totals: z.object({
    orders: z.int(),
    orderTotalCents: z.int(),
    platformFeeCents: z.int(),
    shopCostCents: z.int(),
    correctionCents: z.int(),
    ...money,
  }),
})

export type StatementLine = z.infer<typeof statementLine>
export type Statement = z.infer<typeof statement>
