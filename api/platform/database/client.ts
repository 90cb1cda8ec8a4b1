import { type Client, createClient, LibsqlError } from '@libsql/client/web'
import { outsideCall } from '#api/platform/outside-calls.ts'
import { startTimer } from '#api/platform/timer.ts'

/** The database did not answer, or refused our token: it may or may not have done what was asked. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database did not answer', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

/** A call without an answer after this long fails: what somebody writes has 25 s in all, and needs a few calls. */
const TIMEOUT_MS = 20_000
/** Pauses before each new try of a call that met somebody else's lock: together well within a shopper's wait for a page. */
const BUSY_PAUSES_MS = [50, 150, 400]

type DatabaseSettings = {
  url: string
  authToken?: string | undefined
  timeoutMs?: number
  /** Aborts a call after so many milliseconds. */
  timeoutSignal?: (ms: number) => AbortSignal
  /** Waits before another try. */
  pause?: (ms: number) => Promise<void>
}

/**
 * The database over the wire, with what its client leaves to us: a call that hangs fails in the end, a call that
 * was refused because the database is busy (such a call or batch wrote nothing) is tried again a few times, and what
 * is no answer of the database is a {@link DatabaseUnavailableError}.
 *
 * Each call gets a client of its own. The library's client has a list of what is under way and, without
 * `concurrency: Infinity` (0 means 20 to it), a queue in which one request's call would run inside another request.
 * Workers cut such a call off, and the queue never moves again; the list would keep what a visitor who leaves has begun.
 */
export function databaseClient({
  url,
  authToken,
  timeoutMs = TIMEOUT_MS,
  timeoutSignal = (ms) => AbortSignal.timeout(ms),
  pause = (ms) => startTimer(ms).over,
}: DatabaseSettings): Client {
  const open = () =>
    createClient({
      url,
      ...(authToken ? { authToken } : {}),
      concurrency: Number.POSITIVE_INFINITY,
      fetch: (request: Request) => fetch(request, { signal: timeoutSignal(timeoutMs) }),
    })
  const client = open()
  const ask = <T>(call: () => Promise<T>) =>
    outsideCall('database', () => retryWhileBusy(call, pause), isUnavailable)
  client.execute = (...call: Parameters<Client['execute']>) => ask(() => open().execute(...call))
  client.batch = (...call) => ask(() => open().batch(...call))
  return client
}

const isUnavailable = (error: unknown) => error instanceof DatabaseUnavailableError

async function retryWhileBusy<T>(call: () => Promise<T>, pause: (ms: number) => Promise<void>): Promise<T> {
  for (const ms of BUSY_PAUSES_MS) {
    try {
      return await call()
    } catch (error) {
      if (!isAnswer(error)) throw new DatabaseUnavailableError(error)
      if (!error.code.startsWith('SQLITE_BUSY')) throw error
      await pause(ms)
    }
  }
  return call()
}

/** The client's own codes for what came from no statement; all others are SQLite's. */
function isAnswer(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && !/^(SERVER_ERROR|UNKNOWN|HRANA_)/.test(error.code)
}
