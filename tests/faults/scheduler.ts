import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { between, createRng, pick, type Rng } from '#tests/support/prng.ts'
import { VirtualTime } from './virtual-time.ts'

/** An independent line of work: a request with its deferred work, or an actor. */
type Chain = { name: string; number: number; calls: number; open: number; blocked: number; met: string[] }
/** A call that is ready to run. */
type Ready = { chain: Chain; call: number; go: () => Promise<void> | void }

/** Timers up to here are pauses, which block their caller; longer ones are deadlines, which do not. */
const LONGEST_PAUSE_MS = 1000
/** Real time: ciphers run in threads, which get their turn late on a busy machine. */
const MOST_IDLE_MS = 60_000
const MOST_STEPS = 100_000
/** The number of steps between two calls of `onStep`. */
const STEPS_BETWEEN = 40

/**
 * Runs all calls to outside services and all steps of actors one after the other, in an order drawn from the seed. The
 * same seed gives the same order.
 */
export class Scheduler {
  readonly rng: Rng
  readonly time: VirtualTime
  readonly #context = new AsyncLocalStorage<Chain>()
  readonly #chains = new Set<Chain>()
  #ready: Ready[] = []
  #started = 0
  #ciphers = 0
  #restore: () => void = () => {}
  /** The share of steps at which time advances although a call is ready. */
  idle = 0.04
  /** The longest time that a call takes, if that is to be measured. */
  callMs = 0
  /** Called between steps, now and then. */
  onStep: () => Promise<void> = async () => {}
  /** Every step, to compare and debug runs. */
  readonly trace: string[] = []

  constructor(seed: string, start: Date) {
    this.rng = createRng(seed)
    this.time = new VirtualTime(start, (ms) => this.#onTimer(ms))
  }

  /** Replaces the process's clock and random ids, and counts running ciphers. */
  install(): void {
    this.time.install()
    const { crypto } = globalThis
    const { randomUUID } = crypto
    const ids = createRng(`ids ${this.rng()}`)
    const digit = () => Math.floor(ids() * 16).toString(16)
    const uuid = () =>
      'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', digit) as ReturnType<typeof randomUUID>
    Object.defineProperty(crypto, 'randomUUID', { value: uuid, configurable: true, writable: true })
    const subtle = crypto.subtle as unknown as Record<string, unknown>
    // Ciphers run in threads of their own.
    for (const name of CIPHERS) {
      const own = subtle[name] as (...args: unknown[]) => Promise<unknown>
      subtle[name] = (...args: unknown[]) => {
        this.#ciphers += 1
        return Reflect.apply(own, subtle, args).finally(() => {
          this.#ciphers -= 1
        })
      }
    }
    this.#restore = () => {
      Reflect.deleteProperty(crypto, 'randomUUID')
      for (const name of CIPHERS) delete subtle[name]
    }
  }

  uninstall(): void {
    this.#restore()
    this.time.uninstall()
  }

  /** Starts an independent chain; a parent chain is blocked until it ends. */
  async run<T>(name: string, work: (met: readonly string[]) => Promise<T>): Promise<T> {
    this.#started += 1
    const chain: Chain = { name, number: this.#started, calls: 0, open: 1, blocked: 0, met: [] }
    this.#chains.add(chain)
    const parent = this.#context.getStore()
    if (parent) parent.blocked += 1
    try {
      return await this.#context.run(chain, work, chain.met)
    } finally {
      if (parent) parent.blocked -= 1
      this.#close(chain)
    }
  }

  /** Work that continues after its request was answered. */
  waitUntil(work: Promise<unknown>): void {
    const chain = this.#context.getStore()
    if (chain) chain.open += 1
    work.catch(() => {}).finally(() => chain && this.#close(chain))
  }

  /** Marks a request that waits for work which goes on without it, too (`waitUntil`): it has nothing to do itself until the end. */
  awaitsOwnWork(): () => void {
    const chain = this.#context.getStore()
    if (chain) chain.blocked += 1
    return () => {
      if (chain) chain.blocked -= 1
    }
  }

  /**
   * Queues a call until it is chosen.
   * @param perform runs the call, and resolves or rejects at once or later
   */
  call<T>(what: string, perform: (answers: Answers<T>) => Promise<void> | void): Promise<T> | null {
    const chain = this.#context.getStore()
    if (!chain) return null
    chain.blocked += 1
    chain.calls += 1
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let over = false
    const once = (answer: () => void) => {
      if (over) return
      over = true
      chain.blocked -= 1
      answer()
    }
    const answers: Answers<T> = {
      resolve: (value) => once(() => resolve(value)),
      reject: (error) => once(() => reject(error)),
      meets: (fault) => chain.met.push(fault),
    }
    const go = () => {
      this.trace.push(`${chain.name}: ${what}`)
      return perform(answers)
    }
    this.#ready.push({ chain, call: chain.calls, go })
    return promise
  }

  /** Waits until it is chosen. */
  async pause(): Promise<void> {
    await this.call<void>('…', ({ resolve }) => resolve())
  }

  /** Advances the clock, at any time. */
  advance(ms: number): void {
    this.trace.push(`--- the clock advances ${Math.round(ms / 60_000)} minutes`)
    for (const { met } of this.#chains) met.push('an advance of the clock')
    this.time.jump(this.time.now + ms)
  }

  /** Runs until every chain has ended. @throws Error when one never ends */
  async runAll(): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step++) {
      await this.#idle()
      if (step % STEPS_BETWEEN === 0) await this.onStep()
      const passes = this.rng() < this.idle
      if (this.#ready.length > 0 && !passes) {
        this.#ready.sort((one, other) => one.chain.number - other.chain.number || one.call - other.call)
        const next = pick(this.rng, this.#ready)
        this.#ready = this.#ready.filter((each) => each !== next)
        if (this.callMs > 0) await this.time.step(Math.ceil(between(this.rng, 0, this.callMs)))
        await next.go()
      } else if (this.#ready.length > 0) {
        await this.time.step(Math.floor(between(this.rng, 1, 2500)))
      } else if (this.time.waiting > 0) {
        await this.time.step(Number.POSITIVE_INFINITY)
      } else if (this.#chains.size === 0) {
        return
      } else {
        throw new Error(`These never end: ${[...this.#chains].map(({ name }) => name).join(', ')}`)
      }
    }
    throw new Error('The run does not end')
  }

  /** Waits until every chain is blocked by a queued call or a timer. */
  async #idle(): Promise<void> {
    const until = performance.now() + MOST_IDLE_MS
    for (let turns = 0; performance.now() < until; turns++) {
      await turn()
      const busy = [...this.#chains].some(({ open, blocked }) => blocked < open)
      if (turns > 0 && this.#ciphers === 0 && !busy) return
    }
    throw new Error(`These wait for something else: ${[...this.#chains].map(({ name }) => name).join(', ')}`)
  }

  #close(chain: Chain): void {
    chain.open -= 1
    if (chain.open === 0) this.#chains.delete(chain)
  }

  #onTimer(ms: number): () => void {
    const chain = ms <= LONGEST_PAUSE_MS ? this.#context.getStore() : undefined
    if (chain) chain.blocked += 1
    let over = false
    return () => {
      if (chain && !over) chain.blocked -= 1
      over = true
    }
  }
}

export type Answers<T> = {
  resolve: (value: T) => void
  reject: (error: unknown) => void
  /** Records a fault for the caller. */
  meets: (fault: string) => void
}

const CIPHERS = ['digest', 'importKey', 'sign', 'verify']
