import { type AssignmentState, fulfilmentOf, isAtWork, isAwaited } from '#domain/order/fulfilment.ts'
import type { OrderStatus, PaymentStatus } from './order-status.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Hours no longer matter beside this many days. */
const WEEK = 7 * DAY
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

/** `25 min`, `2 h 10 min`, `1 d 3 h`, `12 d`. @param ms not negative */
export function durationText(ms: number): string {
  if (ms < MINUTE) return 'less than 1 min'
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return both(ms, HOUR, 'h', MINUTE, 'min')
  if (ms < WEEK) return both(ms, DAY, 'd', HOUR, 'h')
  return `${Math.floor(ms / DAY).toLocaleString('en-US')} d`
}

function both(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small)
  return `${Math.floor(ms / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`
}
