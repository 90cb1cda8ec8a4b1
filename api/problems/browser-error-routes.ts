import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { sameOrigin } from '#api/http/same-origin.ts'
import { browserErrorRequest } from './browser-error-schema.ts'
import { reportBrowserError } from './service.ts'

/** A report is 5,000 characters at most, each of up to four bytes or an escape of six. */
const MAX_BODY_BYTES = 32 * 1024

/** What goes wrong in browsers, reported by the pages themselves. */
export const browserErrors = new Hono<ApiEnv>().post(
  '/browser-errors',
  describeRoute({
    summary: 'An uncaught error of a page; logged and shown to admins without what is personal',
    tag: 'shop',
    errors: ['malformed', 'cross_site', 'too_large', 'invalid', 'rate_limited'],
  }),
  sameOrigin,
  bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new AppError('too_large')
    },
  }),
  rateLimit('browserErrors'),
  input('json', browserErrorRequest),
  (c) => {
    const { deps, requestId } = c.var
    reportBrowserError(deps, c.req.valid('json'), requestId, c.req.header('user-agent'))
    return c.json({ success: true } as const)
  },
)
