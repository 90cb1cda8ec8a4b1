import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { documented, fallback } from '#api/http/documented.ts'
import { databaseAnswers } from '#api/queries/health.ts'
import { healthAnswer } from '#src/contracts/health.ts'

/** Is the shop up: does the database answer. */
export const health = new Hono<ApiEnv>().get(
  '/health',
  documented({ summary: 'Does the database answer', tag: 'system', answer: healthAnswer }),
  fallback('The database does not answer.'),
  async (c) => {
    await databaseAnswers(c.var.deps.db)
    return c.json({ ok: true, database: 'answers' } as const)
  },
)
