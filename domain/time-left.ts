import { type AssignmentState, fulfilmentOf, isAtWork, isAwaited } from '#domain/order/fulfilment.ts'
import { durationText, HOUR, MINUTE, WEEK } from './duration.ts'
import type { OrderStatus, PaymentStatus } from './order-status.ts'

/** A promise within this time is `soon`, one within the next is `near`. */
const SOON = HOUR
const NEAR = 2 * HOUR

export type TimeLeft = {
  /** `2 h 10 min left`, `late by 25 min`. */
  text: string
  urgency: 'late' | 'soon' | 'near' | 'later'
}

type Promised = {
  /** ISO instant. */
  promisedBy: string
  /** The order's. */
  status: OrderStatus
  paymentStatus: PaymentStatus
  /** Where the shop order stands when it is one shop's part that is asked about. */
  assignment?: AssignmentState
}

/** The time left to the promise, in whole minutes; null when nobody waits for the flowers, or not from this shop. */
export function timeLeft({ promisedBy, assignment, ...order }: Promised, now: Date): TimeLeft | null {
  if (!isAwaited(order)) return null
  if (assignment && !isAtWork(fulfilmentOf({ ...order, assignment }).florist)) return null
  const left = Date.parse(promisedBy) - now.getTime()
  if (left < 0) return { text: `late by ${durationText(-left)}`, urgency: 'late' }
  return {
    text: `${durationText(left)} left`,
    urgency: left < SOON ? 'soon' : left < NEAR ? 'near' : 'later',
  }
}

/** The time for which something has been waiting: `waiting 3 d`. @param since ISO instant */
export function waitingTime(since: string, now: Date): string {
  return `waiting ${durationText(Math.max(0, now.getTime() - Date.parse(since)))}`
}

/** The time since something happened, `25 min ago`; null after a week, when the day says more. @param at ISO instant */
export function timeAgo(at: string, now: Date): string | null {
  const ms = now.getTime() - Date.parse(at)
  if (ms < MINUTE) return 'just now'
  return ms < WEEK ? `${durationText(ms)} ago` : null
}

/** The time until something ends: `1 h 12 min`; null once it has. @param end ISO instant */
export function timeUntil(end: string, now: Date): string | null {
  const ms = Date.parse(end) - now.getTime()
  return ms > 0 ? durationText(ms) : null
}
