type Timer = { id: number; at: number; fire: () => unknown }

/**
 * Virtual time: `Date.now`, `setTimeout` and `clearTimeout` of the whole process while it is
 * installed. Timers fire in the order of their instants, and one is over before the next.
 */
export class VirtualTime {
  #now: number
  #timers: Timer[] = []
  #lastId = 0
  readonly #onTimer: (ms: number) => () => void
  #real: { now: typeof Date.now; set: typeof setTimeout; clear: typeof clearTimeout } | null = null

  /** @param onTimer called for each new timer; what it returns is called when the timer has fired or was cleared */
  constructor(start: Date, onTimer: (ms: number) => () => void) {
    this.#now = start.getTime()
    this.#onTimer = onTimer
  }

  get now(): number {
    return this.#now
  }

  /** The number of timers that wait. */
  get waiting(): number {
    return this.#timers.length
  }

  install(): void {
    this.#real = { now: Date.now, set: globalThis.setTimeout, clear: globalThis.clearTimeout }
    Date.now = () => this.#now
    const set = (work: (...args: unknown[]) => unknown, ms = 0, ...args: unknown[]) => {
      const over = this.#onTimer(ms)
      const id = this.after(ms, () => {
        over()
        return work(...args)
      })
      const timer = { id, over, ref: () => timer, unref: () => timer, [Symbol.toPrimitive]: () => id }
      return timer
    }
    const clear = (timer: unknown) => {
      if (typeof timer !== 'object' || timer === null || !('id' in timer) || !('over' in timer)) return
      const waits = this.#timers.some(({ id }) => id === timer.id)
      this.#timers = this.#timers.filter(({ id }) => id !== timer.id)
      if (waits && typeof timer.over === 'function') timer.over()
    }
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
  }

  uninstall(): void {
    if (!this.#real) return
    Date.now = this.#real.now
    Object.assign(globalThis, { setTimeout: this.#real.set, clearTimeout: this.#real.clear })
    this.#real = null
  }

  /** Lets something happen in this many milliseconds; a promise it returns is waited for before time goes on. */
  after(ms: number, fire: () => unknown): number {
    this.#lastId += 1
    this.#timers.push({ id: this.#lastId, at: this.#now + Math.max(0, ms), fire })
    this.#timers.sort((one, other) => one.at - other.at || one.id - other.id)
    return this.#lastId
  }

  /** Sets the clock; timers keep their remaining time. */
  jump(to: number): void {
    const difference = to - this.#now
    this.#now = to
    for (const timer of this.#timers) timer.at += difference
  }

  /** Passes time up to the next timer within this many milliseconds and fires it. @returns false when there was none */
  async step(withinMs: number): Promise<boolean> {
    const next = this.#timers[0]
    if (!next || next.at > this.#now + withinMs) {
      if (Number.isFinite(withinMs)) this.#now += withinMs
      return false
    }
    this.#timers.shift()
    this.#now = Math.max(this.#now, next.at)
    await next.fire()
    return true
  }
}
