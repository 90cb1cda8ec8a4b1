import { getTableColumns } from 'drizzle-orm'
import type { SQLiteTable as Table } from 'drizzle-orm/sqlite-core'

// Shared parts of the row builders (rows.ts, account-rows.ts, message-rows.ts).

/** A stored row of a table, every field given. */
export type Row<T extends Table> = T['$inferSelect']

/** A row whose other fields are null, or as the schema says: a new column that may be missing needs no entry. */
export function filled<T extends Table>(table: T, given: T['$inferInsert']): Row<T> {
  const others = Object.entries(getTableColumns(table)).map(([field, column]) => [
    field,
    column.default ?? null,
  ])
  return { ...Object.fromEntries(others), ...given }
}

/** Columns that a test wants otherwise. */
export type Changes<T extends Table> = Partial<Row<T>>

/** Changes among which some fields must be: what the row points at. */
export type With<T extends Table, Field extends keyof Row<T>> = Changes<T> & Pick<Row<T>, Field>

/** The stamp of every row: 15:05 on a Thursday in New York. */
export const STAMP = '2026-06-04T19:05:00.000Z'
export const STAMPS = { createdAt: STAMP, updatedAt: STAMP }

/** Half an hour after it. */
export const LATER = '2026-06-04T19:36:00.000Z'

const made = new Map<string, number>()

/** Starts the count over, so that a file's rows are the same whichever files ran before it. */
export function resetRows(): void {
  made.clear()
}

/** The next number of a kind in this file, from 1 up. */
export function nextNumber(kind: string): number {
  const number = (made.get(kind) ?? 0) + 1
  made.set(kind, number)
  return number
}

/** A text that no other row has, and that is part of no other: `order-0017`. */
export function next(what: string): string {
  return `${what}-${String(nextNumber(what)).padStart(4, '0')}`
}
