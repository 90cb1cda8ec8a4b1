import { Hono } from 'hono'
import { READ_FAILURES } from '#api/http/admin-failures.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { documented, fallback, input } from '#api/http/documented.ts'
import { lastProblems } from '#api/platform/problems.ts'
import { problemsAnswer, problemsQuery } from './schema.ts'

/** What has gone wrong lately, here and in browsers. */
export const adminProblems = new Hono<ApiEnv>().get(
  '/admin/problems',
  documented({
    summary: 'The last 50 failures of the server and uncaught errors of browsers',
    tag: 'admin',
    answer: problemsAnswer,
    errors: READ_FAILURES,
  }),
  fallback('Failed to load the problems'),
  input('query', problemsQuery),
  async (c) => c.json({ rows: await lastProblems(c.var.deps.db, c.req.valid('query').source ?? null) }),
)

export type AdminProblemsRoutes = typeof adminProblems
