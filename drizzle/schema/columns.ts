import { type SQL, sql } from 'drizzle-orm'
import { integer, text } from 'drizzle-orm/sqlite-core'

// The columns and the SQL conditions that several tables share. Instants are ISO 8601 texts in UTC
// ("2026-06-04T19:05:00.000Z"): they sort as text and read as what they are.

/** Primary key: a UUID made by the application. */
export const id = () => text().primaryKey()

/** An ISO instant that must be given. */
export const instant = () => text().notNull()

/** Created and updated stamps, both ISO instants given by the application's clock. */
export const stamps = { createdAt: instant(), updatedAt: instant() }

/** Row version for optimistic locking: an update names the version it read and adds one. */
export const version = () => integer().notNull().default(1)

/** An amount in integer cents. */
export const cents = () => integer().notNull()

/** A yes or no. */
export const flag = (byDefault: boolean) => integer({ mode: 'boolean' }).notNull().default(byDefault)

/** `column in ('a', 'b')`, derived from a list of the domain. */
export function oneOf(column: string, values: readonly string[]): SQL {
  return sql.raw(`${column} in (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`)
}

/** The texts are between min and max characters long after trimming; null passes. */
export function length(column: string, min: number, max: number): SQL {
  return sql.raw(`length(trim(${column})) >= ${min} and length(${column}) <= ${max}`)
}

/** Exactly five digits. */
export function fiveDigits(column: string): SQL {
  return sql.raw(`${column} glob '[0-9][0-9][0-9][0-9][0-9]'`)
}

/** Five digits, or five, a hyphen and four. */
export function fiveOrNineDigits(column: string): SQL {
  const five = '[0-9][0-9][0-9][0-9][0-9]'
  return sql.raw(`${column} glob '${five}' or ${column} glob '${five}-[0-9][0-9][0-9][0-9]'`)
}

/** A whole number, zero or more: SQLite would keep 1.5 or 'x' in an integer column. */
export function wholeAmount(...columns: string[]): SQL {
  return sql.raw(columns.map((column) => `typeof(${column}) = 'integer' and ${column} >= 0`).join(' and '))
}

/** An address of a person: something, one at sign, something. The full shape is the domain's business. */
export function emailShape(column: string): SQL {
  return sql.raw(`${column} like '_%@_%' and length(${column}) <= 254`)
}
