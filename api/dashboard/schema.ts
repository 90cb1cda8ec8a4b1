import * as z from 'zod/mini'
import { message } from '#api/platform/outbox/schema.ts'
import { OUTBOX_STATUSES } from '#domain/outbox.ts'

/** Exact up to 10,000; above that `capped`, shown as `10,000+`. */
const count = z.object({ total: z.int(), capped: z.boolean() })

/** A count and the first few rows of it. */
const firstOf = <Row extends z.core.$ZodType>(row: Row) => z.extend(count, { rows: z.array(row) })

/** An order that somebody has to do something about. */
const orderRow = z.object({
  id: z.string(),
  reference: z.string(),
  city: z.string(),
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: z.string(),
  timeZone: z.string(),
  isSample: z.boolean(),
})

/** `rejectedBy`: the shop that rejected it last. */
const toAssignRow = z.extend(orderRow, { rejectedBy: z.nullable(z.string()) })

const shopOrderRow = z.object({
  id: z.string(),
  orderId: z.string(),
  reference: z.string(),
  shop: z.string(),
  promisedBy: z.string(),
  timeZone: z.string(),
  /** When the shop got it, ISO instant. */
  assignedAt: z.string(),
})

const refundRow = z.object({
  id: z.string(),
  reference: z.string(),
  /** What was paid and not refunded. */
  amountCents: z.int(),
  /** Since when, ISO instant. */
  since: z.string(),
})

const messageRow = z.extend(message, {
  attempts: z.int(),
  /** ISO instant. */
  failedAt: z.string(),
  /** The order it is about, if any. */
  orderId: z.nullable(z.string()),
})

/** E-mails that could not be sent for a while. */
const heldMail = z.object({
  waiting: count,
  /** When the oldest was written, ISO instant. */
  since: z.string(),
  reason: z.string(),
})

const dayRow = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Orders that were paid for on this day. */
  orders: z.int(),
  /** Taxes included, less refunds. */
  revenueCents: z.int(),
})

/** The dashboard: the tiles' counts, what needs doing now, the last 14 days. */
export const dashboardAnswer = z.object({
  counts: z.object({
    products: count,
    orders: count,
    /** Refunded orders are neither paid nor unpaid. */
    paidOrders: count,
    unpaidOrders: count,
    shops: count,
    markets: count,
    waitlist: count,
    users: count,
  }),
  /** Paid orders without a shop, soonest promised first. */
  toAssign: firstOf(toAssignRow),
  /** Shop orders without an answer of the florist, longest wait first. */
  waitingForFlorist: firstOf(shopOrderRow),
  /** Paid orders that were promised for a time in the past and are not delivered, longest overdue first. */
  overdue: firstOf(orderRow),
  /** Orders that need a refund, longest wait first. */
  needsRefund: firstOf(refundRow),
  /** E-mails that failed or did not arrive and were not dismissed, latest first, the waitlist's last. */
  failedMessages: firstOf(messageRow),
  /** Null while e-mails are being sent. */
  heldMail: z.nullable(heldMail),
  /** Today and the thirteen days before it, oldest first, by the days of `timeZone` (IANA). */
  lastDays: z.object({ timeZone: z.string(), days: z.array(dayRow) }),
})

/** The status of the e-mail after `Send again`. */
export const sendAgainAnswer = z.object({ status: z.enum(OUTBOX_STATUSES) })

export const dismissAnswer = z.object({ dismissed: z.literal(true) })

export type DashboardAnswer = z.infer<typeof dashboardAnswer>
export type DismissAnswer = z.infer<typeof dismissAnswer>
export type SendAgainAnswer = z.infer<typeof sendAgainAnswer>
