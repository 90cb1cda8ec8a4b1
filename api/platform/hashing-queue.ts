import { AppError } from '#api/errors.ts'

// A Worker hashes passwords on the thread that answers everybody else, about 0.2 s each. So hashes start one turn apart,
// which leaves at least half of the CPU time to other requests, and only a few may wait.
export const TURN_MS = 500
export const MAX_WAIT_MS = 3 * TURN_MS
const RETRY_AFTER_SECONDS = 2

export type HashingQueue = {
  /**
   * Refuses before any work is done for a request that would not get a turn.
   * @throws AppError `busy`
   */
  refuseWhenFull(): void
  /**
   * Waits until a hash may start.
   * @param weight its cost; 1 is the cost of a new password's hash
   * @throws AppError `busy`
   */
  turn(weight: number): Promise<void>
}

type Time = { now(): number; sleep(ms: number): Promise<void> }

const REAL_TIME: Time = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * The queue of one isolate. A request reserves its turn and sleeps until then by its own timer: Workers must not resolve one
 * request's promise from another request, and a cancelled request must not block others.
 */
export function createHashingQueue({ now, sleep }: Time = REAL_TIME): HashingQueue {
  let nextTurnAt = 0
  const wait = () => {
    const ms = Math.max(0, nextTurnAt - now())
    if (ms > MAX_WAIT_MS) throw new AppError('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    return ms
  }
  return {
    refuseWhenFull: () => void wait(),
    turn: async (weight) => {
      const ms = wait()
      nextTurnAt = now() + ms + weight * TURN_MS
      if (ms > 0) await sleep(ms)
    },
  }
}
