import type { Context } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { patternOf } from '#api/http/request-log.ts'
import { logFailure, unavailableService } from '#api/platform/failure.ts'
import { ProtocolError } from './call.ts'

/** After an outage another try may do so soon. */
const RETRY_SECONDS = 10

/**
 * Any failure as one of the protocol. What has no code of ours is logged, and shows nothing but the id of the request.
 */
export function protocolErrorOf(error: unknown, c: Context<ApiEnv>): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (error instanceof AppError) {
    const { code, message, retryAfterSeconds } = error
    const status = STATUSES.find((one) => one === error.status) ?? (error.status >= 500 ? 503 : 400)
    const retry = retryAfterSeconds ?? (status === 503 ? RETRY_SECONDS : undefined)
    return new ProtocolError(status, code, message, retry === undefined ? {} : { retryAfterSeconds: retry })
  }
  const { deps, requestId } = c.var
  logFailure(deps, 'unknown_error', error, { requestId, route: patternOf(c) })
  const isOutage = unavailableService(error) !== null
  return new ProtocolError(
    isOutage ? 503 : 500,
    isOutage ? 'unavailable' : 'internal_error',
    `Something went wrong. Please try again later. Request ${requestId}`,
    isOutage ? { retryAfterSeconds: RETRY_SECONDS } : {},
  )
}

const STATUSES = [400, 403, 404, 405, 409, 413, 422, 424, 429, 500, 503] as const

/** The answer of REST to a failure. */
export function onProtocolError(error: Error, c: Context<ApiEnv>): Response {
  const { status, code, message, retryAfterSeconds } = protocolErrorOf(error, c)
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  c.set('errorCode', code)
  return c.json({ code, content: message }, status)
}
