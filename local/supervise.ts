import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import { PlainError } from './failure.ts'

/** The result of a look at a program. It `waits` when something that it needs is down: starting it again would not help. */
export type Look = 'serves' | 'fails' | 'waits'

/** A program to keep running. */
export type Program = {
  /** Its name, as a sentence begins with it. */
  name: string
  /** The file of its output; null when that is on the screen. */
  log: string | null
  /** The time that it may take to serve for the first time, if longer than others. */
  startingMs?: number
  start(): Child
  /** Asks it for an answer, within a time limit. Never throws. */
  look(): Promise<Look>
}

/** A program that is started again when it ends or hangs. */
export type Supervised = {
  /** Resolves once it serves. Rejects with a PlainError when it does not start. */
  ready: Promise<void>
  /** Resolves once it was stopped. Rejects with a PlainError when it does not start, or goes down again and again. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Waits that tests need not wait for. `sleep` ends early, without an error, when the signal is aborted. */
export type Clock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }

const STARTING_MS = 120_000
const LOOK_WHILE_STARTING_MS = 50
const LOOK_MS = 2_000
/** One answer in a crowd may be late, and Miniflare starts a workerd that was killed again within a second or two. */
const MOST_MISSES = 3
/** A program that served this long has not gone down at once. */
const STEADY_MS = 10_000
const MOST_QUICK_RESTARTS = 20
const RESTART_PAUSE_MS = 1_000
/** The longest time that a look at a program may take. */
export const ANSWER_TIMEOUT_MS = 10_000

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}

/** Starts a program and keeps it running until it is stopped. */
export function supervise(program: Program, clock: Clock = SYSTEM_CLOCK): Supervised {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  let child: Child | undefined

  const keepRunning = async (): Promise<void> => {
    let quickRestarts = 0
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      child = program.start()
      const { end, servedMs } = await untilDown(program, child, clock, ready.resolve)
      // Processes that an ended program left running would hold the port.
      await child.stop()
      if (stopping.signal.aborted) return
      if (isFirst && servedMs === null) {
        throw failure(program, end === 'ended' ? 'ended while starting' : 'does not answer')
      }
      quickRestarts = (servedMs ?? 0) < STEADY_MS ? quickRestarts + 1 : 0
      if (quickRestarts > MOST_QUICK_RESTARTS) {
        throw failure(program, `went down ${quickRestarts} times in a row`)
      }
      console.log(`${program.name} ${end}. Starting it again …`)
      if (servedMs === null) await clock.sleep(RESTART_PAUSE_MS, stopping.signal)
    }
  }

  const ended = keepRunning()
  ended.catch(ready.reject)
  // Whoever waits for one of them need not wait for the other.
  ready.promise.catch(() => undefined)
  return {
    ready: ready.promise,
    ended,
    stop: async () => {
      stopping.abort()
      await child?.stop()
      await ended.catch(() => undefined)
    },
  }
}

type Down = {
  end: 'ended' | 'has hung'
  /** The time that it served; null when it never did. */
  servedMs: number | null
}

async function untilDown(program: Program, child: Child, clock: Clock, onServing: () => void): Promise<Down> {
  const exit = new AbortController()
  child.exited.then(() => exit.abort())
  const started = clock.now()
  const { startingMs = STARTING_MS } = program
  let servingSince: number | null = null
  const down = (end: Down['end']): Down => ({
    end,
    servedMs: servingSince === null ? null : clock.now() - servingSince,
  })
  let misses = 0
  for (;;) {
    const look = await program.look()
    if (exit.signal.aborted) return down('ended')
    if (look === 'serves' && servingSince === null) {
      servingSince = clock.now()
      onServing()
    }
    misses = look === 'fails' ? misses + 1 : 0
    const hasHung = servingSince === null ? clock.now() - started >= startingMs : misses >= MOST_MISSES
    if (hasHung) return down('has hung')
    await clock.sleep(servingSince === null ? LOOK_WHILE_STARTING_MS : LOOK_MS, exit.signal)
    if (exit.signal.aborted) return down('ended')
  }
}

function failure({ name, log }: Program, what: string): PlainError {
  return new PlainError(`${name} ${what}.${log === null ? '' : ` Its log: ${log}`}`)
}

/** The status that an address answers with; null without an answer. */
export async function statusOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    // Read to its end, so that the connection serves the next look.
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
