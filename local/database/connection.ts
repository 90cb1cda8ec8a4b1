import Database from 'libsql'
import { toStatementError } from './errors.ts'
import type { Statement } from './sql.ts'
import { assertSupported } from './supported.ts'
import type { SqlValue } from './values.ts'

export type Column = { name: string; decltype: string | null }

export type StatementResult = {
  cols: Column[]
  rows: SqlValue[][]
  affectedRowCount: number
  lastInsertRowid: bigint | null
}

type Prepared = Database.Statement

const TRANSACTION_VERBS = new Set(['BEGIN', 'COMMIT', 'END', 'ROLLBACK', 'SAVEPOINT', 'RELEASE'])
const CHANGING_VERBS = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE'])
const INSERTING_VERBS = new Set(['INSERT', 'REPLACE'])
const COUNTS = 'SELECT changes(), last_insert_rowid()'
const SCHEMA_VERSION = 'PRAGMA schema_version'
// Any table will do: the engine loads a changed schema when it runs a statement, not when it prepares one.
const LOAD_SCHEMA = 'SELECT 1 FROM sqlite_schema LIMIT 1'
// Takes the write lock inside a transaction and does nothing else: these files keep no pages to vacuum.
const TAKE_WRITE_LOCK = 'PRAGMA incremental_vacuum(1)'
const MAX_PREPARED = 200

/** One connection to the database file. Everything it does is synchronous and never waits for a lock. */
export class Connection {
  readonly #file: string
  readonly #db: Database.Database
  readonly #prepared = new Map<string, Prepared>()
  #isOpen = true
  #isPristine = true
  #schemaVersion: SqlValue | undefined

  constructor(file: string) {
    this.#file = file
    this.#db = new Database(file)
    // A killed process loses nothing; only a power cut could. Waiting for a busy disk would hold up every caller.
    this.#db.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF')
  }

  /** False once closed: asking the engine then would abort the process. */
  get inTransaction(): boolean {
    return this.#isOpen && this.#db.inTransaction
  }

  /** True if another stream may get this connection: no pragma has changed how it behaves. */
  get isPristine(): boolean {
    return this.#isOpen && this.#isPristine
  }

  /** Runs statements of our own, with no result. */
  exec(sql: string): void {
    this.#db.exec(sql)
  }

  /**
   * Runs one statement.
   * @throws StatementError, `locked` when another connection is writing: nothing was done then, so it may be retried
   */
  run(statement: Statement, args: SqlValue[]): StatementResult {
    assertSupported(statement)
    if (statement.verb === 'EXPLAIN') return this.#explain(statement, args)
    try {
      this.#followSchema()
      if (TRANSACTION_VERBS.has(statement.verb)) this.exec(statement.text)
      else return this.#execute(statement, this.#prepare(statement), args)
    } catch (error) {
      throw toStatementError(error, 'run')
    }
    return { cols: [], rows: [], affectedRowCount: 0, lastInsertRowid: null }
  }

  rollback(): void {
    if (this.inTransaction) this.exec('ROLLBACK')
  }

  close(): void {
    this.rollback()
    this.#isOpen = false
    this.#prepared.clear()
    this.#db.close()
  }

  #execute({ verb, text }: Statement, prepared: Prepared, args: SqlValue[]): StatementResult {
    const changes = CHANGING_VERBS.has(verb)
    let rows: SqlValue[][] = []
    if (!prepared.reader && args.length === 0) this.exec(text)
    else if (!prepared.reader) this.#withWriteLock(() => prepared.run(args))
    else if (changes) rows = this.#withWriteLock(() => allRows(prepared, args))
    else rows = allRows(prepared, args)
    const [counts = []] = changes ? allRows(this.#cached(COUNTS), []) : []
    const rowid = counts[1]
    return {
      // Asked for after the run: another connection may have changed the table since the statement was prepared.
      cols: prepared.reader ? columnsOf(prepared) : [],
      rows,
      affectedRowCount: Number(counts[0] ?? 0),
      lastInsertRowid: INSERTING_VERBS.has(verb) && typeof rowid === 'bigint' ? rowid : null,
    }
  }

  /**
   * A prepared statement that meets SQLITE_BUSY stays half open in the engine, and from then on the connection's
   * writes are reported done but not committed. exec() throws its statement away, so the lock is taken through it.
   */
  #withWriteLock<Result>(work: () => Result): Result {
    if (this.inTransaction) {
      this.exec(TAKE_WRITE_LOCK)
      return work()
    }
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  /** On a connection of its own: the engine never ends an EXPLAIN, and no COMMIT would pass after it. */
  #explain(statement: Statement, args: SqlValue[]): StatementResult {
    const aside = new Connection(this.#file)
    try {
      const prepared = aside.#prepare(statement)
      return {
        cols: columnsOf(prepared),
        rows: allRows(prepared, args),
        affectedRowCount: 0,
        lastInsertRowid: null,
      }
    } catch (error) {
      throw toStatementError(error, 'run')
    } finally {
      aside.close()
    }
  }

  /** Forgets what was prepared before another connection changed the schema. */
  #followSchema(): void {
    // A transaction sees the schema that it began with, and a read here would fix what it sees too early.
    if (this.inTransaction) return
    const version = allRows(this.#cached(SCHEMA_VERSION), [])[0]?.[0]
    if (version === this.#schemaVersion) return
    allRows(this.#cached(LOAD_SCHEMA), [])
    this.#prepared.clear()
    this.#schemaVersion = version
  }

  #prepare({ verb, text }: Statement): Prepared {
    // A pragma takes effect while it is being prepared.
    if (verb === 'PRAGMA') this.#isPristine = false
    try {
      return this.#cached(text)
    } catch (error) {
      throw toStatementError(error, 'prepare')
    }
  }

  #cached(text: string): Prepared {
    const known = this.#prepared.get(text)
    const prepared = known ?? this.#db.prepare(text)
    if (known === undefined) prepared.safeIntegers(true)
    if (known === undefined && prepared.reader) prepared.raw(true)
    // Taking it out and putting it back keeps the least recently used one in front.
    this.#prepared.delete(text)
    this.#prepared.set(text, prepared)
    for (const oldest of this.#prepared.keys()) {
      if (this.#prepared.size <= MAX_PREPARED) break
      this.#prepared.delete(oldest)
    }
    return prepared
  }
}

// get() and iterate() leave a statement running when they are not read to the end, and its lock in place: all() does not.
function allRows(prepared: Prepared, args: SqlValue[]): SqlValue[][] {
  return prepared.all(args) as SqlValue[][]
}

function columnsOf(prepared: Prepared): Column[] {
  return prepared.columns().map(({ name, type }) => ({ name, decltype: type }))
}
