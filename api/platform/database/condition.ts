import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'

/** A statement for a batch. */
export type Statement = BatchItem<'sqlite'>

/** What must be true in the database for a statement of a batch to write anything. */
export type Condition = SQL

/** All of the conditions at once. */
export function allOf(...conditions: readonly Condition[]): Condition {
  return sql.join([...conditions], sql` and `)
}
