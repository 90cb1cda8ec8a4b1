import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { between, createRng, pick, type Rng } from '#tools/art/prng.ts'
import { VirtualTime } from './virtual-time.ts'

/** What runs by itself: a request with all that it puts off until after its answer, or somebody's doings. */
type Chain = { name: string; number: number; calls: number; open: number; blocked: number; met: string[] }
/** What would happen next, if it were chosen. */
type Ready = { chain: Chain; call: number; go: () => Promise<void> | void }

/** Shorter ones are pauses, which hold their caller up; longer ones are deadlines, beside which the work goes on. */
const LONGEST_PAUSE_MS = 1000
const MOST_TURNS = 100_000
const MOST_STEPS = 50_000

/**
 * Where everything happens one after the other, in an order that is drawn: each call to the outside world, and each step
 * of a person, waits here until it is chosen. The same seed is the same play.
 */
export class Stage {
  readonly rng: Rng
  readonly time: VirtualTime
  readonly #scene = new AsyncLocalStorage<Chain>()
  readonly #chains = new Set<Chain>()
  #ready: Ready[] = []
  #started = 0
  #ciphers = 0
  #restore: () => void = () => {}
  /** How often time passes though something could happen. */
  idle = 0.04
  /** What was played, for whoever wants to know if two plays are the same. */
  readonly script: string[] = []

  constructor(seed: string, start: Date) {
    this.rng = createRng(seed)
    this.time = new VirtualTime(start, (ms) => this.#onTimer(ms))
  }

  /** Takes over the process's time, its made-up ids, and keeps an eye on its ciphers. */
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
    // Ciphers run beside us and take their own time.
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

  /** Starts something of its own; whoever waits for it is held up meanwhile. */
  async run<T>(name: string, work: (met: readonly string[]) => Promise<T>): Promise<T> {
    this.#started += 1
    const chain: Chain = { name, number: this.#started, calls: 0, open: 1, blocked: 0, met: [] }
    this.#chains.add(chain)
    const parent = this.#scene.getStore()
    if (parent) parent.blocked += 1
    try {
      return await this.#scene.run(chain, work, chain.met)
    } finally {
      if (parent) parent.blocked -= 1
      this.#close(chain)
    }
  }

  /** Work that goes on after its request was answered. */
  waitUntil(work: Promise<unknown>): void {
    const chain = this.#scene.getStore()
    if (chain) chain.open += 1
    work.catch(() => {}).finally(() => chain && this.#close(chain))
  }

  /**
   * Something that happens when it is chosen.
   * @param play does it, and answers or refuses through what it is given, at once or later
   */
  call<T>(what: string, play: (answers: Answers<T>) => Promise<void> | void): Promise<T> | null {
    const chain = this.#scene.getStore()
    if (!chain) return null
    chain.blocked += 1
    chain.calls += 1
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let over = false
    const once = (say: () => void) => {
      if (over) return
      over = true
      chain.blocked -= 1
      say()
    }
    const answers: Answers<T> = {
      resolve: (value) => once(() => resolve(value)),
      reject: (error) => once(() => reject(error)),
      meets: (fault) => chain.met.push(fault),
    }
    const go = () => {
      this.script.push(`${chain.name}: ${what}`)
      return play(answers)
    }
    this.#ready.push({ chain, call: chain.calls, go })
    return promise
  }

  /** Somebody stops for as long as it pleases fate. */
  async pause(): Promise<void> {
    await this.call<void>('…', ({ resolve }) => resolve())
  }

  /** A leap of the clock, which may come in the middle of anything. */
  leap(ms: number): void {
    this.script.push(`--- the clock leaps ${Math.round(ms / 60_000)} minutes`)
    for (const { met } of this.#chains) met.push('a leap of the clock')
    this.time.jump(this.time.now + ms)
  }

  /** Plays until everything is over. @throws Error when something never ends */
  async play(): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step++) {
      await this.#quiet()
      const passes = this.rng() < this.idle
      if (this.#ready.length > 0 && !passes) {
        this.#ready.sort((one, other) => one.chain.number - other.chain.number || one.call - other.call)
        const next = pick(this.rng, this.#ready)
        this.#ready = this.#ready.filter((each) => each !== next)
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
    throw new Error('The play has no end')
  }

  /** Until everybody waits for something that is ours to give. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < MOST_TURNS; turns++) {
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
    const chain = ms < LONGEST_PAUSE_MS ? this.#scene.getStore() : undefined
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
  /** Whoever made the call has met this. */
  meets: (fault: string) => void
}

const CIPHERS = ['digest', 'importKey', 'sign', 'verify']
