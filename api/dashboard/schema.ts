import * as z from 'zod/mini'
import { message } from '#api/platform/outbox/schema.ts'
import { OUTBOX_STATUSES } from '#domain/outbox.ts'

/** A live count: exact up to 10,000, above that `10,000+` (decisions.md). */
const count = z.object({ total: z.int(), capped: z.boolean() })

/** A count and the first few of what was counted. */
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

/** `rejectedBy`: the shop that said no last, if one did. */
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
  /** What was paid and not given back yet. */
  amountCents: z.int(),
  /** Since when, ISO instant. */
  since: z.string(),
})

const messageRow = z.extend(message, {
  attempts: z.int(),
  /** ISO instant. */
  failedAt: z.string(),
  /** The order it is about, where it is about one. */
  orderId: z.nullable(z.string()),
})

/** Mail that could not be sent for a while. */
const heldMail = z.object({
  waiting: count,
  /** When the oldest of it was written, ISO instant. */
  since: z.string(),
  reason: z.string(),
})

const dayRow = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Orders that were paid for on this day. */
  orders: z.int(),
  /** What they brought, taxes included, less what was given back since. */
  revenueCents: z.int(),
})

/** Everything on the dashboard (§2; the tiles' counts, what needs doing now, the last 14 days). */
export const dashboardAnswer = z.object({
  counts: z.object({
    products: count,
    orders: count,
    /** Of the orders: those paid for, and those not or not yet. Refunded ones are neither. */
    paidOrders: count,
    unpaidOrders: count,
    shops: count,
    markets: count,
    waitlist: count,
    users: count,
  }),
  /** Paid, with no shop yet; the one promised first comes first. */
  toAssign: firstOf(toAssignRow),
  /** Shop orders that their florist has not answered yet, longest wait first. */
  waitingForFlorist: firstOf(shopOrderRow),
  /** Paid, promised for a time that has passed, and not there yet; longest overdue first. */
  overdue: firstOf(orderRow),
  /** Money that has to go back, longest wait first. */
  needsRefund: firstOf(refundRow),
  /** E-mails that were given up or did not arrive, until somebody puts them aside; latest first, the waitlist's last. */
  failedMessages: firstOf(messageRow),
  /** Null while mail goes out. */
  heldMail: z.nullable(heldMail),
  /** Today and the thirteen days before it, oldest first, by the days of `timeZone` (IANA). */
  lastDays: z.object({ timeZone: z.string(), days: z.array(dayRow) }),
})

/** Where the message stands after `Send again`. */
export const sendAgainAnswer = z.object({ status: z.enum(OUTBOX_STATUSES) })

/** After `Dismiss`. */
export const dismissAnswer = z.object({ dismissed: z.literal(true) })

export type DashboardAnswer = z.infer<typeof dashboardAnswer>
export type DismissAnswer = z.infer<typeof dismissAnswer>
export type SendAgainAnswer = z.infer<typeof sendAgainAnswer>
