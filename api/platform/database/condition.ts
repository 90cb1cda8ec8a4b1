import { and, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'

/** A statement for a batch. */
export type Statement = BatchItem<'sqlite'>

/** A condition of the database: a statement of a batch writes only if it is true. */
export type Condition = SQL

/** All of the conditions at once; undefined if there are none. */
export const allOf = and
