import { Hono } from 'hono'
import { databaseAnswers } from '#api/platform/database/health.ts'
import type { ApiEnv } from './context.ts'
import { describeRoute } from './describe-route.ts'

/** Is the shop up: does the database answer. */
export const health = new Hono<ApiEnv>().get(
  '/health',
  describeRoute('system', 'Whether the database answers', { message: 'The database does not answer.' }),
  async (c) => {
    await databaseAnswers(c.var.deps.db)
    return c.json({ ok: true, database: 'answers' } as const)
  },
)
