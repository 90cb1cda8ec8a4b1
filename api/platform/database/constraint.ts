/** True if the database refused a statement with a message that `says` accepts. */
function isRefusal(error: unknown, says: (message: string) => boolean): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (says(at.message)) return true
  return false
}

/**
 * True if the database refused a row by a UNIQUE or PRIMARY KEY rule.
 * @param column the rule's `table.column`, as SQLite names it in the message
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return isRefusal(error, (says) => /UNIQUE constraint failed|PRIMARYKEY/.test(says) && says.includes(column))
}

/**
 * True if the database refused a null.
 * @param column `table.column`, as SQLite names it in the message
 */
export function isNotNullViolation(error: unknown, column: string): boolean {
  return isRefusal(error, (says) => says.includes(`NOT NULL constraint failed: ${column}`))
}

/** True if the database refused a row that points at one which is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isRefusal(error, (says) => says.includes('FOREIGN KEY constraint failed'))
}

/** True if the database stayed busy with somebody else's writing: nothing was done, and another try may do. */
export function isBusy(error: unknown): boolean {
  return isRefusal(error, (says) => says.includes('SQLITE_BUSY'))
}
