import { SESSION_MINUTES } from './limits.ts'

// An unpaid order holds its place for a while, and for longer it counts against the client who held it.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** With less time left a shopper who mends a typo would be thrown out of the payment page. */
const TAKEN_OVER_FROM_MS = 10 * MINUTE_MS
/** The time after its end for which a hold that nobody paid still counts. */
const COUNTS_AFTERWARDS_MS = 24 * HOUR_MS
/** Phones of one carrier share a /48, and so do the customers of a small provider. */
const WIDER_NETWORK_FACTOR = 3

/** The ISO instant until which an order that takes its place at `start` (ISO) holds it. */
export function holdEnd(start: string): string {
  return new Date(Date.parse(start) + SESSION_MINUTES * MINUTE_MS).toISOString()
}

/**
 * When a shopper should try again (ISO instant) for a place that is held until `heldUntil` (ISO): a full minute, and one more,
 * because what is over is ended by the minute.
 */
export function tryAgainAt(heldUntil: string): string {
  return new Date((Math.ceil(Date.parse(heldUntil) / MINUTE_MS) + 1) * MINUTE_MS).toISOString()
}

/** True if the order of a changed form takes over the end (ISO) of the first hold, false if it gets a hold of its own. */
export function isTakenOver(heldUntil: string, now: Date): boolean {
  return Date.parse(heldUntil) - now.getTime() >= TAKEN_OVER_FROM_MS
}

/** Holds that ended unpaid after this ISO instant count at `now` for whoever held them. */
export function countsSince(now: Date): string {
  return new Date(now.getTime() - COUNTS_AFTERWARDS_MS).toISOString()
}

/**
 * The number of places of one market and one day that one client may hold at the same time, so that it takes some clients to
 * keep a day from everybody else.
 * @param limit the places of the day; null: no limit
 * @param clients so many at least fill a day
 */
export function dayShare(limit: number | null, clients: number): number | null {
  return limit === null ? null : Math.max(1, Math.floor(limit / clients))
}

/** The number of places that the clients of one wider network may hold together, where one client may hold `max`. */
export function widerNetworkMax(max: number): number {
  return max * WIDER_NETWORK_FACTOR
}
