import { AppError } from '#api/errors.ts'

// A Worker hashes passwords on the thread that answers everybody else, about 0.2 s each. So each hash is followed by a pause
// as long as itself, which leaves half of the CPU time to other requests, and only a few may wait.

/**
 * Whose hash it is: `known` is somebody with a browser that has signed in before, a valid one-time link or a session;
 * everybody else is `unknown`, and never delays somebody known by more than the hash that is running.
 */
export type HashingLane = 'known' | 'unknown'

/** Parameters of scrypt. */
export type HashingCost = { N: number; r: number; p: number }

export type HashingQueue = {
  /** The cost of a new password's hash, if not as much as in production. */
  cost?: HashingCost
  /**
   * Refuses before any work is done for a request that would not get a turn.
   * @throws AppError `busy`
   */
  refuseWhenFull(lane: HashingLane): void
  /**
   * Hashes when it is its turn, one hash at a time.
   * @param weight its cost; 1 is the cost of a new password's hash
   * @returns what `work` returns
   * @throws AppError `busy`
   */
  run<T>(lane: HashingLane, weight: number, work: () => Promise<T>): Promise<T>
}

/** The longest wait for a turn. It may take twice as long when hashes turn out to cost more than the last one. */
export const MAX_WAIT_MS: Readonly<Record<HashingLane, number>> = { known: 6_000, unknown: 3_000 }
/** The assumed cost of a hash until one has been measured. */
export const FIRST_COST_MS = 250
const COST_MIN_MS = 50
/** No hash counts as running for longer: a request that was cancelled never says that it has finished. */
export const COST_MAX_MS = 2_000
/** The time of a cheaper hash is mostly that of other work. */
const MEASURED_WEIGHT_MIN = 0.5
/** A turn is the hash and its pause. */
const COSTS_PER_TURN = 2
const POLL_MS = 25

type Time = { now(): number; sleep(ms: number): Promise<void> }

const REAL_TIME: Time = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * The queue of one isolate. A request reserves its turn and sleeps until then by its own timer: Workers must not resolve one
 * request's promise from another request, and a cancelled request must not block others. So all that is kept are instants.
 */
export function createHashingQueue({ now, sleep }: Time = REAL_TIME): HashingQueue {
  let costMs = FIRST_COST_MS
  let runningUntil = 0
  const reservedUntil = { known: 0, unknown: 0 }
  const pausedUntil = { known: 0, unknown: 0 }

  // The unknown lane also waits for the turns of the known one, so that both together pause half of the time.
  const earliestStart = (lane: HashingLane, turnAt: number) =>
    lane === 'known'
      ? Math.max(turnAt, pausedUntil.known)
      : Math.max(turnAt, pausedUntil.unknown, pausedUntil.known, reservedUntil.known)
  const refuseAfter = (latest: number, lane: HashingLane, startAt: number) => {
    if (startAt <= latest) return
    const retryAfterMs = startAt - MAX_WAIT_MS[lane] - now()
    throw new AppError('busy', { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
  }
  const nextTurn = (lane: HashingLane) => {
    const at = now()
    const turnAt = Math.max(at, earliestStart(lane, reservedUntil[lane]))
    refuseAfter(at + MAX_WAIT_MS[lane], lane, turnAt)
    return turnAt
  }
  /** Milliseconds to sleep before looking again; 0 when the hash may start. */
  const msToWait = (lane: HashingLane, turnAt: number) => {
    const at = now()
    const startAt = earliestStart(lane, turnAt)
    if (startAt > at) return Math.ceil(startAt - at)
    return runningUntil > at ? POLL_MS : 0
  }

  return {
    refuseWhenFull: (lane) => void nextTurn(lane),
    async run(lane, weight, work) {
      const turnAt = nextTurn(lane)
      reservedUntil[lane] = turnAt + COSTS_PER_TURN * weight * costMs
      const latest = now() + 2 * MAX_WAIT_MS[lane]
      for (let ms = msToWait(lane, turnAt); ms > 0; ms = msToWait(lane, turnAt)) {
        refuseAfter(latest, lane, now() + ms)
        await sleep(ms)
      }
      // Nothing is awaited between the last look and here, so no two hashes find the thread free.
      const startedAt = now()
      const until = startedAt + weight * COST_MAX_MS
      runningUntil = until
      pausedUntil[lane] = startedAt + COSTS_PER_TURN * weight * costMs
      try {
        return await work()
      } finally {
        if (runningUntil === until) runningUntil = 0
        // The clock of a deployed Worker stands still while it computes and goes on with the next event.
        await sleep(0)
        if (weight >= MEASURED_WEIGHT_MIN) {
          const measuredMs = (now() - startedAt) / weight
          costMs = Math.min(Math.max(measuredMs, COST_MIN_MS), COST_MAX_MS)
          pausedUntil[lane] = startedAt + COSTS_PER_TURN * weight * costMs
        }
      }
    },
  }
}
