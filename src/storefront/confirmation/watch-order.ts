import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { failed, isRateLimited, isSettled, type OrderState } from './order-state.ts'

/** The pauses between two look-ups while a payment is on its way, and how long they go on in all. */
const FIRST_POLL_MS = 2_000
const LONGEST_POLL_MS = 10_000
const POLLING_MS = 60_000
/** After a failure: doubled each time. 200 open pages ask a database that is away about three times a second. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
/** A press shows for this long that it was taken, and no other one asks again meanwhile. */
const PRESS_MS = 1_000

/** The world outside of a watch: tests have their own. */
type WatchDeps = {
  lookUp(): Promise<ConfirmationOrder>
  isVisible(): boolean
  /** From 0 to 1. Pages that failed at the same moment do not all come back at the same moment. */
  random(): number
  show(state: OrderState): void
}

export type OrderWatch = ReturnType<typeof watchOrder>

/**
 * Looks up the order of the page until there is nothing more to find out: for a minute while its payment is on the way,
 * and as long as the page is open and visible while look-ups fail in a way that may pass.
 * @param stored what the server has put into the page
 */
export function watchOrder(stored: OrderState, deps: WatchDeps) {
  let state = stored
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  /** A pause ended while nobody could see the page. */
  let isDue = false
  let isStopped = false
  let failures = 0
  let pollMs = FIRST_POLL_MS
  let knownSince: number | null = null
  let pressedAt = 0

  function show(next: OrderState): void {
    state = next
    deps.show(next)
  }

  function lookAfter(ms: number): void {
    timer = setTimeout(lookIfVisible, ms)
  }

  function lookIfVisible(): void {
    clearTimeout(timer)
    if (deps.isVisible()) void look()
    else isDue = true
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    isDue = false
    isLooking = true
    if (state.state === 'error' && state.trying !== 'pressed') show({ ...state, trying: 'looking' })
    try {
      const order = await deps.lookUp()
      failures = 0
      isLooking = false
      if (!isStopped) showOrder(order, pollMs)
      pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS)
    } catch (error) {
      await endOfPress()
      failures += 1
      isLooking = false
      if (!isStopped) showFailure(error)
    }
  }

  /** A failure that comes at once would look as if nothing had been tried. */
  async function endOfPress(): Promise<void> {
    while (state.state === 'error' && state.trying === 'pressed') {
      const left = pressedAt + PRESS_MS - performance.now()
      if (left <= 0) return
      await new Promise((resolve) => setTimeout(resolve, left))
    }
  }

  function showOrder(order: ConfirmationOrder, nextMs: number): void {
    knownSince ??= performance.now()
    const waiting = !isSettled(order) && performance.now() - knownSince < POLLING_MS
    show({ state: 'loaded', order, waiting })
    if (waiting) lookAfter(nextMs)
  }

  function showFailure(error: unknown): void {
    const pause = pauseAfter(isRateLimited(error) ? Number.POSITIVE_INFINITY : failures, deps.random())
    if (state.state === 'loaded') {
      // With an order on the page a failed look-up is not shown: the next one follows.
      showOrder(state.order, pause)
      return
    }
    const failure = failed(error)
    const triedAgain = state.state === 'error' && (state.triedAgain || state.trying === 'pressed')
    const trying = failure.reason === 'unanswered' ? 'waiting' : 'no'
    show({ ...failure, trying, triedAgain })
    if (trying === 'waiting') lookAfter(pause)
  }

  return {
    start() {
      if (state.state === 'error') show(state)
      if (state.state === 'error' && state.reason !== 'unanswered') return
      if (state.state === 'loaded' && isSettled(state.order)) return
      if (state.state === 'loaded') knownSince = performance.now()
      void look()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    /** Looks up at once; nothing more while a look-up is under way. */
    tryAgain() {
      if (state.state !== 'error' || state.trying === 'pressed') return
      pressedAt = performance.now()
      show({ ...state, trying: 'pressed' })
      if (!isLooking) void look()
    },
    /** The page can be seen again. */
    onVisible() {
      if (isDue && !isLooking) void look()
    },
    /** The device has a network again. */
    onOnline() {
      if (state.state === 'error' && state.trying === 'waiting') lookIfVisible()
    },
  }
}

/** Milliseconds to leave a failing database alone: half to one and a half times the pause in the plan. */
function pauseAfter(failures: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (0.5 + random)
}
