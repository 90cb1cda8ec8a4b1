/** Requests that are kept waiting: for some time, or until somebody lets them go. */
export class Held {
  readonly #waiting = new Set<() => void>()
  #next = Promise.withResolvers<void>()

  /**
   * Keeps a request waiting until `release`.
   * @param ms how long at most; without it, for good
   * @param over ends it earlier
   */
  async wait(ms?: number, over?: Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms).unref()
    this.#waiting.add(resolve)
    this.#next.resolve()
    await (over ? Promise.race([promise, over]) : promise)
    clearTimeout(timer)
    if (this.#waiting.delete(resolve) && this.#waiting.size === 0) this.#next = Promise.withResolvers()
  }

  /** Resolves once a request is waiting. */
  whenHeld(): Promise<void> {
    return this.#next.promise
  }

  /** Lets go of all that are waiting now. */
  release(): void {
    const waiting = [...this.#waiting]
    if (waiting.length === 0) return
    this.#waiting.clear()
    this.#next = Promise.withResolvers()
    for (const letGo of waiting) letGo()
  }
}
