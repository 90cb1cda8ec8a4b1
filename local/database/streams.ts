import { randomBytes } from 'node:crypto'
import type { startTimer, Timer } from '#api/platform/timer.ts'
import { Connection } from './connection.ts'
import { ProtocolError } from './errors.ts'
import { LockQueue } from './lock-queue.ts'
import { Stream } from './stream.ts'

const KEEP_EXPIRED_MS = 300_000
const MAX_IDLE_CONNECTIONS = 16

export type StreamLimits = {
  streamIdleMs: number
  transactionMs: number
  busyMs: number
  startTimer: typeof startTimer
}

/** The open streams by their batons, and the connections waiting for the next stream. */
export class Streams {
  readonly #file: string
  readonly #limits: StreamLimits
  readonly #queue: LockQueue
  readonly #streams = new Map<string, Stream>()
  readonly #expired = new Map<string, Timer>()
  readonly #idle: Connection[] = []
  #statementsOfClosed = 0
  #isClosed = false

  /** @throws the engine's error when the file cannot be opened as a database */
  constructor(file: string, limits: StreamLimits) {
    this.#file = file
    this.#limits = limits
    this.#queue = new LockQueue(limits.busyMs, limits.startTimer)
    const connection = new Connection(file)
    connection.exec('PRAGMA journal_mode = WAL')
    this.#idle.push(connection)
  }

  get open(): number {
    return this.#streams.size
  }

  /** The number of statements that wait for the write lock. */
  get waiting(): number {
    return this.#queue.length
  }

  /** The number of statements that all streams have run. */
  get statements(): number {
    const counts = [...this.#streams.values()].map(({ statements }) => statements)
    return counts.reduce((sum, count) => sum + count, this.#statementsOfClosed)
  }

  /**
   * The stream of a baton, or a new one without a baton. A baton serves once.
   * @throws ProtocolError for a baton that is unknown, used before, in use, or whose stream has expired
   */
  acquire(baton: string | null | undefined): Stream {
    if (this.#isClosed) throw new ProtocolError('The database is shutting down')
    if (baton === null || baton === undefined) return this.#create()
    const [id = ''] = baton.split('.')
    if (this.#expired.has(id)) {
      throw new ProtocolError('The stream has expired due to inactivity', 'STREAM_EXPIRED')
    }
    const stream = this.#streams.get(id)
    if (stream === undefined) throw new ProtocolError('Received an invalid baton', 'BATON_INVALID')
    if (stream.baton !== baton) {
      throw new ProtocolError('Received a baton that has already been used', 'BATON_REUSED')
    }
    stream.baton = null
    stream.idle?.cancel()
    return stream
  }

  /** Ends a request on a stream. Returns the baton for the next one, or null when the stream was closed. */
  release(stream: Stream): string | null {
    if (stream.isClosed) {
      this.close(stream)
      return null
    }
    stream.baton = `${stream.id}.${randomBytes(16).toString('base64url')}`
    stream.idle = this.#limits.startTimer(this.#limits.streamIdleMs)
    void stream.idle.over.then(() => this.#expire(stream))
    return stream.baton
  }

  /** Ends a stream; what it had not committed is rolled back. */
  close(stream: Stream): void {
    if (!this.#streams.delete(stream.id)) return
    stream.idle?.cancel()
    this.#statementsOfClosed += stream.statements
    const connection = stream.end()
    if (connection.isPristine && this.#idle.length < MAX_IDLE_CONNECTIONS) this.#idle.push(connection)
    else connection.close()
  }

  /** Ends everything and leaves the whole database in its one file. */
  closeAll(): void {
    this.#isClosed = true
    for (const stream of [...this.#streams.values()]) this.close(stream)
    for (const timer of this.#expired.values()) timer.cancel()
    const [last, ...others] = this.#idle.splice(0)
    for (const connection of others) connection.close()
    last?.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    last?.close()
  }

  #create(): Stream {
    const connection = this.#idle.pop() ?? new Connection(this.#file)
    const stream = new Stream(randomBytes(16).toString('base64url'), connection, this.#queue, this.#limits)
    this.#streams.set(stream.id, stream)
    return stream
  }

  #expire(stream: Stream): void {
    this.close(stream)
    // Remembered for a while, so that a late caller learns why its baton is no good.
    const forget = this.#limits.startTimer(KEEP_EXPIRED_MS)
    void forget.over.then(() => this.#expired.delete(stream.id))
    this.#expired.set(stream.id, forget)
  }
}
