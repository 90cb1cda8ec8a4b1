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

type Prepared = { statement: Database.Statement; cols: Column[] }

const CHANGING_VERBS = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE'])
const INSERTING_VERBS = new Set(['INSERT', 'REPLACE'])
const SCHEMA_VERBS = new Set(['CREATE', 'ALTER', 'DROP'])
const COUNTS = 'SELECT changes(), last_insert_rowid()'
const MAX_PREPARED = 200

/**
 * The connection to a database file. Everything it does is synchronous, so nobody else in the process ever meets its lock; it
 * waits five seconds for that of another process.
 */
export class Connection {
  readonly #file: string
  readonly #db: Database.Database
  readonly #prepared = new Map<string, Prepared>()

  /** @throws the engine's error when the file cannot be opened as a database */
  constructor(file: string) {
    this.#file = file
    this.#db = new Database(file)
    // A killed process loses nothing; only a power cut could. Waiting for a busy disk would hold up every caller.
    this.#db.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF')
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction
  }

  /** Runs statements of our own, with no result. */
  exec(sql: string): void {
    this.#db.exec(sql)
  }

  /** Runs one statement. @throws StatementError */
  run(statement: Statement, args: SqlValue[]): StatementResult {
    assertSupported(statement)
    if (statement.verb !== 'EXPLAIN') return this.#execute(statement, args)
    // It gets a connection of its own: the engine never ends an EXPLAIN, and no COMMIT would pass after it.
    const aside = new Connection(this.#file)
    try {
      return aside.#execute(statement, args)
    } finally {
      aside.close()
    }
  }

  /** Undoes what a request has left behind: an open transaction, foreign keys that are off. */
  reset(): void {
    if (this.inTransaction) this.exec('ROLLBACK')
    this.exec('PRAGMA foreign_keys = ON')
  }

  close(): void {
    this.#prepared.clear()
    this.#db.close()
  }

  #execute({ verb, text }: Statement, args: SqlValue[]): StatementResult {
    const { statement, cols } = this.#prepare(text)
    const changes = CHANGING_VERBS.has(verb)
    try {
      let rows: SqlValue[][] = []
      if (statement.reader) rows = allRows(statement, args)
      else if (args.length > 0) statement.run(args)
      else this.exec(text)
      if (SCHEMA_VERBS.has(verb)) this.#prepared.clear()
      const [counts = []] = changes ? allRows(this.#prepare(COUNTS).statement, []) : []
      const rowid = counts[1]
      return {
        cols,
        rows,
        affectedRowCount: Number(counts[0] ?? 0),
        lastInsertRowid: INSERTING_VERBS.has(verb) && typeof rowid === 'bigint' ? rowid : null,
      }
    } catch (error) {
      throw toStatementError(error, 'run')
    }
  }

  /** Keeps prepared statements until there are too many or the schema changes. */
  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) return known
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    try {
      const statement = this.#db.prepare(text).safeIntegers(true)
      if (statement.reader) statement.raw(true)
      const columns = statement.reader ? statement.columns() : []
      const prepared = { statement, cols: columns.map(({ name, type }) => ({ name, decltype: type })) }
      this.#prepared.set(text, prepared)
      return prepared
    } catch (error) {
      throw toStatementError(error, 'prepare')
    }
  }
}

// get() and iterate() leave a statement running when they are not read to the end, and its lock in place: all() does not.
function allRows(statement: Database.Statement, args: SqlValue[]): SqlValue[][] {
  return statement.all(args) as SqlValue[][]
}
