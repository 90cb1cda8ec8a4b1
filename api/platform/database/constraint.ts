/**
 * True if the database refused a row by a UNIQUE or PRIMARY KEY rule.
 * @param column the rule's `table.column`, as SQLite names it in the message
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (/UNIQUE constraint failed|PRIMARYKEY/.test(at.message) && at.message.includes(column)) return true
  }
  return false
}

/**
 * True if the database refused a null.
 * @param column `table.column`, as SQLite names it in the message
 */
export function isNotNullViolation(error: unknown, column: string): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.message.includes(`NOT NULL constraint failed: ${column}`)) return true
  }
  return false
}

/** True if the database refused a row that points at one which is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.message.includes('FOREIGN KEY constraint failed')) return true
  }
  return false
}
