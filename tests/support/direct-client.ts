import { setImmediate } from 'node:timers/promises'
import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
  type Row,
} from '@libsql/client'
import { Connection, type StatementResult } from '#local/database/connection.ts'
import { StatementError } from '#local/database/errors.ts'
import type { WireValue } from '#local/database/protocol.ts'
import type { Statement } from '#local/database/sql.ts'
import { onlyStatement } from '#local/database/stream.ts'
import { bindArguments, type SqlValue } from '#local/database/values.ts'

const BEGIN = { write: 'BEGIN IMMEDIATE', read: 'BEGIN DEFERRED', deferred: 'BEGIN DEFERRED' }

type Query = { sql: string; args: InArgs }

/**
 * Lets a client of the served database make its calls on a connection of this process while `isDirect` is true: the
 * same engine, rules and errors as over the wire for a twentieth of its processor time. Each call is done in one step.
 * @returns how to close the connection
 */
export function callDirectly(client: Client, file: string, isDirect: () => boolean): () => void {
  const connection = new Connection(file)
  const known = new Map<string, Statement>()
  const run = ({ sql, args }: Query) => {
    const statement = known.get(sql) ?? onlyStatement(sql)
    known.set(sql, statement)
    return toResultSet(connection.run(statement, bind(statement, args)))
  }
  const execute = client.execute.bind(client) as (statement: InStatement) => Promise<ResultSet>
  const batch = client.batch.bind(client)
  client.execute = async (statement: InStatement, args?: InArgs) => {
    const query = toQuery(args ? [String(statement), args] : statement)
    await setImmediate()
    return isDirect() ? withLibraryErrors(() => run(query)) : execute(query)
  }
  client.batch = async (statements, mode = 'deferred') => {
    const queries = statements.map(toQuery)
    await setImmediate()
    if (!isDirect()) return batch(queries, mode)
    return withLibraryErrors(() => {
      run({ sql: BEGIN[mode], args: [] })
      try {
        const results = queries.map((query, index) => {
          try {
            return run(query)
          } catch (error) {
            throw error instanceof StatementError ? toBatchError(error, index) : error
          }
        })
        run({ sql: 'COMMIT', args: [] })
        return results
      } finally {
        connection.reset()
      }
    })
  }
  return () => connection.close()
}

function withLibraryErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof StatementError ? toLibsqlError(error) : error
  }
}

function toLibsqlError({ message, code }: StatementError): LibsqlError {
  const cause = Object.assign(new Error(message), { name: 'ResponseError', code })
  return new LibsqlError(message, code, undefined, undefined, cause)
}

function toBatchError(error: StatementError, index: number): LibsqlBatchError {
  const { message, code, cause } = toLibsqlError(error)
  return new LibsqlBatchError(message, index, code, undefined, undefined, cause as Error)
}

function toQuery(statement: InStatement | [string, InArgs?]): Query {
  if (typeof statement === 'string') return { sql: statement, args: [] }
  if (Array.isArray(statement)) return { sql: statement[0], args: statement[1] ?? [] }
  return { sql: statement.sql, args: statement.args ?? [] }
}

/** Binds the values as the wire does: numbers as floats, which the columns turn into integers again. */
function bind(statement: Statement, given: InArgs): SqlValue[] {
  if (!Array.isArray(given)) throw new Error('Named arguments are refused: nothing here names any.')
  return bindArguments(statement, { args: given.map(toWireValue) })
}

function toWireValue(value: InValue): WireValue {
  if (value === null) return { type: 'null' }
  if (typeof value === 'string') return { type: 'text', value }
  if (typeof value === 'bigint' || typeof value === 'boolean')
    return { type: 'integer', value: BigInt(value) }
  if (typeof value === 'number' || value instanceof Date) return { type: 'float', value: Number(value) }
  return { type: 'blob', base64: Buffer.from(new Uint8Array(value)).toString('base64') }
}

function toResultSet({ cols, rows, affectedRowCount, lastInsertRowid }: StatementResult): ResultSet {
  const columns = cols.map(({ name }) => name)
  return {
    columns,
    columnTypes: cols.map(({ decltype }) => decltype ?? ''),
    rows: rows.map((row) => toRow(columns, row)),
    rowsAffected: affectedRowCount,
    lastInsertRowid: lastInsertRowid ?? undefined,
    toJSON: () => ({ columns, rows }),
  }
}

/** A row as the library makes it: by name, and by position where no loop over its names sees it. */
function toRow(columns: string[], values: SqlValue[]): Row {
  const row = {}
  Object.defineProperty(row, 'length', { value: values.length })
  for (const [index, raw] of values.entries()) {
    const value = typeof raw === 'bigint' ? Number(raw) : raw instanceof Uint8Array ? raw.slice().buffer : raw
    Object.defineProperty(row, index, { value })
    const name = columns[index]
    if (name === undefined || Object.hasOwn(row, name)) continue
    Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return row as Row
}
