import type { startTimer } from '#api/platform/timer.ts'
import { busyError, StatementError } from './errors.ts'

const POLL_MS = 20

/**
 * Where statements wait for the write lock, first come, first served. The engine's own waiting would block the
 * process, and with it the COMMIT that frees the lock.
 */
export class LockQueue {
  readonly #patienceMs: number
  readonly #startTimer: typeof startTimer
  readonly #line: symbol[] = []
  readonly #sleepers = new Set<() => void>()

  /** @param patienceMs how long a statement waits before it fails with SQLITE_BUSY */
  constructor(patienceMs: number, start: typeof startTimer) {
    this.#patienceMs = patienceMs
    this.#startTimer = start
  }

  get length(): number {
    return this.#line.length
  }

  /** Notifies waiting requests that a transaction has ended. */
  wake(): void {
    for (const rise of this.#sleepers) rise()
  }

  /**
   * Runs `attempt`, again and again as long as it meets a lock.
   * @param check called before each retry; throws when the statement is not to be run any more
   * @throws what `attempt` or `check` throws; SQLITE_BUSY when patience is over
   */
  async run<Result>(attempt: () => Result, check: () => void): Promise<Result> {
    const first = tryOnce(attempt)
    if (first.done) return first.result
    const ticket = Symbol('turn')
    let isOver = false
    const patience = this.#startTimer(this.#patienceMs)
    void patience.over.then(() => {
      isOver = true
    })
    this.#line.push(ticket)
    try {
      for (;;) {
        await this.#sleep()
        check()
        const next = this.#line[0] === ticket ? tryOnce(attempt) : first
        if (next.done) return next.result
        if (isOver) throw busyError()
      }
    } finally {
      patience.cancel()
      this.#line.splice(this.#line.indexOf(ticket), 1)
      this.wake()
    }
  }

  /** Waits for the next wake(), and polls because another process may hold the lock. */
  #sleep(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, POLL_MS)
    this.#sleepers.add(resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#sleepers.delete(resolve)
    })
  }
}

function tryOnce<Result>(attempt: () => Result): { done: true; result: Result } | { done: false } {
  try {
    return { done: true, result: attempt() }
  } catch (error) {
    if (error instanceof StatementError && error.locked) return { done: false }
    throw error
  }
}
