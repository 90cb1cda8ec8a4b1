import type { Column, Connection, StatementResult } from './connection.ts'
import { busyError, ProtocolError, StatementError } from './errors.ts'
import type { Condition, SqlSource, StreamRequest, WireBatch, WireStmt } from './protocol.ts'
import { parseSql, type Statement } from './sql.ts'
import { bindArguments, toWire } from './values.ts'

/** The outcome of a step: null when its condition kept it from running. */
type StepOutcome = StatementResult | StatementError | null

type WireResult = {
  cols: Column[]
  rows: object[][]
  affected_row_count: number
  last_insert_rowid: string | null
}

/** The work of one HTTP request: what it asks for, in order, and the SQL texts that it stores meanwhile. */
export class Stream {
  readonly #connection: Connection
  readonly #isBusy: boolean
  readonly #texts = new Map<number, string>()

  /** @param isBusy every statement answers SQLITE_BUSY: a fault to test with */
  constructor(connection: Connection, isBusy: boolean) {
    this.#connection = connection
    this.#isBusy = isBusy
  }

  /**
   * Carries out one request of a pipeline. Returns its entry of `results`.
   * @throws ProtocolError when the request makes no sense: the whole HTTP request fails then
   */
  answer(request: StreamRequest): object {
    try {
      return { type: 'ok', response: { type: request.type, ...this.#respond(request) } }
    } catch (error) {
      if (error instanceof StatementError) return { type: 'error', error: error.toWire() }
      throw error
    }
  }

  /** The entries that a cursor answers with, one line each. @throws ProtocolError like a pipeline */
  cursorEntries(batch: WireBatch): Iterable<object> {
    try {
      return allEntries(this.#runBatch(batch))
    } catch (error) {
      if (error instanceof StatementError) return [{ type: 'error', error: error.toWire() }]
      throw error
    }
  }

  #respond(request: StreamRequest): object {
    switch (request.type) {
      case 'execute':
        return { result: resultToWire(this.#runStmt(this.#statementOf(request.stmt), request.stmt)) }
      case 'batch':
        return { result: batchToWire(this.#runBatch(request.batch)) }
      case 'sequence':
        for (const statement of parseSql(this.#textOf(request))) this.#runStmt(statement, { args: [] })
        return {}
      case 'store_sql':
        this.#texts.set(request.sql_id, request.sql)
        return {}
      case 'close_sql':
        this.#texts.delete(request.sql_id)
        return {}
      case 'close':
        this.#connection.reset()
        return {}
    }
  }

  /**
   * Runs the steps of a batch whose conditions hold, in order. A batch is no transaction by itself.
   * @throws StatementError when a step does not hold exactly one statement: then nothing runs
   * @throws ProtocolError when a condition names a step that does not come before it
   */
  #runBatch({ steps }: WireBatch): StepOutcome[] {
    const statements = steps.map(({ condition, stmt }, index) => {
      if (condition) assertCondition(condition, index)
      return this.#statementOf(stmt)
    })
    const outcomes: StepOutcome[] = []
    for (const [index, { condition, stmt }] of steps.entries()) {
      const statement = statements[index]
      const runs = statement && (!condition || isTrue(condition, outcomes))
      outcomes.push(runs ? this.#outcomeOf(statement, stmt) : null)
    }
    return outcomes
  }

  #outcomeOf(statement: Statement, stmt: WireStmt): StatementResult | StatementError {
    try {
      return this.#runStmt(statement, stmt)
    } catch (error) {
      if (error instanceof StatementError) return error
      throw error
    }
  }

  #runStmt(statement: Statement, stmt: WireStmt): StatementResult {
    if (this.#isBusy) throw busyError()
    const result = this.#connection.run(statement, bindArguments(statement, stmt))
    return stmt.want_rows === false ? { ...result, rows: [] } : result
  }

  #statementOf(stmt: WireStmt): Statement {
    return onlyStatement(this.#textOf(stmt))
  }

  #textOf({ sql, sql_id: number }: SqlSource): string {
    const text = sql ?? this.#texts.get(number ?? Number.NaN)
    if (text === undefined) throw new ProtocolError(`SQL text ${number} not found`)
    return text
  }
}

/** @throws StatementError when the text holds no statement or several */
export function onlyStatement(sql: string): Statement {
  const [statement, another] = parseSql(sql)
  if (statement === undefined) {
    throw new StatementError('SQL_NO_STATEMENT', 'SQL string does not contain any statement')
  }
  if (another !== undefined) {
    throw new StatementError('SQL_MANY_STATEMENTS', 'SQL string contains more than one statement')
  }
  return statement
}

function assertCondition(condition: Condition, step: number): void {
  if (condition.type === 'not') assertCondition(condition.cond, step)
  else if (condition.step >= step) throw new ProtocolError('Invalid reference to step in a batch condition')
}

function isTrue(condition: Condition, outcomes: StepOutcome[]): boolean {
  if (condition.type === 'not') return !isTrue(condition.cond, outcomes)
  const outcome = outcomes[condition.step]
  if (condition.type === 'error') return outcome instanceof StatementError
  return outcome !== null && outcome !== undefined && !(outcome instanceof StatementError)
}

/** One after the other: what a whole database answers would not fit into memory several times over. */
function* allEntries(outcomes: StepOutcome[]): Generator<object> {
  for (const [step, outcome] of outcomes.entries()) {
    if (outcome === null) continue
    if (outcome instanceof StatementError) {
      yield { type: 'step_error', step, error: outcome.toWire() }
      continue
    }
    const { cols, affected_row_count, last_insert_rowid } = resultToWire({ ...outcome, rows: [] })
    yield { type: 'step_begin', step, cols }
    for (const row of outcome.rows) yield { type: 'row', row: row.map(toWire) }
    yield { type: 'step_end', affected_row_count, last_insert_rowid }
  }
}

function resultToWire(result: StatementResult): WireResult {
  return {
    cols: result.cols,
    rows: result.rows.map((row) => row.map(toWire)),
    affected_row_count: result.affectedRowCount,
    last_insert_rowid: result.lastInsertRowid === null ? null : String(result.lastInsertRowid),
  }
}

function batchToWire(outcomes: StepOutcome[]): object {
  return {
    step_results: outcomes.map((outcome) =>
      outcome === null || outcome instanceof StatementError ? null : resultToWire(outcome),
    ),
    step_errors: outcomes.map((outcome) => (outcome instanceof StatementError ? outcome.toWire() : null)),
  }
}
