/** The client broke the protocol, or its stream has expired: the request is refused and the stream is closed. */
export class ProtocolError extends Error {
  readonly code: string

  constructor(message: string, code = 'PROTOCOL_ERROR') {
    super(message)
    this.code = code
  }
}

/** One statement failed: travels inside the answer as Hrana's `{ message, code }`. */
export class StatementError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  toWire(): { message: string; code: string } {
    return { message: this.message, code: this.code }
  }
}

const SQLITE_ERROR = 1

/**
 * Turns what the engine threw into the code and the wording of hosted libSQL (`SQLITE_CONSTRAINT`,
 * `SQLite error: UNIQUE constraint failed: t.a`). `phase` says whether it was preparing or running the statement.
 * Anything that is not an SQLite error is thrown on unchanged: that is a fault of ours, not of the statement.
 */
export function toStatementError(error: unknown, phase: 'prepare' | 'run'): StatementError {
  if (error instanceof StatementError) return error
  if (!(error instanceof Error && 'rawCode' in error && typeof error.rawCode === 'number')) throw error
  const { message, rawCode } = error
  if (rawCode === SQLITE_ERROR && /syntax error|incomplete input|unrecognized token/.test(message)) {
    return new StatementError('SQL_PARSE_ERROR', `SQL string could not be parsed: ${message}`)
  }
  if (rawCode === SQLITE_ERROR && phase === 'prepare') {
    return new StatementError('SQL_INPUT_ERROR', `SQLite input error: ${message}`)
  }
  // Hosted libSQL sends the base code only; it has no SQLITE_ERROR: that one is SQLITE_UNKNOWN there.
  const [code] = /^SQLITE_[A-Z]+/.exec('code' in error ? String(error.code) : '') ?? []
  return new StatementError(
    code === undefined || code === 'SQLITE_ERROR' ? 'SQLITE_UNKNOWN' : code,
    `SQLite error: ${message}`,
  )
}

export function busyError(): StatementError {
  return new StatementError('SQLITE_BUSY', 'SQLite error: database is locked')
}
