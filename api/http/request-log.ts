import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { ApiEnv } from './context.ts'

/** One structured line a request: the route's pattern, not the address, which may hold a ZIP or an id. */
export const requestLog = createMiddleware<ApiEnv>(async (c, next) => {
  const started = Date.now()
  await next()
  c.var.deps.log('info', 'request', {
    requestId: c.var.requestId,
    method: c.req.method,
    route: patternOf(c),
    status: c.res.status,
    ms: Date.now() - started,
  })
})

/** The pattern of the route that answered; middleware and the catch-all end in a star. */
export function patternOf(c: Context): string {
  const own = matchedRoutes(c).filter(({ path }) => !path.endsWith('*'))
  return own.at(-1)?.path ?? 'unmatched'
}
