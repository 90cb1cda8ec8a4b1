import type { Column, StatementResult } from './connection.ts'
import { StatementError } from './errors.ts'
import { executeBatch, executeSequence, executeStmt, type StepOutcome } from './program.ts'
import type { StreamRequest, WireBatch } from './protocol.ts'
import type { Stream } from './stream.ts'
import { toWire } from './values.ts'

/**
 * Carries out one request of a pipeline. Returns its entry of `results`.
 * @throws ProtocolError when the request makes no sense: the whole HTTP request fails then
 */
export async function handleRequest(stream: Stream, request: StreamRequest): Promise<object> {
  try {
    return { type: 'ok', response: { type: request.type, ...(await respond(stream, request)) } }
  } catch (error) {
    if (error instanceof StatementError) return { type: 'error', error: error.toWire() }
    throw error
  }
}

async function respond(stream: Stream, request: StreamRequest): Promise<object> {
  switch (request.type) {
    case 'execute':
      return { result: resultToWire(await executeStmt(stream, request.stmt)) }
    case 'batch':
      return { result: batchToWire(await executeBatch(stream, request.batch)) }
    case 'sequence':
      await executeSequence(stream, stream.textOf(request))
      return {}
    case 'store_sql':
      stream.storeText(request.sql_id, request.sql)
      return {}
    case 'close_sql':
      stream.dropText(request.sql_id)
      return {}
    case 'close':
      stream.markClosed()
      return {}
  }
}

/** The entries that a cursor answers with, one line each. @throws StatementError, ProtocolError like a batch */
export async function cursorEntries(stream: Stream, batch: WireBatch): Promise<Iterable<object>> {
  try {
    return allEntries(await executeBatch(stream, batch))
  } catch (error) {
    if (error instanceof StatementError) return [{ type: 'error', error: error.toWire() }]
    throw error
  }
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

type WireResult = {
  cols: Column[]
  rows: object[][]
  affected_row_count: number
  last_insert_rowid: string | null
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
