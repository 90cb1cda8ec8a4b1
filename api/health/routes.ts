import { Hono } from 'hono'
import { fieldFault, type SettingFault } from '#api/env.ts'
import { AppError, ERRORS } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute } from '#api/http/describe-route.ts'
import type { ErrorBody, Issue } from '#api/http/error-schema.ts'
import { logFailure } from '#api/platform/failure.ts'
import { sha256 } from '#api/platform/hash.ts'
import { healthOf, healthWithoutDatabase } from './service.ts'

/** The health check: 200, or 503 where a person has to act. Strangers learn nothing else. */
export const health = new Hono<ApiEnv>().get(
  '/health',
  describeRoute(
    'system',
    'Whether the shop is well; 503 where a person has to act. The reasons are for a token',
    { errors: ['unhealthy'] },
  ),
  async (c) => {
    const { deps, requestId } = c.var
    const health = await healthOf(deps).catch((error: unknown) => {
      logFailure(deps, 'health_check_failed', error, { requestId, route: '/api/health' })
      return healthWithoutDatabase(deps, error)
    })
    const status = ERRORS.unhealthy[0]
    const { ok } = health
    if (!hasHealthToken(c.req.raw, deps.config.healthToken)) {
      return ok ? c.json({ ok }, 200) : c.json({ ok }, status)
    }
    if (ok) return c.json(health, 200)
    const message = health.reasons.map((reason) => reason.replace(/[.]?$/, '.')).join(' ')
    return c.json({ ...errorBodyOf('unhealthy', message, [], requestId), ...health }, status)
  },
)

/**
 * The answer of every route while the Worker has no settings to work with. Health names what is missing or wrong, for whoever
 * has its token.
 * @param faults whose messages hold no values
 * @param healthToken as the Worker's settings have it
 */
export function settingsAnswer(
  faults: readonly SettingFault[],
  request: Request,
  requestId: string,
  healthToken: unknown,
): Response {
  const { code, status, message } = new AppError('no_settings')
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', 'retry-after': '60' }
  const isHealth = new URL(request.url).pathname === '/api/health'
  const token = usableHealthToken(healthToken)
  const maySeeAll = isHealth && hasHealthToken(request, token)
  const issues = maySeeAll ? faults.map(({ name, message }) => ({ path: name, message })) : []
  const body = errorBodyOf(code, message, issues, requestId)
  return Response.json(isHealth ? { ok: false, ...body } : body, { status, headers })
}

/** The token, if the shop would take it as it stands in the settings. */
function usableHealthToken(setting: unknown): string | null {
  if (typeof setting !== 'string' || setting.trim() === '') return null
  return fieldFault('HEALTH_TOKEN', setting) === null ? setting.trim() : null
}

function errorBodyOf(code: string, message: string, issues: Issue[], requestId: string): ErrorBody {
  return { error: { code, message, issues, requestId } }
}

const BEARER = /^Bearer (\S{1,200})$/i

/** True if a request carries the token of the health check. @param token null: there is none, and nobody has it */
function hasHealthToken(request: Request, token: string | null): boolean {
  const [, sent] = BEARER.exec(request.headers.get('authorization') ?? '') ?? []
  if (token === null || sent === undefined) return false
  // Hashes are compared, so that the time tells nothing about the token.
  return sha256(sent) === sha256(token)
}
