import { Hono } from 'hono'
import { AppError, ERRORS } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute } from '#api/http/describe-route.ts'
import type { ErrorBody, Issue } from '#api/http/error-schema.ts'
import { logFailure } from '#api/platform/failure.ts'
import { healthOf, healthWithoutDatabase } from './service.ts'

/** The health check: 200, or 503 where a person has to act. */
export const health = new Hono<ApiEnv>().get(
  '/health',
  describeRoute('system', 'The shop’s health; 503 where a person has to act', { errors: ['unhealthy'] }),
  async (c) => {
    const { deps, requestId } = c.var
    const health = await healthOf(deps).catch((error: unknown) => {
      logFailure(deps, 'health_check_failed', error, { requestId, route: '/api/health' })
      return healthWithoutDatabase(error, deps.config.wrongSettings)
    })
    if (health.ok) return c.json(health, 200)
    const message = health.reasons.join(' ')
    return c.json({ ...errorBodyOf('unhealthy', message, [], requestId), ...health }, ERRORS.unhealthy[0])
  },
)

/**
 * The answer of every route while the Worker has no settings to work with; health names what is missing or wrong.
 * @param faults whose messages hold no values
 */
export function settingsAnswer(
  faults: readonly { name: string; message: string }[],
  path: string,
  requestId: string,
): Response {
  const { code, status, message } = new AppError('no_settings')
  const issues = path === '/api/health' ? faults.map(({ name, message }) => ({ path: name, message })) : []
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', 'retry-after': '60' }
  return Response.json(errorBodyOf(code, message, issues, requestId), { status, headers })
}

function errorBodyOf(code: string, message: string, issues: Issue[], requestId: string): ErrorBody {
  return { error: { code, message, issues, requestId } }
}
