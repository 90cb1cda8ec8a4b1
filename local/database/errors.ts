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
  /** Another connection holds the write lock: the same statement may succeed a moment later. */
  readonly locked: boolean

  constructor(code: string, message: string, locked = false) {
    super(message)
    this.code = code
    this.locked = locked
  }

  toWire(): { message: string; code: string } {
    return { message: this.message, code: this.code }
  }
}

const BUSY = 5
const SQLITE_ERROR = 1

// Hosted libSQL sends the base code only; it has no SQLITE_ERROR: that one is SQLITE_UNKNOWN there.
const CODES: Record<number, string> = {
  2: 'SQLITE_INTERNAL',
  3: 'SQLITE_PERM',
  4: 'SQLITE_ABORT',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  12: 'SQLITE_NOTFOUND',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  21: 'SQLITE_MISUSE',
  22: 'SQLITE_NOLFS',
  23: 'SQLITE_AUTH',
  25: 'SQLITE_RANGE',
  26: 'SQLITE_NOTADB',
}

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
  const code = CODES[rawCode & 0xff] ?? 'SQLITE_UNKNOWN'
  // The extended busy codes (a stale snapshot) never pass by waiting.
  return new StatementError(code, `SQLite error: ${message}`, rawCode === BUSY)
}

export function busyError(): StatementError {
  return new StatementError('SQLITE_BUSY', 'SQLite error: database is locked', true)
}
