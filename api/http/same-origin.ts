import { createMiddleware } from 'hono/factory'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import { describeGuard } from './describe-route.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what other sites make a browser send, in addition to `SameSite=Strict` cookies: a request that changes
 * something must come from a page of ours, and browsers say where it comes from.
 * @throws AppError `cross_site`
 */
export const sameOrigin = describeGuard(
  createMiddleware<ApiEnv>(async (c, next) => {
    const site = c.req.header('sec-fetch-site')
    const ours =
      c.req.header('origin') === c.var.deps.config.origin && (site === undefined || site === 'same-origin')
    if (!READING.has(c.req.method) && !ours) throw new AppError('cross_site')
    await next()
  }),
  { errors: ['cross_site'] },
)
