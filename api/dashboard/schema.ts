import type { AdminMessage } from '#api/platform/outbox/schema.ts'

/** A live count: exact up to 10,000, above that `10,000+`. */
type Count = { total: number; capped: boolean }

/** A count and the first few of what was counted. */
type FirstOf<Row> = Count & { rows: Row[] }

/** An order that somebody has to do something about. */
type OrderRow = {
  id: string
  reference: string
  city: string
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: string
  timeZone: string
  isSample: boolean
}

/** `rejectedBy`: the shop that said no last, if one did. */
type ToAssign = OrderRow & { rejectedBy: string | null }

type WaitingShopOrder = {
  id: string
  orderId: string
  reference: string
  shop: string
  promisedBy: string
  timeZone: string
  /** When the shop got it, ISO instant. */
  assignedAt: string
}

type OwedRefund = {
  id: string
  reference: string
  /** What was paid and not given back yet. */
  amountCents: number
  /** Since when, ISO instant. */
  since: string
}

type FailedMessage = AdminMessage & {
  attempts: number
  /** ISO instant. */
  failedAt: string
  /** The order it is about, where it is about one. */
  orderId: string | null
}

/** Mail that could not be sent for a while. */
type HeldMail = {
  waiting: Count
  /** When the oldest of it was written, ISO instant. */
  since: string
  reason: string
}

type Day = {
  /** YYYY-MM-DD. */
  date: string
  /** Orders that were paid for on this day. */
  orders: number
  /** What they brought, taxes included, less what was given back since. */
  revenueCents: number
}

/** Everything on the dashboard (the tiles' counts, what needs doing now, the last 14 days). */
export type DashboardAnswer = {
  counts: {
    products: Count
    orders: Count
    /** Of the orders: those paid for, and those not or not yet. Refunded ones are neither. */
    paidOrders: Count
    unpaidOrders: Count
    shops: Count
    markets: Count
    waitlist: Count
    users: Count
  }
  /** Paid, with no shop yet; the one promised first comes first. */
  toAssign: FirstOf<ToAssign>
  /** Shop orders that their florist has not answered yet, longest wait first. */
  waitingForFlorist: FirstOf<WaitingShopOrder>
  /** Paid, promised for a time that has passed, and not there yet; longest overdue first. */
  overdue: FirstOf<OrderRow>
  /** Money that has to go back, longest wait first. */
  needsRefund: FirstOf<OwedRefund>
  /** E-mails that were given up or did not arrive, until somebody puts them aside; latest first, the waitlist's last. */
  failedMessages: FirstOf<FailedMessage>
  /** Null while mail goes out. */
  heldMail: HeldMail | null
  /** Today and the thirteen days before it, oldest first, by the days of `timeZone` (IANA). */
  lastDays: { timeZone: string; days: Day[] }
}
