// What the row builders share (rows.ts, account-rows.ts, message-rows.ts).

type Table = { $inferSelect: object }

/** A stored row of a table, every field given. */
export type Row<T extends Table> = T['$inferSelect']

/** What a test wants otherwise. */
export type Changes<T extends Table> = Partial<Row<T>>

/** Changes among which some fields must be: what the row points at. */
export type With<T extends Table, Field extends keyof Row<T>> = Changes<T> & Pick<Row<T>, Field>

/** The stamp of every row: 15:05 on a Thursday in New York. */
export const STAMP = '2026-06-04T19:05:00.000Z'
export const STAMPS = { createdAt: STAMP, updatedAt: STAMP }

/** Half an hour after it. */
export const LATER = '2026-06-04T19:36:00.000Z'

let made = 0

/** A whole number that this process has not seen yet, from 1 up. */
export function nextNumber(): number {
  made += 1
  return made
}

/** A text that no other row has: `order-17`. */
export function next(what: string): string {
  return `${what}-${nextNumber()}`
}
