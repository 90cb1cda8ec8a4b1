import { Hono } from 'hono'
import { READ_FAILURES } from '#api/http/admin-failures.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, errorMessage, input } from '#api/http/describe-route.ts'
import { lastProblems } from '#api/platform/problems.ts'
import { problemsQuery } from './schema.ts'

/** What has gone wrong lately, here and in browsers. */
export const adminProblems = new Hono<ApiEnv>().get(
  '/admin/problems',
  describeRoute({
    summary: 'The last 50 failures of the server and uncaught errors of browsers',
    tag: 'admin',
    errors: READ_FAILURES,
  }),
  errorMessage('Failed to load the problems'),
  input('query', problemsQuery),
  async (c) => c.json({ rows: await lastProblems(c.var.deps.db, c.req.valid('query').source ?? null) }),
)

export type AdminProblemsRoutes = typeof adminProblems
