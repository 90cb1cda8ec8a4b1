import type { StatementResult } from './connection.ts'
import { ProtocolError, StatementError } from './errors.ts'
import type { Condition, WireBatch, WireStmt } from './protocol.ts'
import { parseSql, type Statement } from './sql.ts'
import type { Stream } from './stream.ts'
import { bindArguments } from './values.ts'

/** The outcome of a step: null when its condition kept it from running. */
export type StepOutcome = StatementResult | StatementError | null

type Step = { statement: Statement; stmt: WireStmt; condition: Condition | null | undefined }

/** @throws StatementError when the statement is refused or fails, ProtocolError when the request makes no sense */
export async function executeStmt(stream: Stream, stmt: WireStmt): Promise<StatementResult> {
  const statement = singleStatement(stream, stmt)
  return asProgram(stream, () => runStmt(stream, statement, stmt))
}

/**
 * Runs the steps of a batch whose conditions hold, in order. A batch is no transaction by itself.
 * @throws StatementError when a step does not hold exactly one statement: then nothing runs
 * @throws ProtocolError when a condition names a step that does not come before it
 */
export async function executeBatch(stream: Stream, batch: WireBatch): Promise<StepOutcome[]> {
  const steps = batch.steps.map(({ condition, stmt }, index): Step => {
    if (condition) assertCondition(condition, index)
    return { statement: singleStatement(stream, stmt), stmt, condition }
  })
  return asProgram(stream, async () => {
    const outcomes: StepOutcome[] = []
    for (const { condition, statement, stmt } of steps) {
      const holds = !condition || isTrue(condition, outcomes)
      outcomes.push(holds ? await outcomeOf(runStmt(stream, statement, stmt)) : null)
    }
    return outcomes
  })
}

/** Runs all statements of a text, without arguments and results. @throws StatementError of the first that fails */
export async function executeSequence(stream: Stream, sql: string): Promise<void> {
  const statements = parseSql(sql)
  await asProgram(stream, async () => {
    for (const statement of statements) await runStmt(stream, statement, { args: [] })
  })
}

/** Once a transaction was ended by the clock, no statement of the program may run outside of it. */
async function asProgram<Result>(stream: Stream, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } finally {
    stream.forgetTimeout()
  }
}

function singleStatement(stream: Stream, stmt: WireStmt): Statement {
  return onlyStatement(stream.textOf(stmt))
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

async function runStmt(stream: Stream, statement: Statement, stmt: WireStmt): Promise<StatementResult> {
  const result = await stream.run(statement, bindArguments(statement, stmt))
  return stmt.want_rows === false ? { ...result, rows: [] } : result
}

async function outcomeOf(running: Promise<StatementResult>): Promise<StepOutcome> {
  try {
    return await running
  } catch (error) {
    if (error instanceof StatementError) return error
    throw error
  }
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
