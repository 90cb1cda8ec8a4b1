import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check as checkOf, integer, text } from 'drizzle-orm/sqlite-core'

// The columns and the SQL conditions that several tables share. Instants are ISO 8601 texts in UTC
// ("2026-06-04T19:05:00.000Z"): they sort as text and read as what they are.

/** Primary key: a UUID made by the application. */
export const id = () => text().primaryKey()

/** The id of a row elsewhere, which must be there. @param onDelete what happens when that row is deleted */
export const refersTo = (column: () => AnySQLiteColumn, onDelete: 'cascade' | 'restrict') =>
  text().notNull().references(column, { onDelete })

/** A rule that the database holds every row to. */
export const check = (name: string, condition: string) => checkOf(name, sql.raw(condition))

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
export const oneOf = (column: string, values: readonly string[]) =>
  `${column} in (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`

/** The text without white space around it: SQLite's trim alone takes spaces and leaves tabs and line breaks. */
const trimmed = (column: string) => `trim(${column}, char(9, 10, 11, 12, 13, 32, 160))`

/** The text has at least min characters after trimming, at most max in all; null passes. */
export const length = (column: string, min: number, max: number) =>
  `length(${trimmed(column)}) >= ${min} and length(${column}) <= ${max}`

/** The text has more than white space. */
export const notEmpty = (column: string) => `${trimmed(column)} <> ''`

/** No white space around it. */
export const isTrimmed = (column: string) => `${column} = ${trimmed(column)}`

/** Exactly five digits. */
export const fiveDigits = (column: string) => `${column} glob '[0-9][0-9][0-9][0-9][0-9]'`

/** Five digits, or five, a hyphen and four. */
export function fiveOrNineDigits(column: string): string {
  const five = '[0-9][0-9][0-9][0-9][0-9]'
  return `${column} glob '${five}' or ${column} glob '${five}-[0-9][0-9][0-9][0-9]'`
}

/** A whole number, zero or more: SQLite would keep 1.5 or 'x' in an integer column. */
export const wholeAmount = (...columns: string[]) =>
  columns.map((column) => `typeof(${column}) = 'integer' and ${column} >= 0`).join(' and ')

/** A whole number, zero or more, or null. */
export const wholeAmountOrNull = (column: string) =>
  `${column} is null or (typeof(${column}) = 'integer' and ${column} >= 0)`

/** A whole number from 0 to 100. */
export const percentage = (column: string) => `typeof(${column}) = 'integer' and ${column} between 0 and 100`

/** A whole number from one to max, or null. */
export const countUpToOrNull = (column: string, max: number) =>
  `${column} is null or (typeof(${column}) = 'integer' and ${column} between 1 and ${max})`

/** A whole number, one or more. */
export const countingNumber = (column: string) => `typeof(${column}) = 'integer' and ${column} >= 1`

const DIGIT = '[0-9]'
const DATE = `${DIGIT.repeat(4)}-${DIGIT.repeat(2)}-${DIGIT.repeat(2)}`
const TIME = `${DIGIT.repeat(2)}:${DIGIT.repeat(2)}:${DIGIT.repeat(2)}.${DIGIT.repeat(3)}`

/** Instants as `toISOString` writes them, on days and at times that exist; null passes. */
export function isoInstants(...columns: string[]): string {
  const conditions = columns.flatMap((column) => [
    `${column} glob '${DATE}T${TIME}Z'`,
    `date(${column}) is substr(${column}, 1, 10)`,
    // The hour 24, which SQLite takes and `toISOString` never writes, would sort before the midnight that it means.
    `substr(${column}, 12, 2) < '24'`,
  ])
  return conditions.join(' and ')
}

/** An IANA zone with a place in it, for example America/New_York. */
export const zoneShape = (column: string) => `${column} like '_%/_%'`

/** A JSON text that holds an object; null passes. */
export const jsonObject = (column: string) => `json_valid(${column}) and json_type(${column}) = 'object'`

/** An email address: something, an at sign, something. The full rule is in domain/text.ts. */
export const emailShape = (column: string) => `${column} like '_%@_%' and length(${column}) <= 254`
