import * as z from 'zod/mini'
import { PROBLEM_SOURCES } from '#domain/problems.ts'

export const problemsQuery = z.object({ source: z.optional(z.enum(PROBLEM_SOURCES)) })

/** A failure of the server, or an uncaught error of browsers; redacted. */
const problem = z.object({
  fingerprint: z.string(),
  source: z.enum(PROBLEM_SOURCES),
  /** What failed, as the log names it. */
  event: z.string(),
  /** The route's pattern, the page's path, or the name of a job. */
  place: z.nullable(z.string()),
  error: z.string(),
  message: z.string(),
  /** One frame a line; empty where there is none. */
  stack: z.string(),
  /** Device, request id and instant are those of the last time. */
  device: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** ISO instant. */
  lastAt: z.string(),
  times: z.int(),
  /** ISO instant. */
  firstAt: z.string(),
})

export const problemsAnswer = z.object({ rows: z.array(problem) })

/** An uncaught error of a page, as `src/lib/report-errors.ts` sends it. */
export const browserErrorRequest = z.strictObject({
  /** Of the page, without query and fragment. */
  path: z.string().check(z.startsWith('/'), z.maxLength(300)),
  error: z.string().check(z.maxLength(100)),
  message: z.string().check(z.maxLength(500)),
  stack: z.string().check(z.maxLength(4000)),
})

export const browserErrorAnswer = z.object({ success: z.literal(true) })

export type BrowserErrorRequest = z.infer<typeof browserErrorRequest>
export type Problem = z.infer<typeof problem>
export type ProblemsAnswer = z.infer<typeof problemsAnswer>
