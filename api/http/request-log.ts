import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { awaitedService } from '#api/platform/outside-calls.ts'
import type { ApiEnv } from './context.ts'

/** Names in the log for what a request waits for. */
const PENDING = {
  database: 'database',
  payments: 'provider',
  mail: 'mail provider',
  push: 'push service',
  texts: 'text provider',
  profiles: 'profile of a platform',
} as const

/**
 * One structured line a request: the route's pattern, not the address, which may hold a ZIP or an id. From status 500 on it is
 * a warning, which says what the request waited for.
 */
export const requestLog = createMiddleware<ApiEnv>(async (c, next) => {
  const started = Date.now()
  await next()
  const { deps, requestId, errorCode: code } = c.var
  const { status } = c.res
  const service = awaitedService()
  deps.log(status >= 500 ? 'warn' : 'info', 'request', {
    requestId,
    method: c.req.method,
    route: patternOf(c),
    status,
    ms: Date.now() - started,
    ...(code !== undefined && { code }),
    ...(status >= 500 && { pending: service ? PENDING[service] : 'nothing' }),
  })
})

/** The pattern of the route that answered; middleware and the catch-all end in a star. */
export function patternOf(c: Context): string {
  const own = matchedRoutes(c).filter(({ path }) => !path.endsWith('*'))
  return own.at(-1)?.path ?? 'unmatched'
}
