import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PROBLEM_SOURCES } from '#domain/problems.ts'
import { check, countingNumber, instant, isoInstants, oneOf } from './columns.ts'

/** Failures of the server and uncaught errors of browsers, redacted: one row for the same thing, however often it happens. */
export const problems = sqliteTable(
  'problems',
  {
    /** Hash of what makes two failures the same. */
    fingerprint: text().primaryKey(),
    source: text({ enum: PROBLEM_SOURCES }).notNull(),
    event: text().notNull(),
    /** The route's pattern, the page's path, or the name of a job. */
    place: text(),
    error: text().notNull(),
    message: text().notNull(),
    /** The frames, one a line, those of its causes included. */
    stack: text().notNull(),
    /** The browser of the last time, by its own name. */
    device: text(),
    /** The id of the last request in which it happened; there is none outside of requests. */
    requestId: text(),
    times: integer().notNull().default(1),
    firstAt: instant(),
    lastAt: instant(),
  },
  () => [
    check('problems_source', oneOf('source', PROBLEM_SOURCES)),
    check('problems_times', countingNumber('times')),
    check('problems_instants', isoInstants('first_at', 'last_at')),
  ],
)
