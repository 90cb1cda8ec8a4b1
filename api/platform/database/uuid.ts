import { type SQL, sql } from 'drizzle-orm'

/** A random UUID, made anew for each row of a statement that writes many. */
export const newUuid: SQL = sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' ||
  substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) ||
  '-' || hex(randomblob(6)))`
