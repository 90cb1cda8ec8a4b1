import type { startTimer, Timer } from '#api/platform/timer.ts'
import type { Connection, StatementResult } from './connection.ts'
import { busyError, ProtocolError, StatementError } from './errors.ts'
import type { LockQueue } from './lock-queue.ts'
import type { SqlSource } from './protocol.ts'
import type { Statement } from './sql.ts'
import type { StreamLimits } from './streams.ts'
import type { SqlValue } from './values.ts'

const MAX_STORED_TEXTS = 50
const MAX_STORED_BYTES = 5000

/** One client's session: a connection of its own, the SQL texts it stored, and the clock of its transaction. */
export class Stream {
  readonly id: string
  /** The baton that the next request has to bring; null while one is under way. */
  baton: string | null = null
  /** Runs from one request to the next. */
  idle: Timer | undefined
  /** Every statement answers SQLITE_BUSY: a fault to test with. */
  isBusy = false
  /** The number of statements run, failed ones included. */
  statements = 0
  readonly #connection: Connection
  readonly #queue: LockQueue
  readonly #transactionMs: number
  readonly #texts = new Map<number, string>()
  readonly #startTimer: typeof startTimer
  #clock: Timer | undefined
  #isClosed = false
  #hasTimedOut = false

  constructor(
    id: string,
    connection: Connection,
    queue: LockQueue,
    { transactionMs, startTimer }: Pick<StreamLimits, 'transactionMs' | 'startTimer'>,
  ) {
    this.id = id
    this.#connection = connection
    this.#queue = queue
    this.#transactionMs = transactionMs
    this.#startTimer = startTimer
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * Runs one statement, waiting for the write lock if need be.
   * @throws StatementError when the statement fails or its transaction was ended by the clock
   * @throws ProtocolError when the stream was closed meanwhile
   */
  async run(statement: Statement, args: SqlValue[]): Promise<StatementResult> {
    this.statements += 1
    this.#assertAlive()
    if (this.isBusy) throw busyError()
    try {
      return await this.#queue.run(
        () => this.#connection.run(statement, args),
        () => this.#assertAlive(),
      )
    } finally {
      this.#watchTransaction()
    }
  }

  /**
   * A transaction that the clock ended is reported to the whole of the next execute, batch or sequence, and only to
   * that one. What comes later runs outside of any transaction: so does hosted libSQL.
   */
  forgetTimeout(): void {
    this.#hasTimedOut = false
  }

  /** @throws ProtocolError when neither or both are given, or nothing is stored under the number */
  textOf({ sql, sql_id: number }: SqlSource): string {
    const hasText = typeof sql === 'string'
    const hasNumber = typeof number === 'number'
    if (hasText && hasNumber) throw new ProtocolError('Either `sql` or `sql_id` are required, but not both')
    if (hasText) return sql
    if (!hasNumber) throw new ProtocolError('Either `sql` or `sql_id` are required')
    const stored = this.#texts.get(number)
    if (stored === undefined) throw new ProtocolError(`SQL text ${number} not found`)
    return stored
  }

  storeText(number: number, sql: string): void {
    if (this.#texts.has(number)) throw new ProtocolError(`SQL text ${number} already exists`)
    const count = this.#texts.size
    if (count >= MAX_STORED_TEXTS) {
      throw new StatementError('SQL_STORE_TOO_MANY', `The server already stores ${count} SQL texts`)
    }
    if (Buffer.byteLength(sql) > MAX_STORED_BYTES) {
      throw new StatementError('SQL_STORE_TOO_LARGE', 'The statement is too large to be stored')
    }
    this.#texts.set(number, sql)
  }

  dropText(number: number): void {
    this.#texts.delete(number)
  }

  /** Marks the stream as closed by its client; `Streams` then ends it. */
  markClosed(): void {
    this.#isClosed = true
  }

  /** Rolls back what is open and hands the connection back. */
  end(): Connection {
    this.#isClosed = true
    this.#connection.rollback()
    this.#watchTransaction()
    return this.#connection
  }

  #assertAlive(): void {
    if (this.#isClosed) throw new ProtocolError('Stream for this baton was closed', 'STREAM_CLOSED')
    if (this.#hasTimedOut) throw new StatementError('TRANSACTION_TIMEOUT', 'Transaction timed out')
  }

  #watchTransaction(): void {
    // The connection of a closed stream may already serve another one: its transaction is not watched here.
    if (this.#isClosed || !this.#connection.inTransaction) {
      this.#clock?.cancel()
      this.#clock = undefined
      this.#queue.wake()
    } else if (this.#clock === undefined) {
      this.#clock = this.#startTimer(this.#transactionMs)
      void this.#clock.over.then(() => this.#timeOut())
    }
  }

  #timeOut(): void {
    this.#hasTimedOut = true
    this.#connection.rollback()
    this.#watchTransaction()
  }
}
