import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeRoute, input } from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { sameOrigin } from '#api/http/same-origin.ts'
import { lastProblems } from '#api/platform/problems.ts'
import { POLICY_REPORTS } from '#domain/problems.ts'
import { browserErrorRequest, policyReport, problemsQuery } from './schema.ts'
import { reportBrowserError, reportViolation } from './service.ts'

/** A report has at most 5,000 characters, each of up to four bytes or a six-byte escape. */
const MAX_BODY_BYTES = 32 * 1024

const smallBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new AppError('too_large')
  },
})

/** Uncaught errors of browsers, reported by the pages, and what browsers report of a page's policy. */
export const browserErrors = new Hono<ApiEnv>()
  .post(
    '/browser-errors',
    describeRoute(
      'shop',
      'Report an uncaught error of a page; logged and shown to admins without personal data',
      { errors: ['too_large'] },
    ),
    sameOrigin,
    smallBody,
    rateLimit('browserErrors'),
    input('json', browserErrorRequest),
    (c) => {
      reportBrowserError(c.var.deps, c.req.valid('json'), reporterOf(c))
      return c.json({ success: true } as const)
    },
  )
  .post(
    POLICY_REPORTS.replace('/api', '') as '/policy-reports',
    describeRoute(
      'shop',
      'Report what a page tried against its security policy, as browsers do (application/csp-report)',
      {
        errors: ['malformed', 'too_large', 'invalid'],
        body: { mediaTypes: ['application/csp-report'], schema: policyReport },
      },
    ),
    smallBody,
    rateLimit('browserErrors'),
    async (c) => {
      // Its content type is one that the usual check of JSON does not know.
      const body: unknown = await c.req.json().catch(() => {
        throw new AppError('malformed')
      })
      const report = policyReport.safeParse(body)
      if (!report.success) throw new AppError('invalid')
      reportViolation(c.var.deps, report.data['csp-report'], reporterOf(c))
      return c.json({ success: true } as const)
    },
  )

function reporterOf(c: Context<ApiEnv>) {
  return { requestId: c.var.requestId, userAgent: c.req.header('user-agent') }
}

/** The last failures of the server and of browsers. */
export const adminProblems = new Hono<ApiEnv>().get(
  '/admin/problems',
  describeAdminRead(
    'The last 50 failures of the server or uncaught errors of browsers, or the last 25 of each',
    {
      message: 'Failed to load the problems',
    },
  ),
  ignoreUnknown(problemsQuery),
  input('query', problemsQuery),
  async (c) =>
    c.json({
      rows: await lastProblems(c.var.deps.db, c.req.valid('query').source ?? null),
      ...c.var.ignored,
    }),
)

export type AdminProblemsRoutes = typeof adminProblems
