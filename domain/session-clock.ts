/** Interval at which an open page looks after its session, and the time before its end at which it is renewed. */
export const CHECK_EVERY_MS = 30_000
const EXPIRY_MARGIN_MS = 90_000
const FIRST_RETRY_MS = 200

/** The state of a session. Instants in milliseconds, by the browser's own clock. */
type SessionClock = {
  /** Until when the access token holds. */
  heldUntil: number
  /** When renewing it was tried last, and how often in a row nobody answered. */
  triedAt: number
  failures: number
}

/**
 * The time for which a session may be left alone.
 * @param now milliseconds
 * @returns milliseconds until it is to be looked at again, at most {@link CHECK_EVERY_MS}; 0: renew it now
 */
export function untilRefresh({ heldUntil, triedAt, failures }: SessionClock, now: number): number {
  if (heldUntil - now > EXPIRY_MARGIN_MS) return CHECK_EVERY_MS
  // By a wrong clock a new session may look expired: it must not be renewed again and again.
  const wait = triedAt + (failures === 0 ? CHECK_EVERY_MS : retryDelay(failures)) - now
  return Math.min(Math.max(wait, 0), CHECK_EVERY_MS)
}

/** Milliseconds to wait after this many failures in a row: 200, 400, 800 … up to the usual interval. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), CHECK_EVERY_MS)
}
